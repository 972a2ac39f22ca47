"""Gibbs and Appell for a class: the equation of motion from the acceleration energy, term by term.

With E1 = 1/2 integral |r''|^2 dm the equations are dE1/dq'' = Q: no momenta, no Lagrange multipliers.
"""

import numpy as np

import appell

robot = appell.load("planar2r")
q = np.array([[0.3, 0.5], [1.0, -1.0], [2.0, 0.5]])
print("E1 =", appell.acceleration_energy(robot, q)[0], "J/s^2")

# 1. E1 is quadratic in q'': differences of it are its exact slope.
slope = np.empty(2)
for j in range(2):
    step = np.zeros_like(q)
    step[2, j] = 1.0
    up, down = appell.acceleration_energy(robot, q + step), appell.acceleration_energy(robot, q - step)
    slope[j] = (up[0] - down[0]) / 2
weight = appell.gravity(robot, q[0])
print("dE1/dq''         ", slope.round(6), "N m")
print("+ weight         ", weight.round(6), "N m")
print("= by Newton-Euler", appell.rnea(robot, q)[0].round(6), "N m")
assert np.allclose(slope + weight, appell.rnea(robot, q)[0], rtol=1e-12)

# 2. The curvature of E1 is the mass matrix.
M = appell.crba(robot, q[0])
E0 = appell.acceleration_energy(robot, q)[0]
step = np.zeros_like(q)
step[2] = [0.7, -0.3]
second = appell.acceleration_energy(robot, q + step)[0] + appell.acceleration_energy(robot, q - step)[0] - 2 * E0
assert np.isclose(second, step[2] @ M @ step[2], rtol=1e-11)

# 3. The next order: dE2/dq''' is the inertia of tau', with terms that E1 does not have (Catalan's for k = 2).
jerk = np.vstack([q, [[0.4, -0.2]]])
print("tau' =", appell.rnea(robot, jerk, order=1)[1].round(6), "N m/s")

try:  # 4. All of it as the papers write it, where the extension of the papers is built.
    for term in appell.equations(robot, q).terms:
        print(f"{term['coefficient']:+g} x {term['label']:<24} {np.round(term['value'], 6)}")
except ImportError as error:
    print(error)
