"""The store: what is damaged is built again, what fails leaves nothing, what is built twice is built once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from interrupts import hear_ctrl_c

from budge.patterns import Board, BuildStopped, Damaged, Pattern, Store, Terms, view_of
from budge.patterns.file import PAGE, facts_of

SMALL = view_of(Board(3, 3, 0), [1, 2, 3, 4], "additive").pattern
OTHER = view_of(Board(3, 3, 0), [5, 6, 7, 8], "additive").pattern
LARGE = view_of(Board(4, 4, 0), [1, 2, 3, 4, 5, 6], "plain").pattern  # takes several seconds to build


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "patterns")


def files(store: Store) -> list[str]:
    return sorted(path.name for path in store.folder.iterdir())


def fetched_again(store: Store, pattern: Pattern) -> list[str]:
    """Why the store rebuilt a database, if it did; its bytes are right afterwards."""
    told: list[str] = []
    before = bytes(Store(store.folder / "fresh").fetch(pattern).data)
    found = store.fetch(pattern, Terms(damaged=lambda path, why: told.append(why)))
    assert bytes(found.data) == before
    found.verify()
    return told


def test_a_database_is_built_once_and_then_opened(store: Store) -> None:
    assert store.open(SMALL) is None
    built = store.fetch(SMALL)
    assert files(store) == [f"{SMALL.key}.pdb"]
    assert len(built.data) == SMALL.size == 24 * 8 * -(-SMALL.entries // 24 // 64)  # 24 orders, each in whole words
    assert sum(built.histogram) == SMALL.entries
    assert fetched_again(store, SMALL) == []
    assert [each.pattern for each in store.databases()] == [SMALL]


def test_a_file_opens_without_being_read(store: Store) -> None:
    """An hour's worth of data, all of it a hole: only the header and the size are looked at."""
    path = store.fetch(SMALL).path
    assert facts_of(path)["entries"] == SMALL.entries
    assert path.stat().st_mtime_ns == facts_of(path)["built"] * 10**9


@pytest.mark.parametrize("size", [0, 10, PAGE - 1, PAGE, PAGE + 1, -1])
def test_a_truncated_file_is_built_again(store: Store, size: int) -> None:
    path = store.fetch(SMALL).path
    os.truncate(path, size if size >= 0 else path.stat().st_size - 1)
    assert len(fetched_again(store, SMALL)) == 1


def test_a_file_that_grew_is_built_again(store: Store) -> None:
    with store.fetch(SMALL).path.open("ab") as file:
        file.write(b"\0")
    [why] = fetched_again(store, SMALL)
    assert why == f"it has {PAGE + SMALL.size + 1:,} bytes instead of {PAGE + SMALL.size:,}"


@pytest.mark.parametrize("place", [0, 30, 100, 200, PAGE, PAGE + 100, -1])
def test_a_changed_byte_is_noticed_and_the_file_is_built_again(store: Store, place: int) -> None:
    path = store.fetch(SMALL).path
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert len(fetched_again(store, SMALL)) == 1
    assert fetched_again(store, SMALL) == []


def test_a_change_that_hides_its_time_is_found_by_verifying(store: Store) -> None:
    database = store.fetch(SMALL)
    content = bytearray(database.path.read_bytes())
    content[-1] ^= 1
    database.path.write_bytes(content)
    os.utime(database.path, (database.built, database.built))
    found = Store(store.folder).open(SMALL)
    assert found is not None
    with pytest.raises(Damaged, match="checksum"):
        found.verify()


def test_a_sound_copy_is_read_once_and_then_trusted(store: Store) -> None:
    path = store.fetch(SMALL).path
    path.write_bytes(path.read_bytes())
    assert path.stat().st_mtime_ns != facts_of(path)["built"] * 10**9
    assert fetched_again(store, SMALL) == []
    assert path.stat().st_mtime_ns == facts_of(path)["built"] * 10**9


def test_a_different_database_under_the_name_is_refused(store: Store) -> None:
    store.fetch(OTHER).path.rename(store.path(SMALL))
    [why] = fetched_again(store, SMALL)
    assert "a different database" in why


def test_nonsense_is_listed_as_damaged(store: Store) -> None:
    store.fetch(SMALL)
    (store.folder / "9x9-additive-1-abc.pdb").write_bytes(b"nonsense")
    sound, nonsense = store.databases()
    assert getattr(sound, "pattern", None) == SMALL
    assert isinstance(nonsense, tuple)


def test_a_named_pipe_is_no_database_and_nobody_waits_for_its_writer(store: Store) -> None:
    store.folder.mkdir(parents=True)
    os.mkfifo(store.path(SMALL))
    os.mkfifo(store.folder / "4x4-additive-7-0123.tmp")
    [(path, why)] = store.databases()
    assert (path, why) == (store.path(SMALL), "it is not a file")
    assert fetched_again(store, SMALL) == ["it is not a file"]


def test_files_of_a_killed_builder_are_deleted(store: Store) -> None:
    store.fetch(SMALL)
    for key in (SMALL.key, OTHER.key, "4x4-additive-7-0123"):
        (store.folder / f"{key}.tmp").write_bytes(b"half")
    store.fetch(OTHER)
    assert files(store) == sorted([f"{SMALL.key}.pdb", f"{OTHER.key}.pdb"])


BUILD = """
import json, sys
from pathlib import Path
from budge.patterns import BuildStopped, Pattern, Store, Terms
said = []
def watch(building):
    now = "waiting" if building.waiting else "building"
    if now not in said:
        said.append(now)
        print(now, flush=True)
    return True
try:
    pattern = Pattern.from_json(json.loads(sys.argv[2]))
    found = Store(Path(sys.argv[1])).fetch(pattern, Terms(watch=watch, threads=1))
except BuildStopped as stopped:
    print(stopped.reason)
except OSError as problem:
    print(problem.strerror)
else:
    print(found.built, found.seconds)
"""


def builder(store: Store, pattern: Pattern, before: str = "") -> subprocess.Popen[str]:
    """A process that builds and says what it does, a line each."""
    return subprocess.Popen(
        [sys.executable, "-c", before + BUILD, str(store.folder), json.dumps(pattern.to_json())],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_concurrent_builders_build_a_database_once(store: Store) -> None:
    middling = view_of(Board(4, 4, 0), [1, 2, 3, 4, 5], "plain").pattern
    first = builder(store, middling)
    assert line(first) == "building"
    others = [builder(store, middling) for _ in range(2)]
    said = [process.communicate(timeout=60)[0].splitlines() for process in (first, *others)]
    assert len({lines[-1] for lines in said}) == 1  # when it was built, and how long that took
    assert all("building" not in lines for lines in said[1:])
    assert files(store) == [f"{middling.key}.pdb"]


def test_a_waiting_process_takes_over_when_the_builder_is_killed(store: Store) -> None:
    first = builder(store, LARGE)
    assert line(first) == "building"
    second = builder(store, LARGE)
    assert line(second) == "waiting"
    first.kill()
    first.communicate()
    assert line(second) == "building"
    second.send_signal(signal.SIGINT)
    assert second.communicate(timeout=20)[0].strip() == "interrupt"
    assert files(store) == []


def test_ctrl_c_ends_the_waiting(store: Store) -> None:
    first = builder(store, LARGE)
    assert line(first) == "building"
    second = builder(store, LARGE)
    assert line(second) == "waiting"
    second.send_signal(signal.SIGINT)
    assert second.communicate(timeout=20)[0].strip() == "interrupt"
    assert files(store) == [f"{LARGE.key}.tmp"]
    first.send_signal(signal.SIGINT)
    assert first.communicate(timeout=20)[0].strip() == "interrupt"
    assert files(store) == []


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms(seconds=0.2), "seconds"),
        (Terms(memory=1_000_000), "memory"),
        (Terms(watch=lambda building: False), "cancel"),
    ],
)
def test_limits_end_a_build_and_leave_no_file(store: Store, terms: Terms, reason: str) -> None:
    with pytest.raises(BuildStopped) as stopped:
        store.fetch(LARGE, terms)
    assert stopped.value.reason == reason
    assert files(store) == []


def test_an_exception_in_a_callback_is_raised_and_leaves_no_file(store: Store) -> None:
    def watch(building: object) -> bool:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        store.fetch(LARGE, Terms(watch=watch))
    assert files(store) == []


def test_a_full_disk_is_reported_and_leaves_no_file(store: Store) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
    process = builder(store, LARGE, limit)
    out = process.communicate(timeout=20)[0]
    assert out.startswith("not enough disk space for a database of 57.7 MB")
    assert files(store) == []


def test_a_store_that_cannot_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Store(tmp_path / "file" / "patterns").fetch(SMALL)
