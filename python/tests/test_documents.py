"""What README and the pages about Python show."""

import doctest
import pathlib
import re

import numpy as np
import pytest

import appell

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/performance.md"])
def test_sessions_in_documents(page):
    text = "\n".join(BLOCK.findall((ROOT / page).read_text()))
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {"np": np, "appell": appell}, page, page, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_our_side_of_the_table_for_users_of_pinocchio():
    model = appell.load("panda")
    q, v, a, jerk, snap = np.random.default_rng(1).uniform(-1, 1, (5, 7))
    names = dict(appell=appell, model=model, q=q, v=v, a=a, jerk=jerk, snap=snap, f=[1.0, 2, 3], n=[0.0, 0, 1], i=3)
    ran = 0
    for line in (ROOT / "docs/from-pinocchio.md").read_text().splitlines():
        if not line.startswith("| `pin.") and "finite differences" not in line:
            continue
        for snippet in re.findall(r"`(appell\.[^`]*\))[^`(]*`", line.split(" | ")[-1]):
            if "appell.load" not in snippet:
                eval(snippet.replace('"link"', f'"{model.frames[5].name}"'), names)
                ran += 1
    assert ran >= 15
