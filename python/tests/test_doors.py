"""Every job has a function, and it gives what its command prints."""

import inspect
import json
import os
import re
import shutil
import subprocess

import numpy as np
import pytest

import appell
from appell import _jobs

PROGRAM = os.environ.get("APPELL_PROGRAM", "")
needs_program = pytest.mark.skipif(not shutil.which(PROGRAM), reason="the program appell is not built")


def printed(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True).stdout


def test_these_are_jobs():
    wanted = {"lint", "mass", "convert", "models", "quantities", "measured", "spectrum", "analyze", "check", "retime"}
    assert wanted <= set(_jobs.__all__) <= set(appell.__all__)
    for name in _jobs.__all__:
        assert getattr(appell, name) is getattr(_jobs, name) and getattr(appell, name).__doc__


@needs_program
def test_every_command_of_the_reference_has_a_function_with_its_options():
    reference = printed("completion", "markdown")
    parts = re.split(r"^### (.*)$", reference, flags=re.MULTILINE)[1:]
    assert len(parts) > 2 * 15
    for name, text in zip(parts[::2], parts[1::2]):
        function = getattr(_jobs, name)
        keywords = inspect.signature(function).parameters
        for option in re.findall(r"^\| [^|]*(?:\\\|[^|]*)* \| `(\w+)` \|", text.split("\n## ")[0], flags=re.MULTILINE):
            assert option in keywords, (name, option)
            assert re.search(rf"^    {option} ", function.__doc__, flags=re.MULTILINE), (name, option)


@needs_program
def test_robots(tmp_path):
    assert appell.models() == [row["name"] for row in json.loads(printed("models", "--json"))]
    assert isinstance(appell.models(), list) and appell.models().rows[0]["dof"] > 0
    report = appell.lint("panda")
    assert dict(report) == json.loads(printed("lint", "panda", "--json"))
    assert report.text == printed("lint", "panda")
    assert dict(appell.lint(appell.load("panda"))) == dict(report)  # One that is held.
    written = appell.convert("planar2r", tmp_path / "r.urdf")
    assert written.file == str(tmp_path / "r.urdf") and appell.load(written.file).dof == 2
    with pytest.raises(ValueError, match="output .*ends with neither .toml nor .urdf"):
        appell.convert("planar2r", tmp_path / "r.sdf")


@needs_program
def test_bodies(tmp_path):
    body = tmp_path / "box.toml"
    body.write_text("name='box'\n[[part]]\nname='p'\nshape='box'\nsize=[0.2,0.4,0.6]\nmass=2\nxyz=[1,0,0]\n")
    found = appell.mass(body, about="1,0.5,0", axes="0,0,0.3")
    assert dict(found) == json.loads(printed("mass", body, "--about", "1,0.5,0", "--axes", "0,0,0.3", "--json"))
    assert found.polar_com == pytest.approx(2 / 12 * (0.04 + 0.16 + 0.36), rel=1e-14)
    assert appell.mass(body, urdf=True).urdf == printed("mass", body, "--urdf")
    link = appell.mass("panda", link="link4")
    assert dict(link) == dict(appell.mass(appell.load("panda"), link="link4"))
    with pytest.raises(ValueError, match="material: is for mesh files"):
        appell.mass(body, material="steel")
    with pytest.raises(ValueError, match="link: is needed"):
        appell.mass(appell.load("panda"))


@needs_program
def test_quantities():
    rows = json.loads(printed("quantities", "--json"))
    for quantity, row in zip(appell.quantities(), rows, strict=True):
        assert {key: list(x) if isinstance(x, tuple) else x for key, x in quantity._asdict().items()} == row
    assert [x.name for x in appell.quantities(only=["power", "q"])] == ["q", "power"]
    with pytest.raises(ValueError, match="only: there is no quantity 'powr'"):
        appell.quantities(only="powr")


LAWS = {"shoulder": "0.6*sin(2*t)", "elbow": "0.4*cos(3*t)"}


# Oracle: the viscous friction that was put in.
@needs_program
def test_measured_forces_of_a_log(tmp_path):
    model = appell.load("planar2r")
    motion = appell.Motion(model.names, [appell.expression(LAWS[name]) for name in model.names], (0.0, 6.0))
    t = motion.times(3001)
    q = motion.sample(t, 2)
    effort = appell.rnea(model, q, 0)[:, 0] + q[:, 1] * [0.3, 0.2]
    log = tmp_path / "log.csv"
    head = ["t", *model.names, *(f"{name}.effort" for name in model.names)]
    np.savetxt(log, np.column_stack([t, q[:, 0], effort]), "%.17g", ",", header=",".join(head), comments="")
    found = appell.measured(model, log, fit_friction="coulomb", friction_out=tmp_path / "f.toml")
    assert [joint["name"] for joint in found.joints] == list(model.names)
    for joint, viscous in zip(found.joints, (0.3, 0.2), strict=True):
        assert joint["parameters"]["viscous"]["value"] == pytest.approx(viscous, abs=1e-4)
    assert dict(found) == json.loads(printed("measured", "planar2r", log, "--fit-friction", "coulomb", "--json"))
    assert (tmp_path / "f.toml").exists()
    with pytest.raises(ValueError, match="nothing was measured"):
        appell.measured(model, motion)


# Oracle: a swing at 2 Hz without gravity has its torque there; numpy's transform of the windowed samples.
def test_spectra(tmp_path):
    model = appell.load("planar2r", gravity=[0, 0, 0])
    laws = [appell.expression("0.01*sin(4*pi*t)"), appell.expression("1")]
    motion = appell.Motion(model.names, laws, (0.0, 5.0))
    found = appell.spectrum(model, motion, rate=100.0, above=["5"], output=tmp_path / "s.npz")
    signal = found.signals[0]
    assert signal["name"] == "Q_drive.shoulder" and signal["dominant_frequency"] == pytest.approx(2.0)
    assert found.f[1] == pytest.approx(0.2) and set(found.amplitude) == {s["name"] for s in found.signals}
    amplitude = found.amplitude["Q_drive.shoulder"]
    assert found.f[amplitude.argmax()] == pytest.approx(2.0)
    tau = appell.rnea(model, motion.sample(np.arange(500) / 100.0, 2), 0)[:, 0, 0]
    window = np.hanning(501)[:500]
    expected = 2 * abs(np.fft.rfft((tau - tau.mean()) * window)) / window.sum()
    np.testing.assert_allclose(amplitude[5:20], expected[5:20], atol=1e-3 * expected.max())
    with np.load(tmp_path / "s.npz") as table:
        assert np.array_equal(table["f"], found.f)
