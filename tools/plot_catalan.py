#!/usr/bin/env python3
"""Draws docs/images/catalan_error.svg: the error of the equation of motion of order k with the coefficients that the
papers print, beside the residual of the same equation with the Catalan numbers. The numbers are those of
`appell verify MODEL --order 6 --json`.

usage: plot_catalan.py PROGRAM OUTPUT.svg
"""

import json
import math
import pathlib
import subprocess
import sys

ROBOTS = {"rpr": "#1b6ca8", "puma560": "#2a9d4a", "panda": "#7b4fb5"}
LEFT, TOP, WIDTH, HEIGHT = 70, 30, 520, 300
LOWEST, HIGHEST = -17, 2  # Powers of ten.


def x_of(k: int) -> float:
    return LEFT + (k - 0.5) * WIDTH / 7


def y_of(value: float) -> float:
    power = math.log10(max(value, 10.0**LOWEST))
    return TOP + (HIGHEST - power) * HEIGHT / (HIGHEST - LOWEST)


def numbers(program: str, robot: str) -> tuple[list[float], list[float]]:
    """For k = 1..7: error of the printed form, residual of the right one."""
    result = subprocess.run(
        [program, "verify", robot, "--order", "6", "--json"], capture_output=True, text=True, check=True
    )
    found = {entry["id"]: entry for entry in json.loads(result.stdout)["identities"]}
    entries = [found[f"catalan-k{k}"] for k in range(1, 8)]
    # Up to k = 3 the printed coefficients are the right ones.
    return [e.get("printed_error", e["residual"]) for e in entries], [e["residual"] for e in entries]


def text(x: float, y: float, content: str, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{content}</text>'


def main() -> int:
    program, output = sys.argv[1], pathlib.Path(sys.argv[2])
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="620" height="420" viewBox="0 0 620 420" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="620" height="420" fill="white"/>',
    ]
    for power in range(-16, HIGHEST + 1, 2):
        y = y_of(10.0**power)
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        label = f'10<tspan dy="-5" font-size="9">{power}</tspan>'
        parts.append(text(LEFT - 8, y + 4, label, "end"))
    for k in range(1, 8):
        parts.append(text(x_of(k), TOP + HEIGHT + 20, str(k)))
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, "order k of the equation of motion"))
    parts.append(text(LEFT + WIDTH / 2, TOP - 10, "relative error of the equation of order k"))
    for robot, colour in ROBOTS.items():
        printed, right = numbers(program, robot)
        line = " ".join(f"{x_of(k + 1):.1f},{y_of(e):.1f}" for k, e in enumerate(printed))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for k, e in enumerate(printed):
            parts.append(f'<circle cx="{x_of(k + 1):.1f}" cy="{y_of(e):.1f}" r="4" fill="{colour}"/>')
        for k, e in enumerate(right):
            parts.append(
                f'<circle cx="{x_of(k + 1):.1f}" cy="{y_of(e):.1f}" r="4" fill="white" stroke="{colour}"/>'
            )
    y = TOP + HEIGHT + 68
    x = LEFT
    for robot, colour in ROBOTS.items():
        parts.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/>')
        parts.append(text(x + 10, y, robot, "start"))
        x += 82
    parts.append(text(x, y, "filled: as printed, open: Catalan numbers", "start"))
    parts.append("</svg>")
    output.write_text("\n".join(parts) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
