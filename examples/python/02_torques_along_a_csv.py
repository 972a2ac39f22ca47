"""Torques and their first two derivatives of a robot along a recorded motion: model file and CSV in, table out."""

import pathlib
import tempfile

import numpy as np

import appell

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "arm.urdf").write_text(appell.load("planar2r").to_urdf())  # Your robot.
t = np.linspace(0.0, 2.0, 401)
table = np.stack([t, 0.5 * np.sin(3 * t), 1.0 - np.cos(2 * t)], axis=1)  # Your log.
np.savetxt(folder / "log.csv", table, delimiter=",", header="t,shoulder,elbow", comments="", fmt="%.17g")

robot = appell.load(folder / "arm.urdf")
result = appell.analyze(robot, folder / "log.csv", only=["q", "Q_drive"], order=2, every=0.01)
print(result)
for k, unit in enumerate(("N m", "N m/s", "N m/s^2")):
    print(f"largest derivative {k}: {np.abs(result['Q_drive'][:, k]).max(axis=0).round(3)} {unit}")
appell.analyze(robot, folder / "log.csv", only=["Q_drive"], order=2, every=0.01, file=folder / "torques.csv")
print((folder / "torques.csv").stat().st_size > 1000)

# The formula behind the samples, differentiated exactly, gives nearly the same.
exact = appell.Motion(robot.names, [appell.expression("0.5*sin(3*t)"), appell.expression("1-cos(2*t)")], (0, 2))
tau = appell.rnea(robot, exact.sample(result.t, order=4), order=2)
inner = slice(20, -20)  # A spline knows least at its ends.
assert np.allclose(result["Q_drive"][inner], tau[inner], atol=1e-4 * np.abs(tau).max())
