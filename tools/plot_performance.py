#!/usr/bin/env python3
"""Draws the images of docs/performance.md from what `bench/compare --json` printed.

usage: plot_performance.py BENCH.json FOLDER
"""

import json
import math
import pathlib
import sys

LEFT, TOP, WIDTH, HEIGHT = 80, 40, 470, 300
COLOURS = ["#1b6ca8", "#2a9d4a", "#7b4fb5", "#d1622b", "#b8860b", "#777777"]


def text(x: float, y: float, content: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{content}</text>'


class Plot:
    """Both axes logarithmic."""

    def __init__(self, title: str, x_label: str, x_ticks: list[int], y_range: tuple[float, float]) -> None:
        self.x_range = (math.log(x_ticks[0] / 1.15), math.log(x_ticks[-1] * 1.15))
        self.y_range = (math.log(y_range[0]), math.log(y_range[1]))
        self.lines = 0
        self.parts = [
            '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="420" viewBox="0 0 760 420" '
            'font-family="sans-serif" font-size="13">',
            '<rect width="760" height="420" fill="white"/>',
            text(LEFT + WIDTH / 2, 22, title),
            text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, x_label),
        ]
        for tick in x_ticks:
            self.parts.append(text(self.x(tick), TOP + HEIGHT + 20, str(tick)))
        for power in range(math.ceil(math.log10(y_range[0])), math.floor(math.log10(y_range[1])) + 1):
            y = self.y(10.0**power)
            self.parts.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
            label = f"{10**power / 1000:g} µs" if power >= 3 else f"{10**power} ns"
            self.parts.append(text(LEFT - 8, y + 4, label, "end"))

    def x(self, value: float) -> float:
        low, high = self.x_range
        return LEFT + (math.log(value) - low) / (high - low) * WIDTH

    def y(self, value: float) -> float:
        low, high = self.y_range
        return TOP + (high - math.log(value)) / (high - low) * HEIGHT

    def line(self, name: str, points: list[tuple[float, float]], dashed: bool = False) -> None:
        colour = COLOURS[self.lines % len(COLOURS)]
        path = " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in sorted(points))
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        y = TOP + 14 + 20 * self.lines
        self.parts.append(f'<line x1="570" x2="595" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"{dash}/>')
        self.parts.append(text(602, y + 4, name, "start"))
        self.lines += 1

    def write(self, path: pathlib.Path) -> None:
        frame = f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#444444"/>'
        path.write_text("\n".join([*self.parts, frame, "</svg>"]) + "\n")


NAMES = {"kdl": "KDL", "mujoco": "MuJoCo", "pinocchio": "Pinocchio", "rbdl": "RBDL"}
MARKS = {"single": "#1b6ca8", "batch": "#2a9d4a", "pinocchio": "#d1622b", "rbdl": "#7b4fb5", "kdl": "#777777", "mujoco": "#b8860b"}
QUANTITIES = {
    "inverse": "τ",
    "bias": "bias, gravity",
    "gravity": "gravity",
    "mass": "M",
    "solve": "M⁻¹ x from M",
    "coriolis": "C",
    "partials": "∂τ/∂q, ∂τ/∂q'",
    "kinematics": "motion of bodies",
    "jacobian": "motion, J, J'",
    "kinetic_energy": "kinetic energy",
}


def draw_quantities(found: list[dict], path: pathlib.Path) -> None:
    """A row per quantity, a mark per program, on a logarithmic axis: the Panda in units of KDL's inverse dynamics."""
    left, width, low, high = 150, 440, math.log(0.03), math.log(4.0)
    bottom = TOP + 32 * len(QUANTITIES)

    def x(value: float) -> float:
        return left + (math.log(value) - low) / (high - low) * width

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{bottom + 60}" viewBox="0 0 760 {bottom + 60}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="760" height="{bottom + 60}" fill="white"/>',
        text(left + width / 2, 22, "7 joints (panda): time per sample; 1 is KDL's inverse dynamics"),
    ]
    for tick in (0.03, 0.1, 0.3, 1, 3):
        parts.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{bottom}" stroke="#dddddd"/>')
        parts.append(text(x(tick), bottom + 20, f"{tick:g}"))
    seen = set()
    for i, (case, label) in enumerate(QUANTITIES.items()):
        y = TOP + 32 * i + 16
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#eeeeee"/>')
        parts.append(text(left - 10, y + 4, label, "end"))
        times = {}
        for e in found:
            if e["robot"] == "panda" and e["case"] == case and e["K"] == 1:
                times[e["mode"]] = e["kdl_ratio"]
                if e["peer"]:
                    times[e["peer"]] = e["peer_ns"] / e["kdl_inverse_ns"]
        for who in [who for who in reversed(MARKS) if who in times]:  # Ours on top.
            seen.add(who)
            parts.append(f'<circle cx="{x(times[who]):.1f}" cy="{y}" r="5" fill="{MARKS[who]}" stroke="white"/>')
    for i, who in enumerate(who for who in MARKS if who in seen):
        y = TOP + 14 + 20 * i
        parts.append(f'<circle cx="{left + width + 24}" cy="{y}" r="5" fill="{MARKS[who]}"/>')
        parts.append(text(left + width + 36, y + 4, NAMES.get(who, f"ours, {who}"), "start"))
    parts.append(f'<rect x="{left}" y="{TOP}" width="{width}" height="{bottom - TOP}" fill="none" stroke="#444444"/>')
    path.write_text("\n".join([*parts, "</svg>"]) + "\n")


def draw_matrices(found: list[dict], path: pathlib.Path) -> None:
    def times(case: str, mode: str, key: str, peer: str | None = None) -> list[tuple[float, float]]:
        of = [e for e in found if e["case"] == case and e["mode"] == mode and e["robot"].startswith("chain")]
        return sorted({e["n"]: e[key] for e in of if peer is None or e["peer"] == peer}.items())

    chains = [n for n, _ in times("mass", "single", "ours_ns")]
    plot = Plot("matrices of a chain: time per sample against the number of joints", "joints of a chain", chains, (30, 2e5))
    for case, label in (("mass", "M"), ("partials", "∂τ/∂q, ∂τ/∂q'")):
        points = times(case, "single", "peer_ns", "pinocchio")
        if points:
            plot.line(f"Pinocchio, {label}", points, True)
        for mode in ("single", "batch"):
            plot.line(f"{mode}, {label}", times(case, mode, "ours_ns"))
    plot.write(path)


def main() -> int:
    found = json.loads(pathlib.Path(sys.argv[1]).read_text())
    folder = pathlib.Path(sys.argv[2])

    def ours(case: str, mode: str, **equal: object) -> list[dict]:
        return [
            e
            for e in found
            if e["case"] == case and e["mode"] == mode and e["peer"] == "kdl" and all(e[k] == v for k, v in equal.items())
        ]

    chains = [e["n"] for e in ours("inverse", "single", K=1) if e["robot"].startswith("chain")]
    by_n = Plot("time per sample against the number of joints", "joints of a chain", sorted(chains), (30, 5e5))
    by_n.line("KDL, torque only", [(e["n"], e["peer_ns"]) for e in ours("inverse", "single", K=1) if e["n"] in chains], True)
    for mode in ("single", "batch"):
        for K in (1, 3):
            points = [(e["n"], e["ours_ns"]) for e in ours("inverse", mode, K=K) if e["robot"].startswith("chain")]
            by_n.line(f"{mode}, K = {K}", points)
    by_n.write(folder / "time_by_n.svg")

    by_k = Plot("7 joints (panda): time per sample against K", "K: outputs τ, τ', ..., K of them", [1, 2, 3, 4, 6, 8, 12], (30, 1e5))
    plain = ours("inverse", "single", robot="panda", K=1)[0]["peer_ns"]
    by_k.line("KDL, torque only", [(1, plain), (12, plain)], True)
    tape = [(e["K"], e["peer_ns"]) for e in found if e["case"] == "tape" and e["robot"] == "panda"]
    if tape:
        by_k.line("ADOL-C tape", tape, True)
    by_k.line("single", [(e["K"], e["ours_ns"]) for e in ours("inverse", "single", robot="panda")])
    by_k.line("batch", [(e["K"], e["ours_ns"]) for e in ours("inverse", "batch", robot="panda")])
    by_k.line("batch, energies", [(e["K"], e["ours_ns"]) for e in ours("energies", "batch", robot="panda")])
    by_k.write(folder / "time_by_k.svg")
    draw_quantities(found, folder / "time_by_quantity.svg")
    draw_matrices(found, folder / "matrices_by_n.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
