"""Models, laws, bodies, checks."""

import base64
import json
import os
import pathlib
import re

import numpy as np
import pytest

import appell


def test_models_are_those_of_the_library():
    for name in appell.models():
        model = appell.load(name)
        assert model.dof == len(model.names) == len(model.limits.lower)
        assert len(model.masses) == len(model.bodies)
        assert model.end_effector in [f.name for f in model.frames]


def test_a_model_file_gives_the_same_robot(panda, tmp_path):
    (tmp_path / "panda.toml").write_text(panda.to_toml())
    copy = appell.load(tmp_path / "panda.toml")
    q = np.random.default_rng(1).uniform(-1, 1, (4, 7))
    assert np.array_equal(appell.rnea(copy, q, 1), appell.rnea(panda, q, 1))


def test_gravity_can_be_changed(panda):
    q = np.random.default_rng(1).uniform(-1, 1, 7)
    moon = appell.load("panda", gravity=[0, 0, -1.62])
    np.testing.assert_allclose(appell.gravity(moon, q) * 9.81 / 1.62, appell.gravity(panda, q), rtol=1e-13, atol=1e-13)
    with pytest.raises(ValueError, match="three numbers"):
        panda.with_gravity([1, 2])


def test_errors_of_files_name_the_place(tmp_path):
    with pytest.raises(appell.ModelError, match="pnada"):
        appell.load("pnada")
    (tmp_path / "bad.urdf").write_text('<robot name="x"><link name="a"/>')
    with pytest.raises(ValueError, match="bad.urdf:1"):
        appell.load(tmp_path / "bad.urdf")
    with pytest.raises(appell.ModelError, match="nothing.toml"):
        appell.load_motion("nothing.toml")
    with pytest.raises(ValueError, match="auto, none or"):
        appell.load_motion("nothing.csv", smooth="much")


# Oracle: derivatives of the sine.
def test_laws_and_motions_have_exact_derivatives():
    t = np.linspace(0.0, 3.0, 200)
    law = appell.expression("sin(2*t)")
    expected = np.stack([np.sin(2 * t), 2 * np.cos(2 * t), -4 * np.sin(2 * t), -8 * np.cos(2 * t)], axis=1)
    np.testing.assert_allclose(law(t, 3), expected, atol=1e-14)
    np.testing.assert_allclose(appell.fourier(2.0, 0.0, [0.0], [1.0])(t, 3), expected, atol=1e-14)
    motion = appell.Motion(["a", "b"], [law, appell.expression("t^3")], (0, 3))
    q = motion.sample(t, 3)
    np.testing.assert_allclose(q[:, :, 0], expected, atol=1e-14)
    np.testing.assert_allclose(q[:, :, 1], np.stack([t**3, 3 * t**2, 6 * t, 6 + 0 * t], axis=1), atol=1e-13)
    fast = motion.at_speed(2.0)
    np.testing.assert_allclose(fast.sample(t / 2, 3), q * 2.0 ** np.arange(4)[:, None], atol=1e-12)
    with pytest.raises(ValueError, match="outside"):
        motion.sample([3.1])
    with pytest.raises(ValueError, match="outside its range"):
        appell.hold(0, 1, 2)(1.5)


def test_splines_meet_their_data():
    knots, positions = np.linspace(0, 2, 6), np.array([0, 1, -1, 2, 0, 1.0])
    law = appell.Spline(knots, 4, positions=positions, start={1: 0.0, 2: 0.0}, end={1: 0.5, 2: 0.0})
    np.testing.assert_allclose(law(knots)[:, 0], positions, atol=1e-12)
    np.testing.assert_allclose(law(2.0, 2)[1:], [0.5, 0.0], atol=1e-9)
    assert law.continuity == 4 and law.amplification >= 1.0
    inner = appell.Spline([0, 0.5, 1, 1.5], 4, interior_accelerations=[0.3, -0.2],
                          start={0: 0, 1: 0, 2: 0, 3: 0}, end={0: 1.0, 2: 0.0})
    np.testing.assert_allclose(inner([0.5, 1.0], 2)[:, 2], [0.3, -0.2], atol=1e-9)
    with pytest.raises(ValueError, match="2 of positions"):
        appell.Spline(knots, 4, positions=positions, initial=[0])


# Oracle: closed forms of box, ball and rod; Steiner.
def test_bodies_have_their_closed_forms():
    box = appell.Body.box([0.1, 0.2, 0.3], density=1000.0)
    assert box.mass == pytest.approx(6.0, rel=1e-14)
    np.testing.assert_allclose(np.diag(box.inertia_com), 6 / 12 * np.array([0.13, 0.10, 0.05]), rtol=1e-13)
    moved = box.at([1.0, 0.0, 0.0])
    np.testing.assert_allclose(np.diag(moved.inertia_about()), np.diag(box.inertia_com) + [0, 6, 6], rtol=1e-13)
    ball = appell.Body.sphere(0.1, mass=2.0) + appell.Body.sphere(0.1, mass=2.0).at([0.5, 0, 0])
    np.testing.assert_allclose(ball.com, [0.25, 0, 0], atol=1e-15)
    assert ball.inertia_about(axis=[0, 0, 1]) == pytest.approx(2 * 0.4 * 2 * 0.01 + 2 * 0.25)
    tube = appell.Body.cylinder(0.05, 0.4, density=2700.0) - appell.Body.cylinder(0.04, 0.4, density=2700.0)
    same = appell.Body.tube(0.05, 0.04, 0.4, density=2700.0)
    assert tube.mass == pytest.approx(same.mass, rel=1e-13)
    np.testing.assert_allclose(tube.inertia_com, same.inertia_com, rtol=1e-12, atol=1e-15)
    assert [p.cut for p in tube.parts] == [False, True]
    np.testing.assert_allclose(tube.at(rpy=[0, np.pi / 2, 0]).inertia_com[0, 0], same.inertia_com[2, 2], rtol=1e-12)
    assert "<inertial>" in tube.to_urdf() and tube.pseudo_inertia[3, 3] == tube.mass


def test_impossible_bodies_are_refused():
    with pytest.raises(appell.ModelError):
        appell.Body.sphere(0.1, mass=1.0) - appell.Body.sphere(0.2, mass=2.0)
    with pytest.raises(ValueError, match="radius"):
        appell.Body.sphere(-0.1, mass=1.0)
    with pytest.raises(ValueError, match="pyramid"):
        appell.Body.of_shape("pyramid", mass=1.0)
    with pytest.raises(ValueError, match="com has shape"):
        appell.Body.point(1.0, [0.0, 1.0])


# Oracle: the minimum-jerk law from 0 to 1 within T has the largest speed 15/8/T.
def test_capability_is_that_of_the_command():
    model = appell.load("planar2r")
    limits = {"default": {"torque": 40.0, "torque_rate": 100.0}}
    found = appell.capability(model, [[0.3, 0.9], [0.5, -0.2], [0.0, 0.0]], limits)
    assert found.frame == "tip" and found.jerk is not None
    shoulder = found.acceleration["joints"][0]
    h = np.ravel(appell.rnea(model, [[0.3, 0.9], [0.5, -0.2], [0.0, 0.0]]))
    assert shoulder["holding"] == pytest.approx(h[0], rel=1e-12)
    M = np.reshape(appell.crba(model, [[0.3, 0.9]]), (2, 2))
    highest = min((np.sign(M[:, 0]) * 40.0 - h) / M[:, 0])
    assert shoulder["alone"][1] == pytest.approx(highest, rel=1e-11)
    box = appell.capability(model, limits=limits, boxes=50, box={
        "default": {"velocity": 0.2}, "joint": {"shoulder": {"position": [0.2, 0.4]}, "elbow": {"position": [0.8, 1.0]}}})
    bound = box.acceleration["joints"][0]["alone"]
    assert 0 < bound["proven"] <= bound["attained"]
    loaded = appell.capability(model, [[0.0, 0.0], [0.0, 0.0]], limits, loads=appell.Wrench([0.0, 0.0, 20.0], frame="tip"))
    free = appell.capability(model, [[0.0, 0.0], [0.0, 0.0]], limits)
    more = loaded.acceleration["joints"][0]["holding"] - free.acceleration["joints"][0]["holding"]
    assert more == pytest.approx(20.0 * 0.9, rel=1e-12)
    with pytest.raises(ValueError, match="one of them is needed"):
        appell.capability(model, limits=limits)
    with pytest.raises(ValueError, match="no joint has a limit of torque"):
        appell.capability(model, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="shape"):
        appell.capability(model, np.zeros((2, 3)), limits)


def test_compare_has_the_standard_laws():
    model = appell.load("planar2r")
    motion = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 2, 1), appell.hold(0, 2, 0)])
    report = appell.compare(model, motion, names=["mine"])
    assert [m["name"] for m in report.motions] == ["mine", "minimum_jerk", "minimum_snap", "jerk_limited"]
    figures = {f["name"]: [v["value"] for v in f["values"]] for f in report.figures}
    assert figures["velocity"] == pytest.approx([15 / 16, 15 / 16, 35 / 32, 3 / 4], rel=1e-9)
    assert len(appell.compare(model, motion, motion).motions) == 2
    loaded = appell.compare(model, motion, loads=appell.Wrench([0.0, 0.0, 20.0], frame="tip"))
    torque = [next(f for f in r.figures if f["name"] == "torque")["values"][0]["value"] for r in (report, loaded)]
    assert torque[1] > 1.2 * torque[0]
    with pytest.raises(ValueError, match="0 motions"):
        appell.compare(model)


def test_feedforward_writes_the_torques(tmp_path):
    model = appell.load("planar2r")
    motion = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 2, 1), appell.hold(0, 2, 0)])
    file = tmp_path / "move.csv"
    written = appell.feedforward(model, motion, file, rate=10, order=1)
    assert written["points"] == 21 and written["effort"] == "Q_drive" and written["unbalanced"] == []
    lines = [line.split(",") for line in file.read_text().splitlines() if not line.startswith("#")]
    rows = dict(zip(lines[0], np.array(lines[1:], dtype=float).T))
    tau = appell.rnea(model, motion.sample(np.linspace(0, 2, 21), order=3), order=1)
    assert np.allclose(rows["shoulder.effort"], tau[:, 0, 0], rtol=1e-12, atol=1e-12)
    assert np.allclose(rows["elbow.effort_d1"], tau[:, 1, 1], rtol=1e-12, atol=1e-10)
    with pytest.raises(ValueError, match="does not end with"):
        appell.feedforward(model, motion, tmp_path / "move.txt")


def test_check_finds_the_fastest_legal_speed():
    model = appell.load("planar2r")
    motion = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 2, 1), appell.hold(0, 2, 0)])
    report = appell.check(model, motion, {"default": {"velocity": 1.5}})
    assert report.legal is True
    row = next(r for r in report.limits if r["joint"] == "shoulder")
    assert row["worst"] == pytest.approx(15 / 16, rel=1e-12)
    assert report.speeds["fastest"] == pytest.approx(1.6, rel=1e-8)
    assert report.energy["total"] == pytest.approx(sum(report.energy["joints"].values()))
    assert len(report.to_pandas()) == 2 and "velocity" in report._repr_html_()
    with pytest.raises(ValueError, match="velcity"):
        appell.check(model, motion, {"default": {"velcity": 1.0}})
    with pytest.raises(ValueError, match="has no limits"):
        appell.check(model, motion)
    with pytest.raises(AttributeError, match="it has"):
        report.nothing


def test_retime_gives_the_fastest_legal_motion():
    # Closed form: T = D/V + V/A + A/J; the motion file gives the same motion back.
    model = appell.load("planar2r")
    limits = {"default": {"velocity": 4.0, "acceleration": 20.0, "jerk": 400.0}}
    fast = appell.retime(model, [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], limits, intervals=500)
    assert 0.75 <= fast.optimum <= 0.751 and fast.optimum <= fast.duration <= 1.001 * fast.optimum
    assert appell.check(model, fast.motion, limits).legal is True
    assert {row["kind"] for row in fast.active} == {"velocity", "acceleration", "jerk"}
    again = appell.Motion.from_toml(fast.to_toml())
    times = np.linspace(0.0, fast.duration, 50)
    assert np.allclose(again.sample(times, 3), fast.motion.sample(times, 3), rtol=1e-9, atol=1e-9)
    slow = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 5, 2), appell.hold(0, 5, 0)])
    same = appell.retime(model, slow, limits, intervals=500)
    assert same.duration == pytest.approx(fast.duration, rel=2e-3)
    assert appell.retime(model, slow, limits, order=2).duration < 0.71
    with pytest.raises(ValueError, match="needs"):
        appell.retime(model, slow, {"default": {"torque": 1.0}})
    with pytest.raises(ValueError, match="that no file has"):
        same.to_toml()


def test_retime_takes_zones_and_velocities_as_a_path_file_does(tmp_path):
    # Closed form: from v to V takes (V - v)/A + A/J and their mean speed; the way that is left goes at V. In a zone the
    # speed is at most its limit. What a path file says and what arguments say is the same.
    model = appell.load("planar2r").with_gravity([0.0, 0.0, 0.0])
    V, A, J, v, w = 4.0, 20.0, 400.0, 1.0, 2.0
    limits = {"default": {"velocity": V, "acceleration": A, "jerk": J}}
    way = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]
    up, down = (V - v) / A + A / J, (V - w) / A + A / J
    exact = up + down + (2.0 - 0.5 * (v + V) * up - 0.5 * (w + V) * down) / V
    fast = appell.retime(model, way, limits, start_velocity=[v, 0.0], end_velocity=[w, 0.0])
    assert exact <= fast.optimum <= exact + 5e-4
    slow = {"default": {"velocity": 0.5}}
    zoned = appell.retime(model, way, limits, intervals=300, zones=[{"from": 0.4, "to": 0.6, "limits": slow}])
    q = zoned.motion.sample(np.linspace(0.0, zoned.duration, 2001), 1)
    inside = (q[:, 0, 0] > 0.8) & (q[:, 0, 0] < 1.2)
    assert 0.49 < np.max(np.abs(q[inside, 1, 0])) <= 0.5 * (1 + 1e-6) < np.max(np.abs(q[:, 1, 0]))
    (tmp_path / "slow.toml").write_text("[default]\nvelocity = 0.5\n")
    file = tmp_path / "path.toml"
    file.write_text(
        'kind = "path"\njoints = ["elbow", "shoulder"]\nwaypoints = [[0, 0], [0, 1], [0, 2]]\n'
        'start_velocity = [0, 1]\n[[zone]]\nfrom = 0.4\nto = 0.6\nlimits = "slow.toml"\n'
    )
    read = appell.retime(model, file, limits, intervals=300)
    given = appell.retime(
        model, way, limits, intervals=300, start_velocity=[v, 0.0], zones=[{"from": 0.4, "to": 0.6, "limits": slow}]
    )
    assert read.duration == pytest.approx(given.duration, rel=1e-9)
    again = appell.Motion.from_toml(read.to_toml())
    times = np.linspace(0.0, read.duration, 20)
    assert np.allclose(again.sample(times, 1)[:, :, ::-1], read.motion.sample(times, 1), atol=1e-9)
    with pytest.raises(ValueError, match="an ascending part of 0 to 1"):
        appell.retime(model, way, limits, zones=[{"from": 0.6, "to": 0.4, "limits": slow}])
    with pytest.raises(ValueError, match="from, to and limits are needed"):
        appell.retime(model, way, limits, zones=[{"from": 0.6}])
    with pytest.raises(ValueError, match="not along the path"):
        appell.retime(model, way, limits, start_velocity=[1.0, 1.0])


def test_retime_takes_the_way_of_a_retimed_motion(tmp_path):
    # Property, as of the program: of a retimed motion its path counts, so that retiming it once more changes nothing,
    # bit for bit; be it an answer of retime(), one that is read from its file, or that of a motion.
    model = appell.load("planar2r")
    limits = {"default": {"velocity": 4.0, "acceleration": 20.0, "jerk": 400.0}}
    fast = appell.retime(model, [[0.0, 0.0], [1.0, 0.4], [2.0, 0.1]], limits)
    again = appell.retime(model, fast.motion, limits)
    assert again.duration == fast.duration and again.to_toml() == fast.to_toml()
    file = tmp_path / "fast.toml"
    file.write_text(fast.to_toml())
    assert appell.retime(model, file, limits).duration == fast.duration
    assert appell.retime(model, appell.load_motion(file), limits).duration == fast.duration
    slow = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 5, 2), appell.hold(0, 5, 0)])
    of_motion = appell.retime(model, slow, limits)
    assert appell.retime(model, of_motion.motion, limits).duration == of_motion.duration


def test_retime_takes_more_intervals_for_many_waypoints():
    # Property: two intervals at least for each inner waypoint of a cubic spline; four unless others are asked for.
    model = appell.load("planar2r")
    limits = {"default": {"velocity": 4.0, "acceleration": 20.0, "jerk": 400.0}}
    i = np.arange(602)
    way = np.stack([np.sin(0.05 * i), np.cos(0.11 * i)], axis=1)
    assert appell.retime(model, way, limits, degree=3).asked_intervals == 2404
    with pytest.raises(ValueError, match="at least 1200 are needed"):
        appell.retime(model, way, limits, degree=3, intervals=1000)
    with pytest.raises(ValueError, match="default.*q_d4: there is no place for limit"):
        appell.retime(model, way, {"default": {"q_d4": 1.0}})


def test_check_and_retime_count_loads(tmp_path):
    # Closed form: two links stretched out turn about the shoulder, I their inertia: a constant torque f makes of a limit
    # L one of (L - f)/I on the way up and (L + f)/I on the way down, T = sqrt(2 D (1/a + 1/b)). Wrenches, and the file
    # that says the same, give the same answers, and rnea the torques.
    model = appell.load("planar2r").with_gravity([0.0, 0.0, 0.0])
    inertia, limit, way, f = appell.crba(model, np.zeros((1, 2)))[0, 0], 40.0, 2.0, 15.0
    if np.ndim(inertia):
        inertia = inertia[0]
    load = appell.Wrench(moment=[[0.0, -f, 0.0]], frame="tip")
    file = tmp_path / "loads.json"
    file.write_text(f'{{"loads": [{{"link": "tip", "moment": [[0, {-f}, 0]]}}]}}')
    limits = {"joint": {"shoulder": {"torque": limit}}}
    line = [[0.0, 0.0], [1.0, 0.0], [way, 0.0]]
    exact = np.sqrt(2 * way * inertia * (1 / (limit - f) + 1 / (limit + f)))
    for loads in (load, file, str(file)):
        fast = appell.retime(model, line, limits, order=2, loads=loads)
        assert fast.duration == pytest.approx(exact, rel=2e-5)
        assert fast.loads == ("wrenches" if loads is load else str(file))
        report = appell.check(model, fast.motion, limits, loads=loads)
        assert report.legal and report.limits[0]["worst"] == pytest.approx(limit, rel=1e-6)
    other = appell.retime(model, line, limits, order=2, external=appell.Wrench(moment=[[0.0, f, 0.0]], frame="tip"))
    assert other.duration == pytest.approx(exact, rel=2e-5)
    free = appell.check(model, fast.motion, limits)
    assert free.loads is None and free.limits[0]["worst"] > limit + 0.9 * f
    times = np.linspace(0.0, fast.duration, 200)
    torque = appell.rnea(model, fast.motion.sample(times, 2), loads=load)[:, 0, 0]
    assert np.max(np.abs(torque)) <= limit * (1 + 1e-9)
    page = tmp_path / "check.html"
    report.report(page)
    assert page.stat().st_size > 1000
    table = tmp_path / "loads.csv"
    table.write_text("t,tip.ny\n" + "".join(f"{0.1 * i},{-f}\n" for i in range(20)))
    by_table = appell.check(model, fast.motion, limits, loads=table)
    assert by_table.limits[0]["worst"] == pytest.approx(limit, rel=1e-6) and by_table.speeds["own_only"] is True
    with pytest.raises(ValueError, match="functions of time"):
        appell.retime(model, line, limits, loads=table)
    with pytest.raises(ValueError, match="derivative 1 of its force is not zero"):
        appell.check(model, fast.motion, limits, loads=appell.Wrench(force=[[0, 0, 1], [1, 0, 0]], frame="tip"))
    with pytest.raises(ValueError, match="external: loads is a file"):
        appell.check(model, fast.motion, limits, loads=file, external=load)


def test_lint_finds_an_impossible_inertia(tmp_path):
    text = appell.load("planar2r").to_urdf().replace('iyy="0.063125', 'iyy="9.063125')
    (tmp_path / "robot.urdf").write_text(text)
    with pytest.raises(appell.ModelError):
        appell.load(tmp_path / "robot.urdf")
    report = appell.lint(tmp_path / "robot.urdf")
    assert report.impossible and any("link1" in f["where"] for f in report.findings)


# Oracle: a box of 0.2 x 0.1 x 0.4 m and 2 kg has 2/12 (0.1² + 0.4²) kg m² about x.
def test_lint_writes_a_robot_with_inertias_of_its_geometry(tmp_path):
    inertial = '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial>'
    shape = '<visual><geometry><box size="0.2 0.1 0.4"/></geometry></visual>'
    robot = tmp_path / "robot.urdf"
    robot.write_text(
        f'<robot name="r"><link name="base"/><link name="arm">{inertial}{shape}</link><joint name="j" type="continuous">'
        '<parent link="base"/><child link="arm"/></joint></robot>'
    )
    report = appell.lint(robot, fix=tmp_path / "fixed.toml")
    assert [fix["link"] for fix in report.fixes] == ["arm"] and report.not_fixed == []
    assert report.fixes[0]["after"]["inertia"][0][0] == pytest.approx(2 / 12 * (0.01 + 0.16), rel=1e-14)
    assert appell.load(tmp_path / "fixed.toml").dof == 1
    with pytest.raises(ValueError, match="density: is for fix"):
        appell.lint(robot, density=1000.0)
    with pytest.raises(ValueError, match="is a file that is read"):
        appell.lint(robot, fix=robot)
    with pytest.raises(ValueError, match="close, hull or refuse"):
        appell.load("panda", open_meshes="shut")


def test_equations_of_gibbs_and_appell_add_up():
    pytest.importorskip("appell._papers")
    model = appell.load("planar2r")
    q = np.random.default_rng(2).uniform(-1, 1, (4, 2))
    report = appell.equations(model, q)
    total = sum(term["coefficient"] * np.array(term["value"]) for term in report.terms)
    np.testing.assert_allclose(total, appell.rnea(model, q)[0], rtol=1e-12)
    assert all(row["pass"] for row in appell.verify(model, order=2).identities)


# Oracle: theta = q + tau/K and B theta'' + tau, of the links' torque by rnea().
def test_motors_behind_springs(tmp_path):
    (tmp_path / "springs.toml").write_text("[default]\ngear_ratio = 100\nrotor_inertia = 1.0e-4\nstiffness = 600\n")
    model = appell.load("planar2r")
    laws = [appell.expression("0.5*sin(3*t)"), appell.expression("1-0.3*cos(6*t)")]
    motion = appell.Motion(model.names, laws, (0.0, 2.0))
    result = appell.elastic(model, motion, tmp_path / "springs.toml", samples=101, order=0)
    tau = appell.rnea(model, motion.sample(result.t, 4), 2)
    q = motion.sample(result.t, 2)
    np.testing.assert_allclose(result["theta"], q + tau / 600, rtol=1e-11, atol=1e-11)
    expected = 1.0 * (q[:, 2] + tau[:, 2] / 600) + tau[:, 0]  # B = 100² 1e-4
    np.testing.assert_allclose(result["Q_theta"][:, 0], expected, rtol=1e-10, atol=1e-10)
    assert result.summary["model"] == "planar2r" and result.units["Q_theta"].ravel()[0] == "N m"
    path = tmp_path / "motors.npz"
    appell.elastic(model, motion, tmp_path / "springs.toml", samples=101, order=0, file=path)
    assert np.array_equal(np.load(path)["theta"], result["theta"])
    with pytest.raises(ValueError, match="stifness"):
        (tmp_path / "bad.toml").write_text("[default]\nstifness = 1\n")
        appell.elastic(model, motion, tmp_path / "bad.toml")


def page_of(path):
    """The data of a report page (docs/report.md), as its script reads them."""
    html = path.read_text(encoding="utf-8")
    fields = json.loads(re.search(r'id="appell-report">(.*?)</script>', html, re.S).group(1))
    block = base64.b64decode(re.search(r'id="appell-numbers">(.*?)</script>', html, re.S).group(1), validate=True)

    def numbers(view):
        kind = {"f32": "<f4", "f64": "<f8", "u32": "<u4"}[view["type"]]
        return np.frombuffer(block, kind, view["length"], view["offset"])

    return fields, numbers


def chart_of(fields, group, title):
    charts = next(g for g in fields["groups"] if g["id"] == group)["charts"]
    return next(c for c in charts if c["title"] == title)


def test_results_have_report_pages(tmp_path):
    """Numbers of the page are those of the result, to single precision."""
    model = appell.load("planar2r")
    motion = appell.Motion(model.names, [appell.minimum_jerk(0, 0, 2, 1), appell.hold(0, 2, 0)])
    result = appell.analyze(model, motion, only=["q", "Q_drive"], samples=101)
    result.report(tmp_path / "a.html")
    fields, numbers = page_of(tmp_path / "a.html")
    torque = chart_of(fields, "torque", "Torque")
    np.testing.assert_array_equal(numbers(torque["time"]), result.t)
    np.testing.assert_allclose(numbers(torque["lines"][0]["y"]), result["Q_drive"][:, 0, 0], rtol=1e-6)

    check = appell.check(model, motion, {"default": {"velocity": 0.9}})
    check.report(str(tmp_path / "c.html"))
    fields, numbers = page_of(tmp_path / "c.html")
    assert fields["verdict"]["ok"] is check.legal is False
    assert len(chart_of(fields, "motion", "Velocity")["lines"][0]["beyond"]) == 1

    springs = tmp_path / "springs.toml"
    springs.write_text("[default]\nstiffness = 2000\nrotor_inertia = 0.01\n")
    elastic = appell.elastic(model, motion, springs, samples=51)
    elastic.report(tmp_path / "e.html")
    fields, numbers = page_of(tmp_path / "e.html")
    y = numbers(chart_of(fields, "deflection", "Deflection")["lines"][0]["y"])
    np.testing.assert_allclose(y, elastic["deflection"][:, 0, 0], rtol=1e-6)

    with pytest.raises(ValueError, match="no results along a motion"):
        appell.evaluate(model, np.zeros((3, 2))).report(tmp_path / "x.html")
    appell.lint("panda").report(tmp_path / "l.html")
    fields, _ = page_of(tmp_path / "l.html")
    assert fields["verdict"]["ok"] is True and fields["tables"][0]["title"] == "Links"
    with pytest.raises(ValueError, match="none"):
        result.report(tmp_path / "none" / "x.html")


# The way back: q to q^(6) from the motion of the end effector that they make, with a pose from another guess.
def test_the_inverse_relation(panda):
    draw = np.random.default_rng(3)
    puma = appell.load("puma560")
    q = draw.uniform(-1, 1, (7, 6)) * 0.5 + np.array([0.3, -0.5, 0.4, 0.3, 0.8, 0.2]) * (np.arange(7) == 0)[:, None]
    X, pose = appell.frame_velocity(puma, q, order=5), appell.forward_kinematics(puma, q[0], frame=puma.end_effector)
    found = appell.inverse(puma, X, q[0])
    assert found.pose_error is None and found.condition < 100 and found.residual.shape == (6, 6)
    np.testing.assert_allclose(found.q, q, rtol=1e-9, atol=1e-9)
    near = appell.inverse(puma, X, q[0] + 0.05, pose)
    assert max(near.pose_error) < 1e-12
    np.testing.assert_allclose(near.q, q, rtol=1e-7, atol=1e-7)
    rate = appell.inverse(panda, X[:1], np.full(7, 0.3), frame="flange" if "flange" in {f.name for f in panda.frames} else None)
    np.testing.assert_allclose(appell.frame_velocity(panda, rate.q)[0], X[0], atol=1e-12)  # One joint to spare.
    with pytest.raises(appell.NumericalError, match="condition"):
        appell.inverse(panda, X[:1], np.zeros(7))
    with pytest.raises(ValueError, match="q0"):
        appell.inverse(panda, X, np.zeros(5))
