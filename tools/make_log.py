#!/usr/bin/env python3
"""Writes examples/panda_log.csv: a record of a Panda as a robot's own logger would leave it.

The motion is a sum of sines about a pose, which an arm of this kind can follow. What is recorded has
noise of 2e-5 rad in six decimals, stamps of a clock that is not the controller's (deviation 0.3 ms
on 10 ms) and 5 % of rows that say the one before once more. Everything comes from one seed.

    make_log.py FILE           writes FILE
    make_log.py FILE --check   fails if FILE is not what would be written
"""

import math
import random
import sys

SEED = 20
ROWS = 400
STEP = 0.01  # s
NOISE = 2e-5  # rad
JITTER = 3e-4  # s
REPEATED = 0.05
POSE = [0.0, -0.5, 0.0, -2.2, 0.0, 1.8, 0.8]
SINES = [  # Of each joint: amplitudes in rad, and angular frequencies in rad/s.
    [(0.40, 1.1), (0.08, 2.9)],
    [(0.25, 1.3), (0.05, 3.1)],
    [(0.35, 0.9), (0.06, 2.7)],
    [(0.30, 1.2), (0.05, 3.4)],
    [(0.40, 1.4), (0.08, 2.6)],
    [(0.30, 1.0), (0.06, 3.2)],
    [(0.45, 1.5), (0.09, 2.8)],
]


def position(joint, t):
    return POSE[joint] + sum(a * math.sin(w * t) for a, w in SINES[joint])


def log_text():
    draw = random.Random(SEED)
    joints = range(len(POSE))
    lines = ["t," + ",".join(f"joint{j + 1}" for j in joints)]
    row = None
    for i in range(ROWS):
        if row is None or draw.random() >= REPEATED:
            row = [position(j, STEP * i) + draw.gauss(0.0, NOISE) for j in joints]
        stamp = STEP * i + draw.gauss(0.0, JITTER)
        lines.append(f"{stamp:.6f}," + ",".join(f"{q:.6f}" for q in row))
    return "\n".join(lines) + "\n"


def main():
    path, check = sys.argv[1], sys.argv[2:] == ["--check"]
    if not check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(log_text())
        return 0
    with open(path, encoding="utf-8") as file:
        if file.read() == log_text():
            return 0
    print(f"{path}: is not what tools/make_log.py writes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
