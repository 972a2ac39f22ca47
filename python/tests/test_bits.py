"""The numbers are those of C++, bit for bit: by Dynamics in a program of its own."""

import os
import pathlib
import subprocess

import numpy as np
import pytest

import appell

REFERENCE = pathlib.Path(os.environ.get("APPELL_PYTHON_REFERENCE", "python_reference"))
FUNCTIONS = {
    "rnea": (appell.rnea, 2), "gravity": (appell.gravity, 0), "bias": (appell.bias, 1),
    "momentum": (appell.momentum, 1), "crba": (appell.crba, 0), "coriolis": (appell.coriolis, 1),
    "jacobian": (lambda m, q, order, **k: appell.jacobian(m, q, order=order, **k), 0),
    "partials": (appell.partials, 2),
}


def reference(tmp_path, mode, model, what, order, q, p=0):
    q.tofile(tmp_path / "q")
    arguments = [REFERENCE, mode, model, what, order, p, *q.shape[:2], tmp_path / "q", tmp_path / "out"]
    subprocess.run([str(x) for x in arguments], check=True)
    return np.fromfile(tmp_path / "out")


@pytest.fixture(params=["panda", "rpr", "humanoid32"])
def robot(request):
    return request.param, appell.load(request.param)


@pytest.mark.parametrize("what", FUNCTIONS)
@pytest.mark.parametrize("order", [0, 1, 2, 5])
def test_one_sample_equals_the_engine(tmp_path, robot, what, order):
    name, model = robot
    function, more = FUNCTIONS[what]
    order = min(order, 1) if what == "partials" else order  # They grow with the square of it.
    q = np.random.default_rng(order).uniform(-1, 1, (3, order + 1 + more, model.dof))
    expected = reference(tmp_path, "single", name, what, order, q)
    found = np.concatenate([function(model, q[i], order=order).ravel() for i in range(3)])
    if what == "jacobian":  # By an object of another order.
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())
    else:
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("what", [f for f in FUNCTIONS if f != "partials"])
@pytest.mark.parametrize("order", [0, 2])
def test_many_samples_equal_blocks(tmp_path, robot, what, order):
    name, model = robot
    function, more = FUNCTIONS[what]
    q = np.random.default_rng(order).uniform(-1, 1, (1100, order + 2 + more, model.dof))  # One order more than needed.
    expected = reference(tmp_path, "batch", name, what, order, q)
    for threads in (1, 2, 5):
        assert np.array_equal(function(model, q, order=order, threads=threads).ravel(), expected)


@pytest.mark.parametrize("p, order", [(0, 0), (0, 2), (1, 0), (1, 1), (3, 2)])
def test_energies_equal_the_engine(tmp_path, robot, p, order):
    name, model = robot
    q = np.random.default_rng(p).uniform(-1, 1, (2, order + p + 2, model.dof))
    expected = reference(tmp_path, "single", name, "acceleration_energy", order, q, p)
    found = [appell.acceleration_energy(model, q[i], p, order) for i in range(2)]
    assert np.array_equal(np.ravel(found), expected)
    if p == 0:
        assert np.array_equal(appell.kinetic_energy(model, q[1], order), found[1])
