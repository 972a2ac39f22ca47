"""Models, motions and results can be pickled and copied: what comes back gives the same numbers bit for bit."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import appell


def again(thing):
    return pickle.loads(pickle.dumps(thing))


WAY = np.array([-0.1, -0.1, -0.1, -1.0, 0.1, 1.0, 0.1]) + np.eye(7)[:3] / 2


def retimed(model, path):
    return appell.retime(model, path, {"default": {"velocity": 1.0, "acceleration": 5.0, "jerk": 50.0}})


def torques(model, q):
    return appell.rnea(model, q, 2)


@pytest.mark.parametrize("name", appell.models())
def test_models(name):
    model = appell.load(name, gravity=[0.1, 0.2, -9.7])
    twin = again(model)
    q = np.random.default_rng(1).uniform(-1, 1, (5, model.dof))
    assert np.array_equal(torques(twin, q), torques(model, q))
    assert twin.to_toml() == model.to_toml()
    assert twin.coordinates == model.coordinates and twin.warnings == model.warnings
    assert twin.end_effector == model.end_effector and np.array_equal(twin.gravity, model.gravity)
    for own, other in zip(twin.frames + twin.bodies, model.frames + model.bodies):
        assert all(np.array_equal(a, b) for a, b in zip(own, other))
    assert copy.copy(model) is model and copy.deepcopy(model) is model  # They never change.


# A model that no file could say without accept_inertia, and one whose file had something odd.
def test_models_that_were_accepted(tmp_path):
    urdf = """<robot name="r"><link name="base"/><link name="a"><inertial><mass value="1"/>
      <inertia ixx="9" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>"""
    (tmp_path / "r.urdf").write_text(urdf)
    with pytest.raises(appell.ModelError):
        appell.load(tmp_path / "r.urdf")
    model = appell.load(tmp_path / "r.urdf", accept_inertia=True)
    twin = again(model)
    assert twin.warnings == model.warnings and twin.to_toml() == model.to_toml()
    q = np.ones((5, 1))
    assert np.array_equal(torques(twin, q), torques(model, q))


def test_other_processes_take_models(panda):
    q = np.random.default_rng(1).uniform(-1, 1, (4, 5, 7))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.starmap(torques, [(panda, one) for one in q])
    assert np.array_equal(found, [torques(panda, one) for one in q])


def test_wrenches(panda):
    q = np.ones((3, 7))
    for axes in ("world", "frame"):
        load = appell.Wrench([[1.0, 2, 3], [4, 5, 6]], [0.1, 0.2, 0.3], panda.frames[4].name, axes)
        assert np.array_equal(appell.rnea(panda, q, loads=again(load)), appell.rnea(panda, q, loads=load))


def test_results(tmp_path, panda):
    motion = appell.Motion(panda.names, [appell.minimum_jerk(0.0, 0.0, 1.0, 0.1 * j) for j in range(7)])
    springs = tmp_path / "springs.toml"
    springs.write_text("[default]\nstiffness = 20000\nrotor_inertia = 0.01\n")
    for result in (
        appell.evaluate(panda, np.ones((4, 3, 7)), only=["Q_drive", "T"]),
        appell.analyze(panda, motion, only="Q_drive", samples=5),
        appell.elastic(panda, motion, springs, samples=5),
    ):
        for twin in (again(result), copy.copy(result), copy.deepcopy(result)):
            assert list(twin) == list(result) and twin.notes == result.notes
            assert all(np.array_equal(twin[name], result[name]) for name in result)
            assert str(twin.units) == str(result.units)
    for report in (
        appell.lint("panda"),
        appell.check(panda, motion, {"default": {"velocity": 1.0}}),
        appell.capability(panda, np.zeros((2, 7)), "panda"),
        retimed(panda, WAY),
    ):
        for twin in (again(report), copy.copy(report), copy.deepcopy(report)):
            assert dict(twin) == dict(report) and repr(twin) == repr(report)
    check = again(appell.check(panda, motion, {"default": {"velocity": 1.0}}))
    check.report(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size > 1000


def same_motion(twin, motion):
    times = motion.times(17)
    order = min(4, max(2, motion.continuity))
    assert twin.joints == motion.joints and twin.range == motion.range and twin.kind == motion.kind
    assert twin.notes == motion.notes and twin.continuity == motion.continuity
    assert twin._core.source == motion._core.source or motion.kind == "retimed"
    assert np.array_equal(twin.sample(times, order), motion.sample(times, order))
    return True


LAWS = {
    "positions": appell.Spline([0, 1, 2], 2, positions=[0, 1, 0], start={1: 0.0}, end={1: 0.0}),
    "accelerations": appell.Spline([0, 1, 2], 2, interior_accelerations=[0.3], start={0: 0.0, 1: 0.0}, end={0: 1.0, 1: 0.0}),
    "polynomial": appell.polynomial(0, [0, 0, 0], 2, [1, 0, 0]),
    "minimum_jerk": appell.minimum_jerk(0, 0, 2, 1),
    "minimum_snap": appell.minimum_snap(0, 0, 2, 1),
    "jerk_limited": appell.jerk_limited(0, 0, 2, velocity=10, acceleration=10, jerk=1),
    "hold": appell.hold(0, 2, 1),
    "fourier": appell.fourier(2, 0.1, [0.3], [1.0]),
    "expression": appell.expression("0.5*cos(2*t)"),
    "interpolate": appell.interpolate(np.linspace(0, 2, 50), np.random.default_rng(1).normal(size=50)),
    "smooth": appell.smooth(np.linspace(0, 2, 50), np.random.default_rng(1).normal(size=50), noise=0.1),
    "faster": appell.minimum_jerk(0, 0, 2, 1).at_speed(1.7),
}


@pytest.mark.parametrize("name", LAWS)
def test_laws(name):
    law = LAWS[name]
    for twin in (again(law), copy.copy(law), copy.deepcopy(law)):
        assert type(twin) is type(law) and twin.kind == law.kind and twin.range == law.range and twin.seams == law.seams
        assert np.array_equal(twin([0.1, 0.7, 1.1], 4), law([0.1, 0.7, 1.1], 4))


def test_motions(tmp_path, panda):
    t = np.linspace(0, 2, 40)
    text = 'kind = "minimum_jerk"\nduration = 1.5\n[[joint]]\nname = "a"\nfrom = 0.0\nto = 1.0\n'
    (tmp_path / "m.toml").write_text(text)
    samples = np.column_stack([t, np.sin(t) + np.random.default_rng(1).normal(0, 1e-3, 40)])
    np.savetxt(tmp_path / "log.csv", samples, fmt="%.6f", delimiter=",", header="t,a", comments="")
    all_of_panda = appell.Motion(panda.names[::-1], [appell.minimum_jerk(0, 0, 1, 0.1 * j) for j in range(7)])
    one, back = appell.Motion(["a"], [LAWS["minimum_jerk"]]), appell.Motion(["a"], [appell.minimum_jerk(0, 1, 1, 0)])
    fast = retimed(panda, WAY).motion
    motions = [
        one, one.at_speed(1.3), appell.sequence([one, back.at_speed(0.5)]), appell.Motion(["b"], one.laws, (0.2, 0.4)),
        all_of_panda.for_model(panda), appell.Motion.from_toml(text), appell.Motion.from_samples(t, np.sin(t)[:, None], ["a"]),
        appell.load_motion(tmp_path / "m.toml"), appell.load_motion(tmp_path / "log.csv", smooth="none"),
        appell.load_motion(tmp_path / "log.csv", smooth="auto"), fast, fast.at_speed(0.9),
    ]
    for motion in motions:
        assert all(same_motion(twin, motion) for twin in (again(motion), copy.copy(motion), copy.deepcopy(motion)))
    dumped = [pickle.dumps(motion) for motion in motions]
    (tmp_path / "m.toml").unlink(), (tmp_path / "log.csv").unlink()  # What was read is in the pickle.
    assert all(same_motion(pickle.loads(text), motion) for text, motion in zip(dumped, motions))


def test_motions_that_cannot_be_made_again(tmp_path, panda):
    (tmp_path / "log.csv").write_text("t,a\n0,0\n0.25,0.1\n0.5,0.3\n0.75,0.1\n1,0\n")
    motion = appell.load_motion(tmp_path / "log.csv", smooth="none")
    (tmp_path / "log.csv").write_text("t,a\n0,0\n0.5,0.4\n1,0\n")
    with pytest.raises(pickle.PicklingError, match="log.csv has changed since it was read"):
        pickle.dumps(motion)
    (tmp_path / "log.csv").unlink()
    with pytest.raises(pickle.PicklingError, match="log.csv is not there any more"):
        pickle.dumps(motion)
    way = appell.Motion(panda.names, [appell.minimum_jerk(0, *ends) for ends in zip(WAY[0], [1] * 7, WAY[1])])
    fast = retimed(panda, way).motion
    with pytest.raises(pickle.PicklingError, match="no file has"):
        pickle.dumps(fast)
