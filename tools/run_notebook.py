#!/usr/bin/env python3
"""Runs the code cells of a notebook one after the other, as Jupyter would; fails where one does.

usage: run_notebook.py FILE.ipynb ...
"""

import ast
import json
import sys


def run(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names: dict = {"__name__": "__main__"}
    for number, cell in enumerate(c for c in notebook["cells"] if c["cell_type"] == "code"):
        tree = ast.parse("".join(cell["source"]), f"{path}[{number}]")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path}[{number}]", "exec"), names)
        if last is not None:  # What a notebook shows: as a page, if it can.
            value = eval(compile(ast.Expression(last.value), f"{path}[{number}]", "eval"), names)
            shown = getattr(value, "_repr_html_", lambda: repr(value))()
            print(shown.splitlines()[0][:100] if shown else "")


if __name__ == "__main__":
    for notebook in sys.argv[1:]:
        run(notebook)
