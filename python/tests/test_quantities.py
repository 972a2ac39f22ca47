"""evaluate() and analyze() against the program, whose JSON has all digits, and against other functions."""

import json
import os
import shutil
import subprocess

import numpy as np
import pytest

import appell

PROGRAM = os.environ.get("APPELL_PROGRAM", "")
needs_program = pytest.mark.skipif(not shutil.which(PROGRAM), reason="the program appell is not built")


def flat(value):
    if isinstance(value, dict):
        return np.concatenate([flat(x) for x in value.values()]) if value else np.zeros(0)
    return np.ravel(np.array(value, dtype=float))


@needs_program
@pytest.mark.parametrize("name", ["panda", "planar2r", "fanuc_lr_mate_100ib"])
def test_every_quantity_is_that_of_the_program(tmp_path, name):
    model = appell.load(name)
    q = np.random.default_rng(3).uniform(-1, 1, (5, model.dof))
    (tmp_path / "state.json").write_text(json.dumps({"q": q.tolist()}))
    run = subprocess.run([PROGRAM, "eval", name, "--state", str(tmp_path / "state.json"), "--order", "2"],
                         capture_output=True, text=True, check=True)
    expected = json.loads(run.stdout)
    found = appell.evaluate(model, q, order=2)
    by_quantity = {}
    for array, about in found.about.items():
        by_quantity.setdefault(about.quantity, []).append(array)
    compared = 0
    for quantity, arrays in by_quantity.items():
        numbers = np.concatenate([found[a].ravel() for a in arrays])
        assert np.array_equal(flat(expected[quantity]), numbers), quantity
        compared += 1
    assert compared > 15
    assert expected["frame"] == found.frame


# Cross-check: a batch is computed by other code than one instant, where there are both.
def test_many_samples_are_as_one(panda):
    q = np.random.default_rng(5).uniform(-1, 1, (130, 5, 7))
    many = appell.evaluate(panda, q, order=2, threads=2)
    one = appell.evaluate(panda, q[77], order=2)
    assert len(many) > 15
    for name in many:
        assert many.axes[name] == ("sample", *one.axes[name])
        np.testing.assert_allclose(many[name][77], one[name], rtol=1e-10, atol=1e-10 * (1 + np.abs(one[name]).max()))
    assert np.array_equal(many["Q_drive"], appell.evaluate(panda, q, order=2, threads=1)["Q_drive"])


def test_quantities_are_those_of_the_functions(panda):
    q = np.random.default_rng(5).uniform(-1, 1, (40, 5, 7))
    result = appell.evaluate(panda, q, order=2, only=["Q_drive", "kinetic_energy", "mass_matrix", "jacobian", "X"])
    np.testing.assert_allclose(result["Q_drive"], appell.rnea(panda, q, 2), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(result["kinetic_energy"], appell.kinetic_energy(panda, q, 2), rtol=1e-11)
    np.testing.assert_allclose(result["mass_matrix"], appell.crba(panda, q, 0)[:, 0], atol=1e-13)
    np.testing.assert_allclose(result["jacobian"], appell.jacobian(panda, q, order=2), atol=1e-12)
    np.testing.assert_allclose(result["X"], appell.frame_velocity(panda, q, order=2), atol=1e-11)
    assert result.units["Q_drive"][2, 0] == "N m/s^2"


def test_what_is_missing_is_said(panda):
    with pytest.raises(ValueError, match="Q_drive"):
        appell.evaluate(panda, np.zeros((2, 7)), only="Q_drive")
    with pytest.raises(ValueError, match="Q_driev.*Q_drive"):
        appell.evaluate(panda, np.zeros((3, 7)), only="Q_driev")
    with pytest.raises(ValueError, match="engine or readable"):
        appell.evaluate(panda, np.zeros((3, 7)), route="x")
    with pytest.raises(KeyError, match="no array 'nothing'"):
        appell.evaluate(panda, np.zeros((3, 7)), only="X")["nothing"]
    with pytest.raises(ValueError, match="no coordinate of 'panda'"):
        appell.evaluate(panda, np.zeros((3, 7)), terms=["jiont1"])


def a_motion(model):
    return appell.Motion(model.names, [appell.expression(f"{0.1 * (j + 1)}*sin({j + 1}*t)") for j in range(model.dof)],
                         (0.0, 1.0))


def test_analysis_is_evaluation_of_samples(panda):
    motion = a_motion(panda)
    result = appell.analyze(panda, motion, only=["q", "Q_drive"], order=2, samples=301, threads=2)
    q = motion.sample(result.t, 4)
    np.testing.assert_allclose(result["Q_drive"], appell.rnea(panda, q, 2), rtol=1e-10, atol=1e-10)
    assert result.t[0] == 0.0 and result.t[-1] == 1.0 and len(result.t) == 301
    assert len(appell.analyze(panda, motion, only="q", every=0.25).t) == 5
    assert len(appell.analyze(panda, motion, only="q", rate=10.0).t) == 11
    with pytest.raises(ValueError, match="2 of them are given"):
        appell.analyze(panda, motion, only="q", every=0.1, samples=3)


@pytest.mark.parametrize("ending", ["csv", "npz"])
def test_files_have_the_same_numbers(panda, tmp_path, ending):
    path = tmp_path / f"table.{ending}"
    arguments = dict(only=["Q_drive"], order=1, samples=65)
    assert len(appell.analyze(panda, a_motion(panda), file=path, **arguments)) == 0
    result = appell.analyze(panda, a_motion(panda), **arguments)
    if ending == "npz":
        assert np.array_equal(np.load(path)["Q_drive"], result["Q_drive"])
    else:
        table = np.genfromtxt(path, delimiter=",", skip_header=1, comments="#")
        table = table[~np.isnan(table).any(axis=1)]
        assert np.array_equal(table[:, 1:], result["Q_drive"].reshape(65, -1))


def test_results_show_themselves(panda):
    pandas = pytest.importorskip("pandas")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result = appell.analyze(panda, a_motion(panda), only=["Q_drive", "kinetic_energy"], samples=11)
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.shape == (11, 3 * 7 + 3)
    assert np.array_equal(frame["Q_drive.joint3.d2"].to_numpy(), result["Q_drive"][:, 2, 2])
    figure = result.plot(derivative=1)
    assert [a.get_ylabel() for a in figure.axes] == ["kinetic_energy\nJ/s", "Q_drive\nN m/s"]
    assert "Q_drive" in result._repr_html_() and "joint7" in panda._repr_html_()
    with pytest.raises(ValueError, match="derivatives 0 to 2; 3"):
        result.plot("Q_drive", derivative=3)
    with pytest.raises(ValueError, match="one instant"):
        appell.evaluate(panda, np.zeros((3, 7))).plot()
