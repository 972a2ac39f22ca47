#!/usr/bin/env python3
"""Writes models/humanoid32.urdf, a humanoid of our own with a floating base and 26 revolute joints.

    python3 tools/make_humanoid.py           write the file
    python3 tools/make_humanoid.py --check   exit 1 if the file differs from what would be written

Frames: x forward, y left, z up; at angles zero all frames are parallel and the soles are at z = 0.
Pitch turns about y, roll about x, yaw about z. The right side mirrors the left side at y = 0, so its
roll and yaw ranges are the mirrored ones. Only + - * / are used: the file is the same everywhere.
"""

import pathlib
import sys

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "models" / "humanoid32.urdf"

AXES = {"roll": "1 0 0", "pitch": "0 1 0", "yaw": "0 0 1"}

HEADER = """<?xml version="1.0"?>
<!-- Humanoid of our own: floating base (6) and 26 revolute joints: two legs of 6, torso 2, neck 2, two arms of 5.
     About 1.6 m and 60 kg. Frames: x forward, y left, z up; at angles zero it stands upright, soles at z = 0, arms down.
     Ours: every number. Links are solid boxes, cylinders along z, spheres, and capsules (a cylinder along z with half a
     ball at both ends) of even density, and their inertias follow from the shape that is drawn. Limits are typical of
     electric humanoids of this size. Left and right are mirror images.
     Written by tools/make_humanoid.py: change that program, not this file. -->
"""


def number(value):
    """Shortest decimal that reads back as the same double; no minus zero."""
    text = repr(float(value) + 0.0)
    return text[:-2] if text.endswith(".0") else text


def vector(values):
    return " ".join(number(value) for value in values)


class Box:
    def __init__(self, x, y, z):
        self.size = (x, y, z)

    def moments(self, mass):
        x, y, z = self.size
        return (
            mass * (y * y + z * z) / 12,
            mass * (x * x + z * z) / 12,
            mass * (x * x + y * y) / 12,
        )

    def drawn(self):
        return [((0, 0, 0), f'<box size="{vector(self.size)}"/>')]


class Sphere:
    def __init__(self, radius):
        self.radius = radius

    def moments(self, mass):
        return (mass * 2 * self.radius * self.radius / 5,) * 3

    def drawn(self):
        return [((0, 0, 0), f'<sphere radius="{number(self.radius)}"/>')]


class Cylinder:
    """Along z; `length` is its height."""

    def __init__(self, radius, length):
        self.radius, self.length = radius, length

    def moments(self, mass):
        across = mass * (3 * self.radius * self.radius + self.length * self.length) / 12
        return across, across, mass * self.radius * self.radius / 2

    def drawn(self):
        size = f'radius="{number(self.radius)}" length="{number(self.length)}"'
        return [((0, 0, 0), f"<cylinder {size}/>")]


class Capsule(Cylinder):
    """`length` is that of the cylinder between the two half balls."""

    def moments(self, mass):
        r, length = self.radius, self.length
        tube = mass * length / (length + 4 * r / 3)  # volumes: pi r^2 length and 4/3 pi r^3
        ball = mass - tube
        across = tube * (length * length / 12 + r * r / 4) + ball * (
            2 * r * r / 5 + length * length / 4 + 3 * length * r / 8
        )
        return across, across, tube * r * r / 2 + ball * 2 * r * r / 5

    def drawn(self):
        end = f'<sphere radius="{number(self.radius)}"/>'
        half = self.length / 2
        return [*super().drawn(), ((0, 0, half), end), ((0, 0, -half), end)]


def link(name, mass, centre, shape):
    ixx, iyy, izz = shape.moments(mass)
    lines = [
        f'  <link name="{name}">',
        "    <inertial>",
        f'      <origin xyz="{vector(centre)}"/>',
        f'      <mass value="{number(mass)}"/>',
        f'      <inertia ixx="{number(ixx)}" ixy="0" ixz="0" iyy="{number(iyy)}" iyz="0" '
        f'izz="{number(izz)}"/>',
        "    </inertial>",
    ]
    for offset, geometry in shape.drawn():
        place = [round(c + o, 12) for c, o in zip(centre, offset)]
        lines += [
            "    <visual>",
            f'      <origin xyz="{vector(place)}"/>',
            "      <geometry>",
            f"        {geometry}",
            "      </geometry>",
            "    </visual>",
        ]
    return [*lines, "  </link>"]


def joint(name, kind, parent, child, place, details=()):
    return [
        f'  <joint name="{name}" type="{kind}">',
        f'    <parent link="{parent}"/>',
        f'    <child link="{child}"/>',
        f'    <origin xyz="{vector(place)}"/>',
        *(f"    {line}" for line in details),
        "  </joint>",
    ]


def frame(parent, child, place):
    return [*joint(f"{child}_mount", "fixed", parent, child, place), f'  <link name="{child}"/>']


def revolute(name, turn, parent, child, place, limits):
    lower, upper, velocity, effort = limits
    return joint(
        name,
        "revolute",
        parent,
        child,
        place,
        (
            f'<axis xyz="{AXES[turn]}"/>',
            f'<limit lower="{number(lower)}" upper="{number(upper)}" '
            f'velocity="{number(velocity)}" effort="{number(effort)}"/>',
        ),
    )


# joint, turn, place in the parent, (lower, upper, velocity, effort), child link, mass, centre, shape
TORSO = [
    ("waist_yaw", "yaw", (0, 0, 0.08), (-1.0, 1.0, 5, 100),
     "waist", 1.8, (0, 0, 0.02), Cylinder(0.07, 0.06)),
    ("waist_pitch", "pitch", (0, 0, 0.05), (-0.3, 0.9, 5, 120),
     "chest", 15.0, (0, 0, 0.17), Box(0.18, 0.28, 0.32)),
]
NECK = [
    ("neck_yaw", "yaw", (0, 0, 0.35), (-1.4, 1.4, 5, 10),
     "neck", 0.6, (0, 0, 0.02), Cylinder(0.04, 0.06)),
    ("neck_pitch", "pitch", (0, 0, 0.05), (-0.6, 0.8, 5, 10),
     "head", 3.2, (0.01, 0, 0.07), Sphere(0.085)),
]
LEFT_LEG = [
    ("hip_yaw", "yaw", (0, 0.09, -0.04), (-0.6, 0.9, 6, 60),
     "hip", 1.0, (0, 0, -0.03), Cylinder(0.045, 0.08)),
    ("hip_roll", "roll", (0, 0, -0.06), (-0.4, 0.8, 6, 120),
     "hip_cross", 1.2, (-0.02, 0, 0), Box(0.11, 0.08, 0.08)),
    ("hip_pitch", "pitch", (0, 0.01, 0), (-2.0, 0.6, 7, 150),
     "thigh", 5.5, (0, 0.005, -0.18), Capsule(0.06, 0.26)),
    ("knee", "pitch", (0, 0, -0.38), (0, 2.4, 8, 180),
     "shank", 3.2, (0, 0, -0.17), Capsule(0.045, 0.26)),
    ("ankle_pitch", "pitch", (0, 0, -0.36), (-0.8, 0.7, 7, 120),
     "ankle", 0.5, (0, 0, -0.01), Box(0.05, 0.06, 0.05)),
    ("ankle_roll", "roll", (0, 0, -0.02), (-0.35, 0.35, 7, 60),
     "foot", 1.0, (0.04, 0.005, -0.04), Box(0.24, 0.09, 0.04)),
]
LEFT_ARM = [
    ("shoulder_pitch", "pitch", (0, 0.17, 0.28), (-3.0, 1.0, 6, 50),
     "shoulder", 0.7, (0, 0.015, 0), Sphere(0.045)),
    ("shoulder_roll", "roll", (0, 0.03, 0), (-0.3, 2.8, 6, 50),
     "shoulder_cross", 0.7, (0, 0.005, -0.03), Box(0.07, 0.06, 0.08)),
    ("shoulder_yaw", "yaw", (0, 0.005, -0.06), (-1.5, 1.5, 6, 30),
     "upper_arm", 1.3, (0, 0, -0.1), Capsule(0.035, 0.14)),
    ("elbow", "pitch", (0, 0, -0.2), (-2.4, 0, 6, 35),
     "forearm", 0.7, (0, 0, -0.1), Capsule(0.03, 0.14)),
    ("wrist_yaw", "yaw", (0, 0, -0.2), (-1.5, 1.5, 8, 10),
     "hand", 0.4, (0.01, 0, -0.06), Box(0.08, 0.03, 0.12)),
]


def chain(root, rows):
    lines, parent = [], root
    for name, turn, place, limits, child, mass, centre, shape in rows:
        lines += revolute(name, turn, parent, child, place, limits)
        lines += link(child, mass, centre, shape)
        parent = child
    return lines


def on_side(side, rows):
    """The left rows with names of the side; for the right, mirrored at y = 0."""
    sign = {"left": 1, "right": -1}[side]
    for name, turn, (x, y, z), limits, child, mass, (cx, cy, cz), shape in rows:
        if side == "right" and turn != "pitch":
            lower, upper, *rest = limits
            limits = (-upper, -lower, *rest)
        place, centre = (x, sign * y, z), (cx, sign * cy, cz)
        yield f"{side}_{name}", turn, place, limits, f"{side}_{child}", mass, centre, shape


def model():
    lines = ['<robot name="humanoid32">', '  <link name="world"/>']
    lines += joint("free", "floating", "world", "pelvis", (0, 0, 0.92))
    lines += link("pelvis", 7.0, (-0.01, 0, 0.02), Box(0.16, 0.24, 0.12))
    for side in ("left", "right"):
        lines += chain("pelvis", on_side(side, LEFT_LEG))
        lines += frame(f"{side}_foot", f"{side}_sole", (0, 0, -0.06))
    lines += chain("pelvis", TORSO)
    lines += chain("chest", NECK)
    for side in ("left", "right"):
        lines += chain("chest", on_side(side, LEFT_ARM))
        lines += frame(f"{side}_hand", f"{side}_palm", (0, 0, -0.08))
    return HEADER + "\n".join([*lines, "</robot>"]) + "\n"


def main():
    if sys.argv[1:] == ["--check"]:
        sys.exit(OUTPUT.read_text(encoding="utf-8") != model())
    if sys.argv[1:]:
        sys.exit(f"make_humanoid.py: unknown arguments {sys.argv[1:]}; only --check is known")
    OUTPUT.write_text(model(), encoding="utf-8")


if __name__ == "__main__":
    main()
