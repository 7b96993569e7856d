"""The page's code for a kind is in the files of that kind, and every kind has these files."""

from __future__ import annotations

import re

import pytest

from budge.puzzles import KINDS
from budge.web.bundle import FOLDER


@pytest.mark.parametrize("room", ["board", "edit"])
def test_every_kind_has_its_file_and_its_entry(room):
    listed = re.findall(r'^import \{ \w+ \} from "\./(\w+)\.js";$', (FOLDER / room / "index.js").read_text(), re.M)
    assert set(listed) == set(KINDS)
    for kind in KINDS:
        assert f'static kind = "{kind}";' in (FOLDER / room / f"{kind}.js").read_text()


def test_no_view_depends_on_a_kind():
    for path in FOLDER.glob("*.js"):
        assert not re.search(rf'"({"|".join(KINDS)})"', path.read_text()), path.name
