"""Sweeps: arrays are what the program's folder holds, and statistics are those of the arrays."""

import json
import os
import subprocess

import numpy as np
import pytest

import appell

MOVE = """kind = "minimum_jerk"
duration = 1
[[joint]]
name = "shoulder"
from = 0.1
to = 0.9
[[joint]]
name = "elbow"
from = 1.0
to = 0.4
"""


@pytest.fixture
def study(tmp_path):
    move = tmp_path / "move.toml"
    move.write_text(MOVE)
    return {
        "model": "planar2r",
        "motions": [str(move)],
        "seed": 3,
        "draws": 200,
        "order": 1,
        "samples": 101,
        "quantities": ["Q_drive"],
        "reduce": ["max_abs", "rms"],
        "vary": [{"what": "inertia", "links": ["link*"], "sd": 0.1}],
    }


def test_summary_is_that_of_the_arrays(study, tmp_path):
    """numpy's mean, deviation, quantiles and order, of the arrays that were read."""
    swept = appell.sweep(study, tmp_path / "results")
    assert swept.results.shape == (200, 8) and swept.is_complete
    assert swept.numbers.shape == (200, 20)
    assert list(swept.factors) == ["inertia link1", "inertia link2"]
    assert swept.summary["items"] == 200
    for column, found in zip(swept.results.T, swept.summary["results"]):
        assert found["mean"] == pytest.approx(column.mean(), rel=1e-13)
        assert found["sd"] == pytest.approx(column.std(ddof=1), rel=1e-11)
        for p, value in found["quantiles"].items():
            assert value == pytest.approx(np.quantile(column, float(p)), rel=1e-14)
        assert [w["item"] for w in found["worst"]] == np.argsort(-column, kind="stable")[:5].tolist()
    assert swept["Q_drive.elbow.max_abs"].tolist() == swept.results[:, 2].tolist()


def test_results_are_those_of_the_model_drawn(study, tmp_path):
    """Where the factor on the mass is 1, analyze() of the model has the results; where it is 2.5, they are larger."""
    study["vary"] = [{"what": "mass", "links": ["link2"], "values": [1.0, 2.5]}]
    study["draws"] = 8
    swept = appell.sweep(study, tmp_path / "results")
    motion = appell.load_motion(study["motions"][0])
    robot = appell.load("planar2r")
    largest = np.abs(appell.analyze(robot, motion, only=["Q_drive"], order=1, samples=101)["Q_drive"]).max(axis=0)
    unchanged = swept.numbers[:, 0] == 1.0
    assert 0 < unchanged.sum() < 8
    for row in swept.results[unchanged]:
        assert row[::2] == pytest.approx(largest.ravel(), rel=1e-13)
    for row in swept.results[~unchanged]:
        assert (row[::2] > 1.05 * largest.ravel()).all()


def test_shards_and_program_give_the_same_bits(study, tmp_path):
    whole = appell.sweep(study, tmp_path / "whole", threads=1)
    study["items_per_part"] = 50
    for i in range(2):
        appell.sweep(study, tmp_path / "shards", shard=(i, 2))
    shards = appell.read_sweep(tmp_path / "shards")
    with pytest.raises(ValueError, match="merge_sweep"):
        shards.summary
    merged = appell.merge_sweep(tmp_path / "shards")
    assert (merged.results == whole.results).all() and (merged.numbers == whole.numbers).all()
    assert merged.summary["results"] == whole.summary["results"]
    blocks = list(merged.blocks(parts=1))
    assert len(blocks) > 1
    assert (np.concatenate([results for _, _, results in blocks]) == whole.results).all()


def test_pages_show_the_study(study, tmp_path):
    swept = appell.sweep(study, tmp_path / "results")
    swept.report(tmp_path / "with.html")
    appell.read_sweep(tmp_path / "results").report(tmp_path / "without.html")
    with_robot, without = ((tmp_path / name).read_text() for name in ("with.html", "without.html"))
    for page in (with_robot, without):
        assert '"Distributions"' in page and "inertia link2" in page
    assert '"scene":null' in without.replace(" ", "") and '"scene":null' not in with_robot.replace(" ", "")


def test_what_is_wrong_is_said(study, tmp_path):
    appell.sweep(study, tmp_path / "results")
    with pytest.raises(ValueError):
        appell.sweep(study, tmp_path / "results")
    appell.sweep(study, tmp_path / "results", resume=True)
    study["seed"] = 4
    with pytest.raises(ValueError, match="study"):
        appell.sweep(study, tmp_path / "results", resume=True)
    with pytest.raises(ValueError, match="shard"):
        appell.sweep(study, tmp_path / "other", shard=(2, 2))
    study["vary"][0]["what"] = "inertias"
    with pytest.raises(appell.ModelError, match="did you mean 'inertia'"):
        appell.sweep(study, tmp_path / "other")
    with pytest.raises(ValueError, match="empty"):
        appell.sweep({}, tmp_path / "other")
    with pytest.raises(KeyError, match="no result or number 'x'"):
        appell.read_sweep(tmp_path / "results")["x"]


def test_the_program_reads_and_writes_the_same_folders(study, tmp_path):
    program = os.environ.get("APPELL_PROGRAM")
    if not program:
        pytest.skip("APPELL_PROGRAM does not say where the program is")
    swept = appell.sweep(study, tmp_path / "results")
    before = (tmp_path / "results" / "summary.json").read_bytes()
    subprocess.run([program, "sweep", "--merge", tmp_path / "results"], check=True, capture_output=True)
    assert (tmp_path / "results" / "summary.json").read_bytes() == before
    assert json.loads(before)["items"] == swept.num_items
