"""Runs the cells of a notebook as Jupyter would: what they print, and the value of a last expression."""

from __future__ import annotations

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and its value; `names` are those of the notebook."""
    tree, printed, value = ast.parse(source), StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def shown(cell: dict[str, Any]) -> tuple[str, str | None]:
    """What the notebook has kept of a run of a cell: what it printed, and its value as text."""
    printed, value = "", None
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            printed += "".join(output["text"])
        else:
            value = "".join(output["data"]["text/plain"])
    return printed, value
