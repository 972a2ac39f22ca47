"""One recording, one motion: by every function, and as the program has it."""

import json
import os
import subprocess

import numpy as np
import pytest

import appell

PROGRAM = os.environ.get("APPELL_PROGRAM", "")


def write_log(path, kind):
    """Sines of a Panda at 200 Hz with five decimals: as they are, with an outlier, with wraps, or stamped by another clock."""
    t = np.arange(0, 3, 0.005)
    middle = np.array([0.0, -0.4, 0.0, -2.0, 0.0, 1.8, 0.5])
    q = middle + 0.3 * np.sin(np.outer(t, 1.5 + 0.3 * np.arange(7)))
    if kind == "outlier":
        q[200, 3] += 8e-3
    if kind == "wrap":
        q[:, 6] = np.remainder(q[:, 6] + 2.6 + np.pi, 2 * np.pi) - np.pi
    if kind == "clock":
        held = np.floor(t / 0.0051).astype(int)
        q = middle + 0.3 * np.sin(np.outer(held * 0.0051, 1.5 + 0.3 * np.arange(7)))
    rows = [",".join([f"{s:.4f}"] + [f"{x:.5f}" for x in row]) for s, row in zip(t, q)]
    path.write_text("t," + ",".join(f"joint{j + 1}" for j in range(7)) + "\n" + "\n".join(rows) + "\n")
    return path


@pytest.mark.parametrize("kind", ["decimals", "outlier", "wrap", "clock"])
def test_every_door_has_the_same_motion(panda, tmp_path, capfd, kind):
    log = write_log(tmp_path / "log.csv", kind)
    motion = appell.load_motion(log, model=panda)
    assert "600 rows" in capfd.readouterr().err
    at = [0.3, 1.1, 2.4]
    q = motion.sample(at, order=4)
    direct = appell.analyze(panda, log, only="q", order=2, samples=11)
    loaded = appell.analyze(panda, motion, only="q", order=2, samples=11)
    fewer = appell.analyze(panda, log, only=["q", "Q_drive"], order=0, samples=11)
    assert np.array_equal(direct["q"], loaded["q"])
    assert np.array_equal(direct["q"][:, 0], fewer["q"][:, 0])
    assert appell.check(panda, log, "panda").limits == appell.check(panda, motion, "panda").limits
    assert appell.compare(panda, log, log).figures[1]["values"][0] == appell.compare(panda, motion, motion).figures[1]["values"][0]
    if PROGRAM:
        said = subprocess.run(
            [PROGRAM, "sample", str(log), "--model", "panda", "--at", "0.3,1.1,2.4", "--order", "4", "--json"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert np.array_equal(np.array(json.loads(said.stdout)["q"]), q)


def test_options_are_named(panda, tmp_path):
    log = write_log(tmp_path / "log.csv", "decimals")
    with pytest.raises(TypeError, match="unexpected keyword argument 'smoth'"):
        appell.load_motion(log, smoth="none")
    with pytest.raises(ValueError, match="was read already"):
        appell.analyze(panda, appell.load_motion(log), smooth="none")
    with pytest.raises(ValueError, match="derivatives of q up to"):
        appell.analyze(panda, log, order=3, smooth="none")
    assert appell.analyze(panda, log, order=3, only="q", smooth="none", derivatives=5)["q"].shape[1] == 4
    at = appell.analyze(panda, log, only="q", order=0, at_samples=True).t
    assert len(at) == 600
