"""Ctrl-C ends every job soon: KeyboardInterrupt, and exit 3 of the program."""

import os
import random
import signal
import struct
import subprocess
import sys
import time

import numpy as np
import pytest

PROGRAM = os.environ.get("APPELL_PROGRAM", "")

# Each looks at least every 100 ms; the rest is for a machine that has something else to do.
SOON = 0.5

# Inputs that keep each job busy for much longer than the tests wait.
START = """
import numpy as np, sys, warnings, appell
warnings.simplefilter("ignore")
folder = sys.argv[1]
panda = appell.load("panda")
humanoid = appell.load("humanoid32")
def swings(model, seconds=2000.0, rate=7.0):
    laws = [appell.expression(f"0.3*sin({rate + j}*t)") for j in range(model.dof)]
    return appell.Motion(model.names, laws, (0.0, seconds))
limits = {"default": {"velocity": 2.0, "acceleration": 15.0, "jerk": 900.0, "torque": 80.0, "torque_rate": 1000.0}}
way = np.array([0.0, -0.3, 0.0, -1.5, 0.0, 1.5, 0.0]) + np.random.default_rng(1).uniform(-0.2, 0.2, (300, 7))
box = {"default": {"position": [-1.0, 1.0], "velocity": [-1.0, 1.0], "acceleration": [-1.0, 1.0]}}
many = (20_000_000, 5, 7)
"""

JOBS = {
    "capability": "appell.capability(panda, limits='panda', box=box, boxes=10**6)",
    "capability of many joints": "appell.capability(appell.load(folder + '/chain.toml'), limits=limits, box=box, boxes=10**6)",
    "retime": "appell.retime(panda, way, limits, intervals=10000)",
    "retime of the second order": "appell.retime(panda, way, limits, intervals=10000, order=2)",
    "check": "appell.check(panda, swings(panda), limits)",
    "check of many joints": "appell.check(humanoid, swings(humanoid), limits)",
    "compare": "appell.compare(panda, swings(panda), swings(panda, rate=9.0), limits=limits)",
    "elastic": "appell.elastic(panda, swings(panda), folder + '/springs.toml', samples=10**7, file=folder + '/e.csv')",
    "sweep": "appell.sweep({'model': 'panda', 'motions': [folder + '/move.toml'], 'draws': 10**6, 'order': 1, "
             "'quantities': ['Q_drive'], 'vary': [{'what': 'inertia', 'sd': 0.1}]}, folder + '/sweep%f' % np.random.random())",
    "analyze": "appell.analyze(panda, swings(panda), only='Q_drive', samples=10**8)",
    "analyze into a file": "appell.analyze(panda, swings(panda), samples=10**7, file=folder + '/a.h5')",
    "page of an analysis": "[appell.analyze(panda, swings(panda), samples=10**4).report(folder + '/a.html') for _ in range(100)]",
    "page of a check": "[appell.check(panda, swings(panda, 50.0), limits).report(folder + '/c.html') for _ in range(100)]",
    "evaluate": "appell.evaluate(panda, np.broadcast_to(np.ones((5, 7)), many), only='Q_drive')",
    "many partials": "appell.partials(humanoid, np.broadcast_to(np.ones((8, 32)), (3000, 8, 32)), order=5)",
    "sample": "swings(panda).sample(np.linspace(0.0, 2000.0, 10**6), 20)",
    "a law": "appell.expression('sin(t)')(np.broadcast_to(0.5, 10**7), order=9)",
    "load_motion": "[appell.load_motion(folder + '/log.csv', smooth='none') for _ in range(100)]",
    "smoothing": "appell.load_motion(folder + '/log.csv', smooth='auto')",
    "interpolate": "[appell.interpolate(np.arange(1e5), np.random.rand(10**5), 6) for _ in range(100)]",
    "feedforward": "appell.feedforward(panda, swings(panda), folder + '/f.csv', rate=1e5)",
    "load": "[appell.load(folder + '/long.toml') for _ in range(100)]",
    "lint": "[appell.lint(folder + '/meshes.urdf') for _ in range(100)]",
    "a body of a mesh": "[appell.Body.load(folder + '/ball.stl', density=1000.0) for _ in range(100)]",
}


def ball(path, rings):
    """A closed ball of 4 rings² triangles as a binary STL."""
    u, v = np.meshgrid(np.linspace(0, np.pi, rings + 1), np.linspace(0, 2 * np.pi, 2 * rings + 1), indexing="ij")
    p = np.stack([np.sin(u) * np.cos(v), np.sin(u) * np.sin(v), np.cos(u)], axis=-1).astype("<f4")
    p[:, -1], p[0], p[-1] = p[:, 0], (0, 0, 1), (0, 0, -1)
    a, b, c, d = p[:-1, :-1], p[1:, :-1], p[1:, 1:], p[:-1, 1:]
    triangles = np.concatenate([np.stack([a, b, c], axis=2)[:-1].reshape(-1, 9), np.stack([a, c, d], axis=2)[1:].reshape(-1, 9)])
    records = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("points", "<f4", 9), ("zero", "<u2")])
    records["points"] = triangles
    path.write_bytes(bytes(80) + struct.pack("<I", len(records)) + records.tobytes())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    here = tmp_path_factory.mktemp("jobs")
    joints = "".join(f'[[joint]]\nname = "joint{j}"\nq = "0.1*sin({j}*t)"\n' for j in range(1, 8))
    (here / "move.toml").write_text('kind = "expression"\nduration = 10.0\n' + joints)
    t = np.arange(100_000) * 1e-3
    q = np.sin(np.outer(t, np.arange(1, 8))) + np.random.default_rng(1).normal(0, 1e-4, (len(t), 7))
    header = ",".join(["t"] + [f"joint{j}" for j in range(1, 8)])
    np.savetxt(here / "log.csv", np.column_stack([t, q]), fmt="%.6f", delimiter=",", header=header, comments="")
    (here / "springs.toml").write_text("[default]\ngear_ratio = 100\nrotor_inertia = 1.0e-4\nstiffness = 6000\n")
    ball(here / "ball.stl", 400)
    mesh = '<geometry><mesh filename="ball.stl"/></geometry>'
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    links = "".join(f'<link name="l{i}">{inertial}<visual>{mesh}</visual></link>' for i in range(5))
    between = "".join(f'<joint name="j{i}" type="continuous"><parent link="l{i}"/><child link="l{i + 1}"/></joint>' for i in range(4))
    (here / "meshes.urdf").write_text(f'<robot name="r">{links}{between}</robot>')
    parts = [f'[[link]]\nname = "l{i}"\nmass = 1.0\ncom = [0.1, 0, 0]\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n'
             f'[[joint]]\nname = "j{i}"\ntype = "revolute"\nparent = "{"l%d" % (i - 1) if i else "base"}"\nchild = "l{i}"\naxis = [0, {i % 2}, {1 - i % 2}]\nxyz = [0.2, 0, 0]\n'
             for i in range(2000)]
    for name, count in (("long", 2000), ("chain", 16)):
        (here / f"{name}.toml").write_text('name = "long"\n[[link]]\nname = "base"\n' + "".join(parts[:count]))
    return here


def seconds_to_end(command, delay):
    """How long a process goes on after SIGINT, what it printed before that, and its exit code."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        said = process.stdout.readline()
        return time.perf_counter() - start, said
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("job", JOBS)
def test_a_job_ends_soon(folder, job):
    code = f"{START}\nprint('ready', flush=True)\ntry:\n    {JOBS[job]}\n    print('done', flush=True)\n" \
           "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    draw = random.Random(job)
    taken = []
    for _ in range(3):
        seconds, said = seconds_to_end([sys.executable, "-c", code, str(folder)], draw.uniform(0.1, 2.0))
        assert said == "interrupted\n", (job, said)
        taken.append(seconds)
        if seconds < SOON:
            return
    assert min(taken) < SOON, taken
