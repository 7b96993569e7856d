"""Tuning constants of child processes. Code reads them as `tuning.NAME`, so a test can set each one.

| name | default | effect |
| --- | --- | --- |
| POLL_SECONDS | 0.05 | how often the caller checks its observer, and the supervisor the worker's memory |
| REPORT_SECONDS | 0.12 | how long the caller waits for the report of a child that it has stopped |
| MAX_JOBS | 1000 | jobs after which a reusable child is replaced |
| MAX_PEAK_BYTES | 300 MB | peak memory above which a reusable child is replaced |
"""

POLL_SECONDS = 0.05
REPORT_SECONDS = 0.12
MAX_JOBS = 1000
MAX_PEAK_BYTES = 300 << 20
