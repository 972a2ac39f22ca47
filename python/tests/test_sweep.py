"""Sweeps: arrays are what the program's folder holds, and statistics are those of the arrays."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

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


def test_series_are_those_of_the_motion(study, tmp_path):
    """Nothing but the speed varies: at λ, q(λt) has the torques of analyze() of the motion at that speed, sample by
    sample, and reductions are those of the series. Two motions of different length have series of their own."""
    slow = tmp_path / "slow.toml"
    slow.write_text(MOVE.replace("duration = 1", "duration = 1.5"))
    study.update(motions=[*study["motions"], str(slow)], draws=12, items_per_part=5, series=["Q_drive", "T"],
                 quantities=["Q_drive", "T"], vary=[{"what": "speed", "values": [1.0, 0.5]}])
    del study["samples"]
    study["every"] = 0.01
    appell.sweep(study, tmp_path / "results")
    swept = appell.read_sweep(tmp_path / "results")
    robot = appell.load("planar2r")
    speeds = swept["speed"]
    assert set(speeds) == {1.0, 0.5}
    for item in swept.items:
        series = swept.series(item)
        motion = appell.load_motion(study["motions"][item // 12])
        samples = 101 if item < 12 else 151
        assert series.t.shape == (samples,) and series["Q_drive"].shape == (samples, 4)
        assert series.t[-1] == pytest.approx((1.0 if item < 12 else 1.5) / speeds[item], rel=1e-14)
        expected = appell.analyze(robot, motion, only=["Q_drive"], order=1, samples=samples)["Q_drive"]
        if speeds[item] == 1.0:
            assert series["Q_drive"] == pytest.approx(expected.reshape(samples, 4), rel=1e-12, abs=1e-12)
        peaks = [swept[f"{name}.max_abs"][item] for name in series.columns["Q_drive"]]
        assert np.abs(series["Q_drive"]).max(axis=0).tolist() == peaks
        assert series.columns["Q_drive"][3] == "Q_drive.elbow.d1" and series.units["Q_drive"][3] == "N m/s"
        assert (series["Q_drive.elbow.d1"] == series["Q_drive"][:, 3]).all()
        assert "T/link2" in series and "T" not in series
        with pytest.raises(KeyError, match="no series 'T'; there are Q_drive, T/base"):
            series["T"]


def test_series_that_are_not_there_are_said(study, tmp_path):
    appell.sweep(study, tmp_path / "results")
    with pytest.raises(ValueError, match="keeps none"):
        appell.read_sweep(tmp_path / "results").series(0)
    with pytest.raises(IndexError, match="items 0 to 199"):
        appell.read_sweep(tmp_path / "results").series(200)
    study.update(series=["Q_drive"], items_per_part=100)
    appell.sweep(study, tmp_path / "shards", shard=(0, 2))
    half = appell.read_sweep(tmp_path / "shards")
    assert half.series(99)["Q_drive"].shape == (101, 4)
    with pytest.raises(ValueError, match="item 100 is not computed yet"):
        half.series(100)
    appell.sweep(study, tmp_path / "shards", shard=(1, 2))
    assert half.series(100)["Q_drive"].shape == (101, 4)


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


def test_what_is_odd_about_motions_is_warned_of(study, tmp_path):
    """Noise of 1e-4 rad in samples 2 ms apart is some 1e5 times as large in the third derivative."""
    t = np.linspace(0.0, 1.0, 501)
    q = 0.3 * t[:, None] ** 2 * np.ones(2) + np.random.default_rng(1).normal(0.0, 1e-4, (501, 2))
    log = tmp_path / "log.csv"
    np.savetxt(log, np.column_stack([t, q]), delimiter=",", header="t,shoulder,elbow", comments="")
    study["motions"] = [str(log)]
    study["smooth"] = "none"
    with pytest.warns(UserWarning, match="largely noise of the samples"):
        appell.sweep(study, tmp_path / "results")


def test_the_recipe_for_dask_runs(tmp_path):
    """The recipe of docs/sweep.md, word for word, with processes of concurrent.futures in the place of Dask's workers."""
    root = pathlib.Path(__file__).parents[2]
    recipe = re.search(r"```python\n(import appell\nimport dask\n.*?)```", (root / "docs/sweep.md").read_text(), re.DOTALL)
    assert recipe
    for name in ("inertia.toml", "move.toml"):
        shutil.copy(root / "examples" / "sweep" / name, tmp_path)
    (tmp_path / "recipe.py").write_text(recipe[1])
    (tmp_path / "dask").mkdir()
    (tmp_path / "dask" / "__init__.py").write_text(
        "import multiprocessing\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "tasks = {}\n"
        "def delayed(function):\n"
        "    tasks['function'] = function\n"
        "    return lambda *arguments: arguments\n"
        "def call(arguments):\n"
        "    return tasks['function'](*arguments)\n"
        "def compute(*all, retries):\n"
        "    with ProcessPoolExecutor(2, multiprocessing.get_context('fork')) as pool:\n"
        "        return list(pool.map(call, all))\n")
    (tmp_path / "dask" / "distributed.py").write_text("def Client(address): pass\n")
    done = subprocess.run([sys.executable, "recipe.py"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(appell.__file__))})
    assert done.returncode == 0, done.stderr
    assert "inertia link6" in done.stdout
    assert appell.read_sweep(tmp_path / "results").is_complete


def test_the_program_reads_and_writes_the_same_folders(study, tmp_path):
    program = os.environ.get("APPELL_PROGRAM")
    if not program:
        pytest.skip("APPELL_PROGRAM does not say where the program is")
    swept = appell.sweep(study, tmp_path / "results")
    before = (tmp_path / "results" / "summary.json").read_bytes()
    subprocess.run([program, "sweep", "--merge", tmp_path / "results"], check=True, capture_output=True)
    assert (tmp_path / "results" / "summary.json").read_bytes() == before
    assert json.loads(before)["items"] == swept.num_items
