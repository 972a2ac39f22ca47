"""What README and the pages about Python show."""

import doctest
import pathlib
import re

import numpy as np
import pytest

import appell

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/tour.md", "docs/python.md", "docs/performance.md"])
def test_sessions_in_documents(page):
    text = "\n".join(BLOCK.findall((ROOT / page).read_text()))
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {"np": np, "appell": appell}, page, page, 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_our_side_of_the_table_for_users_of_pinocchio():
    model = appell.load("panda")
    q, v, a, jerk, snap = np.random.default_rng(1).uniform(-1, 1, (5, 7))
    names = dict(appell=appell, model=model, q=q, v=v, a=a, jerk=jerk, snap=snap, f=[1.0, 2, 3], n=[0.0, 0, 1], i=3)
    page = (ROOT / "docs/from-pinocchio.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("|")][2:]
    found = {}
    for line in rows:
        pinocchio, ours = line.strip("| ").split(" | ")
        for snippet in re.findall(r"`((?:model = )?(?:appell|model)\.[^`]*)`", ours):
            code = snippet.replace("model = ", "").replace("load(f)", 'load("panda")')
            found[pinocchio, snippet] = eval(code.replace('"link"', f'"{model.frames[5].name}"'), names)
    assert len({pinocchio for pinocchio, _ in found}) == len(rows) - 1  # The last one is words.
    moments = next(value for (pinocchio, _), value in found.items() if "computeCentroidalMomentum" in pinocchio)
    check_centroidal_momentum(model, q, v, moments)
    for snippet in re.findall(r"`((?:appell\.load|model\.with_gravity|forces)\([^`]*)`", page.split("## Conventions")[1]):
        code = snippet.replace("gravity=...", "gravity=[0, 0, -1.62]").replace("_gravity(...)", "_gravity([0, 0, -1.62])")
        eval(code.replace("load(f", 'load("panda"').replace("forces(...", "appell.forces(model, [q, v, a]"), names)


# Oracle: the definitions, summed over bodies whose placements and velocities come from forward_kinematics().
def check_centroidal_momentum(model, q, v, moments):
    T = appell.forward_kinematics(model, [q, v], 1)
    at = {frame.name: i for i, frame in enumerate(model.frames)}
    parts = []
    for body in model.bodies:
        X, X_dot = T[:, at[body.name]]
        omega_hat = X_dot[:3, :3] @ X[:3, :3].T
        omega = np.array([omega_hat[2, 1], omega_hat[0, 2], omega_hat[1, 0]])
        c, c_dot = X @ [*body.com, 1.0], X_dot @ [*body.com, 1.0]
        spin = X[:3, :3] @ body.inertia_com @ X[:3, :3].T @ omega
        parts.append((body.mass, c[:3], c_dot[:3], spin))
    total = sum(m for m, *_ in parts)
    centre = sum(m * c for m, c, _, _ in parts) / total
    linear = sum(m * c_dot for m, _, c_dot, _ in parts)
    angular = sum(spin + np.cross(c - centre, m * c_dot) for m, c, c_dot, spin in parts)
    np.testing.assert_allclose(moments["centre_of_mass"][0], centre, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(moments["linear_momentum"][0], linear, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(moments["angular_momentum_com"][0], angular, rtol=1e-11, atol=1e-12)
