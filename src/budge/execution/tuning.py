"""Tuning constants of execution. Code reads them as `tuning.NAME`, so a test can set each one.

| name | default | effect |
| --- | --- | --- |
| BATCH_SECONDS | 0.5 | target duration of a batch; jobs that have not started by then go to other workers |
| MAX_BATCH_JOBS | 1000 | maximum number of jobs in a batch |
| TASKS_PER_SLOT | 2 | tasks submitted for each slot: one that runs and one that waits |
| WAIT_SECONDS | 0.1 | how often the dispatcher checks its observer and the number of slots |
| MAX_HELD_OUTCOMES | 10,000 | outcomes held back while an earlier one is missing |
| MAX_TRIES | 3 | tries for a job whose process dies |
| TICK_SECONDS | 0.1 | how often the deadline of a batch is checked while its process is silent |
| IDLE_SECONDS | 5 | how long an idle child process is kept for the next task |
| BUNDLE_SECONDS | 0.03 | how long a result may wait to be sent together with others |
| MIN_BULK_JOBS | 5000 | number of small boards from which the startup time of a GPU pays off |
| DASK_CONNECT_SECONDS | 10 | how long to wait for a scheduler |
| DASK_REFRESH_SECONDS | 1 | how often the list of a cluster's workers is refreshed |
| DASK_REPLY_SECONDS | 5 | how long a scheduler may take to list its workers |
| DASK_START_SECONDS | 30 | how long a local scheduler may take to start |
"""

BATCH_SECONDS = 0.5
MAX_BATCH_JOBS = 1000
TASKS_PER_SLOT = 2
WAIT_SECONDS = 0.1
MAX_HELD_OUTCOMES = 10_000
MAX_TRIES = 3
TICK_SECONDS = 0.1
IDLE_SECONDS = 5.0
BUNDLE_SECONDS = 0.03
MIN_BULK_JOBS = 5000
DASK_CONNECT_SECONDS = 10
DASK_REFRESH_SECONDS = 1.0
DASK_REPLY_SECONDS = 5.0
DASK_START_SECONDS = 30.0
