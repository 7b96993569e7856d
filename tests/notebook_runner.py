"""Runs the cells of a notebook as Jupyter would, and keeps what they show: text, pictures, boards that play.

python tests/notebook_runner.py docs/tutorial.ipynb    runs it again and writes the outputs into it
"""

from __future__ import annotations

import ast
import json
import sys
from base64 import b64encode
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

PNG = "image/png"


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and its value; `names` are those of the notebook."""
    tree, printed, value = ast.parse(source), StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None and not source.rstrip().endswith(";"):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def outputs(printed: str, value: Any) -> list[dict[str, Any]]:
    """What a notebook keeps of a run."""
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
            if drawn := getattr(value, method, lambda: None)():
                data = {kind: drawn.splitlines(keepends=True), **data}
        if hasattr(value, "savefig"):
            data = {PNG: picture(value), **data}
        found.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return found


def picture(figure: Any) -> list[str]:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    return [b64encode(buffer.getvalue()).decode()]


def refresh(path: Path) -> None:
    """Runs the whole notebook and writes what its cells show."""
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {"__name__": "__main__"}
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        shown = outputs(*run_cell("".join(cell["source"]), names))
        for output in shown:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number
        cell.update(execution_count=number, outputs=shown)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    refresh(Path(sys.argv[1]))
