"""Large files that look like Sokoban and are not."""

import resource
import subprocess
import sys

import pytest

from budge.formats.parts import MAX_BYTES

SCRIPT = "import sys, budge.formats as f\ntry: f.read_source(sys.argv[1])\nexcept ValueError as e: print(e)"


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        (b"", b"#@$.#\n"),
        (b"#####\n#@$.#\n#####\n", b"; no more\n"),
        (b"", b"init(field(1..900,1..900)).\n"),
        (b"5#|#@$.#|", b"9("),
    ],
)
def test_100_megabytes_fail_within_seconds_and_in_modest_memory(tmp_path, first, rest):
    path = tmp_path / "garbage.txt"
    with path.open("wb") as out:
        out.write(first)
        for _ in range(99):
            out.write(rest * (MAX_BYTES // 100 // len(rest)))
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)],
        capture_output=True,
        text=True,
        timeout=20,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (600 << 20, 600 << 20)),
    )
    assert run.stdout.startswith(str(path))
    assert run.stdout.count("\n") == 1
    assert run.stderr == ""
