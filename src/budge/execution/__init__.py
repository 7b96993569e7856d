"""Where solves run: on processes of this machine, on its GPUs, or on the machines of a Dask cluster.

A *worker* runs one task at a time in a child process with hard limits. A *pool* has many workers. The *dispatcher* cuts
jobs into batches for a pool. `solve_many`, suites, the page and teams (workers that share one search) all use these.

Modules: solving (solve_many) · jobs (values) · dispatcher · local_pool · device_pool · dask_pool · dask_cluster ·
         dask_worker · worker (supervises a child) · batch_job (what the child does) · usage (resources) · tuning
"""

from budge.execution.solving import solve_many

__all__ = ["solve_many"]
