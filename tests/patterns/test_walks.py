"""Machines of forbidden walks are learned once and then read."""

import subprocess
import sys

import pytest

from budge.patterns import walks


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGE_CACHE", str(tmp_path))
    walks.walk_automaton.cache_clear()
    yield tmp_path
    walks.walk_automaton.cache_clear()


def test_a_machine_is_learned_once_and_then_read(folder, monkeypatch):
    learned = walks.walk_automaton(12)
    assert [path.name.split("-")[:2] for path in folder.iterdir()] == [["walks", "12"]]
    walks.walk_automaton.cache_clear()
    monkeypatch.delattr(walks.core, "walk_automaton")
    assert walks.walk_automaton(12) == learned


@pytest.mark.parametrize("harm", ["cut short", "a bit changed", "emptied"])
def test_a_damaged_machine_is_learned_again(folder, harm):
    learned = walks.walk_automaton(12)
    [path] = folder.iterdir()
    content = path.read_bytes()
    changed = content[:-1] + bytes([content[-1] ^ 1])
    path.write_bytes({"cut short": content[:100], "a bit changed": changed, "emptied": b""}[harm])
    walks.walk_automaton.cache_clear()
    assert walks.walk_automaton(12) == learned
    assert path.read_bytes() == content


@pytest.mark.parametrize("table", [b"", b"\1\0\0\0" * 4, b"\0" * 12])
def test_an_invalid_machine_is_rejected_whatever_its_checksum(folder, table):
    learned = walks.walk_automaton(12)
    [path] = folder.iterdir()
    walks.write(path, table)
    walks.walk_automaton.cache_clear()
    assert walks.walk_automaton(12) == learned


def test_a_folder_that_cannot_be_written_to_does_no_harm(folder):
    (folder / "file").write_text("")
    walks.write(folder / "file" / "walks", b"table")


def test_a_search_with_a_machine_that_was_read_counts_as_with_one_that_was_learned(folder):
    code = (
        "import budge\n"
        "outcome = budge.solve(budge.load('fifteen/34')[0], engine='ida', heuristic='manhattan', fsm='12')\n"
        "print(outcome.cost, outcome.stats.generated)"
    )
    ran = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout for _ in range(2)]
    assert len(list(folder.iterdir())) == 1
    assert ran[0] == ran[1]
