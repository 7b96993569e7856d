"""Tuning constants of child processes and of pools. Code reads them as `tuning.NAME`, so a test can set each one.

| name | default | effect |
| --- | --- | --- |
| GRACE_SECONDS | 5 | a solve is killed if it exceeds its time limit by this much |
| SPARE_BYTES | 512 MB | memory that a process may use beyond the limit of its solve before it is killed |
| POLL_SECONDS | 0.05 | how often the caller checks its observer, and the supervisor the worker's memory |
| REPORT_SECONDS | 0.12 | how long the caller waits for the report of a child that it has stopped |
| MAX_JOBS | 1000 | jobs after which a reusable child is replaced |
| MAX_PEAK_BYTES | 300 MB | peak memory, without mapped files, above which a reusable child is replaced |
| TEAM_WAIT_SECONDS | 0.05 | how often an engine that waits for its team checks limits and observer |
| ARRIVAL_SECONDS | 0.2 | how long an engine waits, after its time limit, for workers that stopped by themselves |
"""

GRACE_SECONDS = 5.0
SPARE_BYTES = 512 << 20
POLL_SECONDS = 0.05
REPORT_SECONDS = 0.12
MAX_JOBS = 1000
MAX_PEAK_BYTES = 300 << 20
TEAM_WAIT_SECONDS = 0.05
ARRIVAL_SECONDS = 0.2
