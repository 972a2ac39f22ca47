"""Feedforward of an arm with elastic joints: the motors' angles and torques take tau'' of the links.

A motor turns the joint through a spring K: K (theta - q) = tau, and its rotor B takes B theta'' + tau. So theta'' needs
the second derivative of the links' torque, and that q to its fourth derivative.
"""

import pathlib
import tempfile

import numpy as np

import appell

robot = appell.load("panda")
stiffness = np.array([14e3, 14e3, 14e3, 14e3, 9e3, 9e3, 9e3])  # N m/rad
rotor = np.full(7, 0.6)  # kg m^2, on the side of the link
target = np.array([0.8, 0.4, -0.5, -1.0, 0.6, 0.9, -0.7])
motion = appell.Motion(robot.names, [appell.minimum_snap(0.0, 0.0, 1.2, x) for x in target])

t = motion.times(601)
q = motion.sample(t, order=5)
tau = appell.rnea(robot, q, order=3)
theta = q[:, :4] + tau / stiffness  # theta and its first three derivatives
torque = rotor * theta[:, 2] + tau[:, 0]
rigid = rotor * q[:, 2] + tau[:, 0]

print("largest twist of the springs, mrad:", (1e3 * np.abs(theta[:, 0] - q[:, 0]).max(axis=0)).round(3))
print("what a rigid model would get wrong, N m:", np.abs(torque - rigid).max(axis=0).round(3))

# theta' is the derivative of theta: a central difference at the middle of the motion.
h = t[1] - t[0]
slope = (theta[301, 0] - theta[299, 0]) / (2 * h)
assert np.allclose(slope, theta[300, 1], atol=1e-4)
# Kinetic energy of rotors and links, springs and weight: its rate is the motors' power.
spring = (tau[:, 0] * tau[:, 1] / stiffness).sum(axis=1)
links = appell.kinetic_energy(robot, q, order=1)[:, 1] + appell.potential_energy(robot, q, order=1)[:, 1]
rotors = (rotor * theta[:, 1] * theta[:, 2]).sum(axis=1)
power = (torque * theta[:, 1]).sum(axis=1)
assert np.allclose(spring + links + rotors, power, rtol=1e-9, atol=1e-9)

# elastic() does all of it, dampers and springs that become stiffer too, and says where the rigid model is wrong.
springs = pathlib.Path(tempfile.mkdtemp()) / "springs.toml"
tables = [f"[joint.{name}]\nstiffness = {k}\nrotor_inertia = 0.6\n" for name, k in zip(robot.names, stiffness)]
springs.write_text("".join(tables))
result = appell.elastic(robot, motion, springs, samples=601)
print("eigenfrequencies with motors locked, Hz:", result["locked_frequency"][300].round(1))
assert np.allclose(result["theta"][:, 0], theta[:, 0], rtol=1e-9, atol=1e-12)
assert np.allclose(result["Q_theta"][:, 0], torque, rtol=1e-9, atol=1e-9)
