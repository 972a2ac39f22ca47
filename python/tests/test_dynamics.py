"""Shapes, axes, laws between the functions, and what is said of wrong arguments."""

import threading

import numpy as np
import pytest

import appell


def motion(model, orders, samples=None, seed=1):
    shape = (orders, model.dof) if samples is None else (samples, orders, model.dof)
    return np.random.default_rng(seed).uniform(-1, 1, shape)


# Oracle: two links held out horizontally, by hand.
def test_weight_of_two_links():
    model = appell.load("planar2r")
    expected = [9.81 * (3 * 0.25 + 2 * 0.7), 9.81 * 2 * 0.2]
    np.testing.assert_allclose(appell.rnea(model, np.zeros((3, 2)))[0], expected, rtol=1e-14)
    np.testing.assert_allclose(appell.gravity(model, np.zeros(2)), expected, rtol=1e-14)


# Property: the parts are the whole, at every derivative: rnea = M q'' + C q' + gravity.
@pytest.mark.parametrize("name", ["panda", "rpr", "free_body"])
def test_parts_are_the_whole(name):
    model = appell.load(name)
    q = motion(model, 5)
    tau = appell.rnea(model, q, 2)
    M, C = appell.crba(model, q, 2), appell.coriolis(model, q, 2)
    g = appell.gravity(model, q, 2)
    binomial = [[1], [1, 1], [1, 2, 1]]
    for k in range(3):  # Leibniz
        sum_ = g[k] + sum(b * (M[k - i] @ q[2 + i] + C[k - i] @ q[1 + i]) for i, b in enumerate(binomial[k]))
        np.testing.assert_allclose(tau[k], sum_, rtol=1e-12, atol=1e-12 * np.abs(tau).max())
    inertia = appell.forces(model, q, 2, terms="inertia")
    np.testing.assert_allclose(inertia + g, tau, rtol=1e-12, atol=1e-12 * np.abs(tau).max())
    np.testing.assert_allclose(
        appell.bias(model, q, 0)[0], C[0] @ q[1], rtol=1e-12, atol=1e-12 * np.abs(tau).max()
    )


# Property: energy rate is power: (E + U)' = tau q'.
def test_energy_rate_is_power(panda):
    q = motion(panda, 4)
    rate = appell.kinetic_energy(panda, q, 1)[1] + appell.potential_energy(panda, q, 1)[1]
    np.testing.assert_allclose(rate, appell.rnea(panda, q)[0] @ q[1], rtol=1e-12)


# Property: Gibbs and Appell: the acceleration energy is quadratic in q'', and its slope is M q'' + C q'.
def test_slope_of_the_acceleration_energy_is_the_inertia_force(panda):
    q = motion(panda, 3)
    slope = np.empty(7)
    for j in range(7):
        up, down = q.copy(), q.copy()
        up[2, j] += 1.0
        down[2, j] -= 1.0  # Exact for a quadratic function, but for rounding.
        slope[j] = (appell.acceleration_energy(panda, up)[0] - appell.acceleration_energy(panda, down)[0]) / 2
    inertia = appell.forces(panda, q, terms="inertia")[0]
    np.testing.assert_allclose(slope, inertia, rtol=1e-11, atol=1e-12)


def test_partials_have_the_stated_axes(panda):
    q = motion(panda, 4)
    P = appell.partials(panda, q, 1)
    assert P.shape == (2, 4, 7, 7)
    M = appell.crba(panda, q, 1)
    np.testing.assert_allclose(P[0, 2], M[0], atol=1e-13)
    np.testing.assert_allclose(P[1, 3], M[0], atol=1e-13)
    assert not P[0, 3].any()
    h = 1e-6  # One central difference.
    for j in range(7):
        up, down = q.copy(), q.copy()
        up[0, j] += h
        down[0, j] -= h
        slope = (appell.rnea(panda, up, 1) - appell.rnea(panda, down, 1)) / (2 * h)
        np.testing.assert_allclose(P[:, 0, :, j], slope, atol=1e-7)


def test_frames(panda):
    q = motion(panda, 4)
    T = appell.forward_kinematics(panda, q, 2)
    assert T.shape == (3, len(panda.frames), 4, 4)
    index = [f.name for f in panda.frames].index(panda.end_effector)
    assert np.array_equal(appell.forward_kinematics(panda, q, 2, frame=panda.end_effector), T[:, index])
    J, V = appell.jacobian(panda, q, order=1), appell.frame_velocity(panda, q, order=1)
    np.testing.assert_allclose(V[0], J[0] @ q[1], atol=1e-13)
    np.testing.assert_allclose(V[1], J[1] @ q[1] + J[0] @ q[2], atol=1e-13)
    np.testing.assert_allclose(V[:, :3], T[1:, index, :3, 3], atol=1e-13)
    R, dR = T[0, index, :3, :3], T[1, index, :3, :3]
    x, y, z = V[0, 3:]
    np.testing.assert_allclose(dR @ R.T, [[0, -z, y], [z, 0, -x], [-y, x, 0]], atol=1e-13)
    assert np.array_equal(T[0, :, 3], np.tile([0.0, 0, 0, 1], (len(panda.frames), 1)))
    assert not T[1:, :, 3].any()


# Cross-check: one by one, or many at once by other code.
@pytest.mark.parametrize(
    "function, orders",
    [
        (lambda m, q, **k: appell.rnea(m, q, 2, **k), 5),
        (lambda m, q, **k: appell.rnea(m, q, 1, loads=appell.Wrench([1, 2, 3], [4, 5, 6]), **k), 5),
        (lambda m, q, **k: appell.forces(m, q, 1, terms=["inertia", "load"], external=appell.Wrench([1, 0, 0]), **k), 5),
        (lambda m, q, **k: appell.partials(m, q, 1, **k), 5),
        (lambda m, q, **k: appell.acceleration_energy(m, q, 2, 1, **k), 5),
        (lambda m, q, **k: appell.potential_energy(m, q, 3, **k), 5),
        (lambda m, q, **k: appell.forward_kinematics(m, q, 3, **k), 5),
        (lambda m, q, **k: appell.forward_kinematics(m, q, 1, frame=m.frames[3].name, **k), 5),
        (lambda m, q, **k: appell.frame_velocity(m, q, order=2, **k), 5),
        (lambda m, q, **k: appell.jacobian(m, q, m.frames[4].name, 2, **k), 5),
        (lambda m, q, **k: appell.momentum(m, q, 2, **k), 5),
    ],
)
@pytest.mark.parametrize("name", ["panda", "humanoid32"])
def test_batches_equal_samples(function, orders, name):
    model = appell.load(name)
    q = motion(model, orders, 70)
    many = function(model, q, threads=1)
    each = np.stack([function(model, q[i]) for i in range(70)])
    assert many.shape == each.shape
    np.testing.assert_allclose(many, each, rtol=1e-11, atol=1e-12 * np.abs(each).max())


def test_loads_are_the_transposed_jacobian(panda):
    q = motion(panda, 3)
    load = appell.Wrench([1.0, 2.0, 3.0], [0.4, 0.5, 0.6])
    added = appell.rnea(panda, q, loads=[load]) - appell.rnea(panda, q)
    expected = appell.jacobian(panda, q[0]).T @ [1.0, 2.0, 3.0, 0.4, 0.5, 0.6]
    np.testing.assert_allclose(added[0], expected, atol=1e-12)
    np.testing.assert_allclose(appell.rnea(panda, q, external=load), 2 * appell.rnea(panda, q) - appell.rnea(panda, q, loads=load), atol=1e-12)


def test_layouts_are_read_where_they_lie(panda):
    q = motion(panda, 5, 600)
    expected = appell.rnea(panda, q, 2)
    for other in (np.asfortranarray(q), q.astype(">f8"), np.moveaxis(np.moveaxis(q, 2, 0).copy(), 0, 2)):
        assert np.array_equal(appell.rnea(panda, other, 2), expected)
    assert np.array_equal(appell.rnea(panda, q[::-1][::2], 2), expected[::-1][::2])
    assert np.array_equal(appell.rnea(panda, np.broadcast_to(q[7], (3, 5, 7)), 2), np.tile(expected[7], (3, 1, 1)))
    one = appell.rnea(panda, q[0], 2)
    assert np.array_equal(appell.rnea(panda, np.asfortranarray(q[0]), 2), one)
    assert np.array_equal(appell.rnea(panda, q[0].tolist(), 2), one)
    assert appell.rnea(panda, q[:0], 2).shape == (0, 3, 7)
    assert np.array_equal(appell.rnea(panda, np.float32(q[0]), 2), appell.rnea(panda, np.float64(np.float32(q[0])), 2))


def test_out_is_filled(panda):
    q = motion(panda, 5, 300)
    out = np.empty((300, 3, 7))
    assert appell.rnea(panda, q, 2, out=out) is out
    assert np.array_equal(out, appell.rnea(panda, q, 2))
    one = q[0].copy()
    expected = appell.rnea(panda, one, 2)
    assert np.array_equal(appell.rnea(panda, one, 2, out=one[:3]), expected)  # Onto the input.
    for bad, text in (
        (np.empty((3, 6)), r"out has shape \(3, 6\); \(3, 7\) is needed"),
        (np.empty((3, 7), dtype=np.float32), "no array of float64"),
        (np.empty((7, 3)).T, "without gaps"),
        ([[0.0] * 7] * 3, "no array of float64"),
    ):
        with pytest.raises(ValueError, match=text):
            appell.rnea(panda, q[0], 2, out=bad)
    frozen = np.empty((3, 7))
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        appell.rnea(panda, q[0], 2, out=frozen)
    with pytest.raises(ValueError, match="out overlaps with q"):
        appell.rnea(panda, q, 2, out=q.reshape(-1)[: 300 * 21].reshape(300, 3, 7))


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda m, q: appell.rnea(m, q[:2]), r"rnea: q has 2 orders; 3 are needed for order = 0"),
        (lambda m, q: appell.rnea(m, q, 3), r"rnea: q has 5 orders; 6 are needed for order = 3"),
        (lambda m, q: appell.rnea(m, q[:, :6]), r"q has shape \(5, 6\); model 'panda' has 7 coordinates"),
        (lambda m, q: appell.rnea(m, q[0]), r"positions alone; \(3, 7\) is needed"),
        (lambda m, q: appell.rnea(m, q[0, 0]), r"q has shape \(\)"),
        (lambda m, q: appell.rnea(m, q[None, None]), r"q has shape \(1, 1, 5, 7\)"),
        (lambda m, q: appell.rnea(m, q, -1), r"order = -1; 0 to 31"),
        (lambda m, q: appell.rnea(m, q, 99), r"order = 99; 0 to 31"),
        (lambda m, q: appell.acceleration_energy(m, q, -1), r"p = -1; 0 or more"),
        (lambda m, q: appell.acceleration_energy(m, q, 60), r"p = 60 with order = 0 is beyond"),
        (lambda m, q: appell.rnea(m, q + 1j), r"q is of type complex128; real numbers"),
        (lambda m, q: appell.rnea(m, [["a"] * 7] * 3), r"real numbers are needed"),
        (lambda m, q: appell.rnea(m, [[1.0], [2.0, 3.0]]), r"different lengths"),
        (lambda m, q: appell.rnea(m, np.ma.masked_array(q, q > 0)), r"masked"),
        (lambda m, q: appell.jacobian(m, q, "hnad"), r"panda.*hnad"),
        (lambda m, q: appell.forces(m, q, terms="wind"), r"unknown term 'wind'; there are inertia"),
        (lambda m, q: appell.forces(m, q, terms=[]), r"no term is given"),
        (lambda m, q: appell.rnea(m, q, loads=[1]), r"a Wrench or a list of them"),
        (lambda m, q: appell.rnea(m, q, loads=appell.Wrench([1, 2, 3], frame="no")), r"no link 'no'"),
        (lambda m, q: appell.Wrench([1, 2]), r"force must have shape \(3,\)"),
        (lambda m, q: appell.Wrench([1, 2, 3], axes="tool"), r"'world' or 'frame'"),
        (lambda m, q: appell.rnea(m, q[None], threads=-1), r"threads = -1"),
    ],
)
def test_wrong_arguments_are_named(panda, call, text):
    with pytest.raises(ValueError, match=text):
        call(panda, motion(panda, 5))


POSITION_FUNCTIONS = {
    "gravity": appell.gravity,
    "crba": appell.crba,
    "potential_energy": appell.potential_energy,
    "jacobian": appell.jacobian,
    "forward_kinematics": appell.forward_kinematics,
    "forward_kinematics of a link": lambda m, q: appell.forward_kinematics(m, q, frame=m.end_effector),
}


# Rows are samples where they cannot be orders, of which there are 35 at most; what could be both is refused, with both spellings.
@pytest.mark.parametrize("name", POSITION_FUNCTIONS)
def test_rows_of_positions(panda, name):
    function = POSITION_FUNCTIONS[name]
    Q = np.random.default_rng(1).uniform(-1, 1, (50, 7))
    each = function(panda, Q[:, None])[:, 0]
    np.testing.assert_allclose(each, [function(panda, q) for q in Q], rtol=1e-12, atol=1e-13)
    assert np.array_equal(function(panda, Q), each)
    assert np.array_equal(function(panda, Q.tolist()), each)
    assert np.array_equal(function(panda, Q[:36]), each[:36])
    assert np.array_equal(function(panda, Q[:1])[0], function(panda, Q[0]))  # The same, whatever is meant.
    assert np.array_equal(function(panda, [Q[0]])[0], function(panda, Q[0]))
    for rows in (2, 3, 35):
        text = rf"{name.split()[0]}: q has shape \({rows}, 7\).* {rows} samples are Q\[:, None\], .* are q\[0\]"
        with pytest.raises(ValueError, match=text):
            function(panda, Q[:rows])
        with pytest.raises(ValueError, match=text):
            function(panda, list(Q[:rows]))


def test_more_rows_than_orders_are_no_motion(panda):
    with pytest.raises(ValueError, match=r"rnea: q has shape \(50, 7\), positions alone; \(50, 3, 7\) is needed"):
        appell.rnea(panda, np.zeros((50, 7)))
    with pytest.raises(ValueError, match=r"crba: q has shape \(50, 7\), positions alone; \(50, 2, 7\) is needed"):
        appell.crba(panda, np.zeros((50, 7)), 1)
    Q = np.random.default_rng(1).uniform(-1, 1, (50, 7))
    found = appell.evaluate(panda, Q, only="mass_matrix")["mass_matrix"]
    assert np.array_equal(found, appell.evaluate(panda, Q[:, None], only="mass_matrix")["mass_matrix"])
    state = np.ones((3, 7))  # The terms of forces() are of a motion.
    assert np.array_equal(appell.forces(panda, state, terms="gravity")[0], appell.gravity(panda, state[0]))


# However the rows come: what numpy would make of them.
def test_lists_are_arrays(panda):
    q = motion(panda, 5)
    expected = appell.rnea(panda, q, 2)
    for given in (
        list(q), tuple(q), q.tolist(), tuple(map(tuple, q.tolist())), [q[0], q[1].tolist(), tuple(q[2].tolist()), q[3], q[4]],
        list(q[:, ::-1].copy()[:, ::-1]), list(np.asfortranarray(q)), [row.astype(np.longdouble) for row in q],
        list(q.astype(">f8")),
    ):
        assert np.array_equal(appell.rnea(panda, given, 2), expected)
    whole = [[0, 1, 0, -1, 0, 2, 1], np.zeros(7), np.ones(7, dtype=np.float32)]
    assert np.array_equal(appell.rnea(panda, whole), appell.rnea(panda, np.array(whole, dtype=float)))
    assert np.array_equal(appell.crba(panda, q[0].tolist()), appell.crba(panda, q[0]))
    shared = [q[0].copy(), q[1], q[2]]
    assert np.array_equal(appell.rnea(panda, shared, out=shared[0][None])[0], appell.rnea(panda, q[:3])[0])
    for wrong, text in (([q[0], q[1][:6]], "different lengths"), ([q[0], q[1], q[2].tolist()[:6] + [None]], "real numbers"), ([], "shape \\(0,\\)")):
        with pytest.raises(ValueError, match=text):
            appell.rnea(panda, wrong)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_must_be_finite(panda, bad):
    q = motion(panda, 4, 100)
    q[3, 3] = bad  # Beyond what order 0 takes: nobody reads it.
    assert np.isfinite(appell.rnea(panda, q)).all()
    q[77, 2, 5] = bad
    with pytest.raises(ValueError, match=r"q\[77\]\[2\]\[5\] is .*joint6.*finite"):
        appell.rnea(panda, q)
    with pytest.raises(ValueError, match=r"rnea: q\[2\]\[5\] is"):
        appell.rnea(panda, q[77])
    with pytest.raises(ValueError, match=r"q\[77\]\[2\]\[5\]"):
        appell.evaluate(panda, q, only="Q_drive", order=0)
    with pytest.raises(appell.NumericalError, match="not finite"):
        appell.rnea(panda, np.full((3, 7), 1e300))


def test_the_first_argument_is_a_model():
    with pytest.raises(TypeError, match="no Model; appell.load"):
        appell.jacobian("panda", np.zeros((1, 7)), "flange")
    with pytest.raises(TypeError, match="rnea: the first argument is no Model"):
        appell.rnea("panda", np.zeros((3, 7)))


def test_dry_friction_at_rest_has_no_derivative(tmp_path):
    text = appell.load("planar2r").to_toml().replace('name = "shoulder"', 'name = "shoulder"\nfriction = {dry = 2.0, viscous = 0.5}')
    (tmp_path / "robot.toml").write_text(text)
    model = appell.load(tmp_path / "robot.toml")
    assert model.has_friction
    moving = np.array([[0.0, 0.0], [0.3, 0.1], [0.0, 0.0], [0.0, 0.0]])
    np.testing.assert_allclose(appell.forces(model, moving, 1, terms="friction"), [[2.15, 0.0], [0.0, 0.0]])
    with pytest.raises(ValueError, match="derivative 1 does not exist"):
        appell.forces(model, np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]), 1, terms="friction")


def test_threads_share_one_model(panda):
    q = motion(panda, 5, 200)
    expected = [appell.rnea(panda, q[i], 2) for i in range(200)]
    batch = appell.rnea(panda, q, 2)
    wrong = []

    def work(seed):
        for i in np.random.default_rng(seed).permutation(200):
            if not np.array_equal(appell.rnea(panda, q[i], 2), expected[i]):
                wrong.append(i)
            if i % 20 == 0 and not np.array_equal(appell.rnea(panda, q, 2, threads=2), batch):
                wrong.append(-i)
            appell.crba(panda, q[i], int(i) % 3 + 1)

    threads = [threading.Thread(target=work, args=(s,)) for s in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


# Budget: nothing is kept of a million calls.
def test_a_million_calls_leave_nothing_behind(panda):
    import resource

    q, out = motion(panda, 3), np.empty((1, 7))
    bad = q[:2]

    def calls(count):
        rnea = appell.rnea
        for _ in range(count):
            rnea(panda, q, out=out)
        for _ in range(count // 20):
            rnea(panda, q)
            try:
                rnea(panda, bad)
            except ValueError:
                pass

    calls(20_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(1_000_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000  # kB; one object per call would be 50 MB.


def test_a_long_batch_can_be_interrupted(panda):
    import signal
    import time

    q = np.broadcast_to(motion(panda, 5), (10_000_000, 5, 7))  # Takes seconds, and little memory.

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    start = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            appell.kinetic_energy(panda, q, 3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - start < 2.0


# Functions find what they compute by its name: each says its own.
@pytest.mark.parametrize("name", [
    "rnea", "gravity", "bias", "momentum", "crba", "coriolis", "partials", "acceleration_energy", "potential_energy", "jacobian",
    "forward_kinematics", "frame_velocity",
])  # fmt: skip
def test_functions_say_their_own_name(panda, name):
    with pytest.raises(ValueError, match=rf"^{name}: q has shape \(4, 6\)"):
        getattr(appell, name)(panda, np.zeros((4, 6)))


@pytest.mark.parametrize("term", ["inertia", "gravity", "load", "friction"])
def test_terms_say_their_own_name(panda, term):
    with pytest.raises(ValueError, match=rf"^forces\({term}\): q has shape \(4, 6\)"):
        appell.forces(panda, np.zeros((4, 6)), terms=term)
