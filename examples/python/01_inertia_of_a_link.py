"""The inertia of a link from its drawing: a milled bar with two bores and a motor, as a URDF element."""

import numpy as np

import appell

aluminium = {"material": "aluminium"}
bar = appell.Body.box([0.40, 0.06, 0.03], **aluminium).at([0.15, 0.0, 0.0])
bore = appell.Body.cylinder(radius=0.02, length=0.03, **aluminium)
motor = appell.Body.cylinder(radius=0.03, length=0.08, mass=0.9).at([0.30, 0.0, 0.05])
link = bar - bore - bore.at([0.30, 0.0, 0.0]) + motor

print(link)
print("inertia about the joint, kg m^2:")
print(link.inertia_about([0.0, 0.0, 0.0]).round(6))
print(link.to_urdf())

# The moment about the joint axis z, by hand: each part about its own centre, and Steiner.
density = bar.mass / (0.40 * 0.06 * 0.03)
hole = density * np.pi * 0.02**2 * 0.03
by_hand = bar.mass * ((0.40**2 + 0.06**2) / 12 + 0.15**2)
by_hand -= 2 * hole * 0.02**2 / 2 + hole * 0.30**2
by_hand += 0.9 * (0.03**2 / 2 + 0.30**2)
assert np.isclose(link.inertia_about([0, 0, 0], axis=[0, 0, 1]), by_hand, rtol=1e-12)
