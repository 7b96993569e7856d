"""The page and its API: `budge web`. Worker processes parse everything that visitors send.

Serving      server (socket, start, end) · connections (their time limits) · settings · security (host, headers) ·
             static_files (of the page) · bundle (its modules as one script) · app (all routes) ·
             problems (errors as JSON) · temporary_folder
Requests     request_schemas (their fields) · validation (of a body) · sources (the puzzles of a request) ·
             permissions (which options, heuristics and databases) · response_schemas, openapi (description of the API)
Answers      answers (one function per route) · catalogue (library, engines, pattern databases)
Solves       solves (all solves and their events) · solve_worker (one solve, in its process) · events (their stream)
Processes    job_queue (runs a fixed number of calls at a time, in a pool of `budge.execution`)

static/      the page itself: app.js is the frame; library, play, edit, solve and compare are its views; api.js calls
             one of two back ends, the server or the browser itself; board/ and edit/ have one file per kind of puzzle
"""
