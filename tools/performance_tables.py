#!/usr/bin/env python3
"""Prints the tables of docs/performance.md from what `bench/compare --json` printed.

usage: performance_tables.py BENCH.json [BENCH_AVX2.json]
"""

import json
import pathlib
import sys

PEERS = ["pinocchio", "rbdl", "kdl", "mujoco"]
# What was to be reached, in units of KDL's plain inverse dynamics of the Panda: (case, K, mode, limit, words).
LIMITS = [
    ("inverse", 1, "single", 0.11, "τ"),
    ("inverse", 3, "single", 0.20, "τ, τ', τ''"),
    ("inverse", 1, "batch", 0.027, "τ, batch"),
    ("inverse", 3, "batch", 0.060, "τ, τ', τ'', batch"),
    ("bias", 1, "single", 0.11, "bias and gravity"),
    ("mass", 1, "single", 0.22, "M"),
    ("mass", 1, "batch", 0.06, "M, batch"),
    ("coriolis", 1, "single", 0.45, "C"),
    ("partials", 1, "single", 1.2, "∂τ/∂q and ∂τ/∂q'"),
    ("partials", 1, "batch", 0.35, "∂τ/∂q and ∂τ/∂q', batch"),
    ("kinematics", 1, "single", 0.10, "motion of all bodies"),
    ("jacobian", 1, "single", 0.16, "motion of all bodies, J, J'"),
]
AVX2_LIMITS = [
    ("inverse", 1, "batch", 0.050, "τ, batch, AVX2"),
    ("inverse", 3, "batch", 0.115, "τ, τ', τ'', batch, AVX2"),
]
# Pinocchio's times on the machine of the goals, in the same unit; what is not among them is compared with "inverse".
PINOCCHIO_THERE = {"inverse": 0.40, "mass": 0.27, "partials": 1.57}
QUANTITIES = [
    ("inverse", "τ"),
    ("bias", "bias and gravity"),
    ("gravity", "gravity"),
    ("mass", "M"),
    ("solve", "M⁻¹ x from M"),
    ("coriolis", "C"),
    ("partials", "∂τ/∂q and ∂τ/∂q'"),
    ("kinematics", "motion of all bodies"),
    ("jacobian", "motion of all bodies, J, J'"),
    ("kinetic_energy", "kinetic energy"),
]


class Bench:
    def __init__(self, path: str) -> None:
        self.found = json.loads(pathlib.Path(path).read_text())

    def entries(self, robot: str, case: str, K: int, mode: str) -> list[dict]:
        wanted = {"robot": robot, "case": case, "K": K, "mode": mode}
        return [e for e in self.found if all(e[k] == v for k, v in wanted.items())]

    def ours(self, robot: str, case: str, K: int, mode: str, key: str = "ours_ns") -> float | None:
        entries = self.entries(robot, case, K, mode)
        return entries[0][key] if entries else None

    def peer(self, robot: str, case: str, name: str) -> float | None:
        times = [e["peer_ns"] for e in self.entries(robot, case, 1, "single") if e["peer"] == name]
        return times[0] if times else None


def number(value: float | None, digits: int = 3) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |")


def limit_rows(bench: Bench, limits: list[tuple]) -> None:
    for case, K, mode, limit, words in limits:
        found = bench.ours("panda", case, K, mode, "kdl_ratio")
        unit = bench.ours("panda", "inverse", 1, "single", "kdl_inverse_ns")
        same = [bench.peer("panda", case, name) if K == 1 and mode == "single" else None for name in PEERS]
        verdict = "yes" if found <= limit else f"no: {found / limit:.2f} times"
        beside = case if case in PINOCCHIO_THERE else "inverse"
        theirs = bench.peer("panda", beside, "pinocchio")
        by_theirs = [number(limit / PINOCCHIO_THERE[beside], 2), number(theirs and found * unit / theirs, 2)]
        row(words, f"{limit:g}", number(found), verdict, *by_theirs, *(number(t and t / unit, 2) for t in same))


def limits(bench: Bench, avx2: Bench | None) -> None:
    row("Panda; 1 is KDL's inverse dynamics", "to reach", "ours", "reached", "to reach / P.", "ours / P.", "Pinocchio", "RBDL",
        "KDL", "MuJoCo")
    row(*["---"] * 10)
    limit_rows(bench, LIMITS)
    if avx2:
        limit_rows(avx2, AVX2_LIMITS)
    quotient = bench.ours("panda", "inverse", 9, "single") / bench.ours("panda", "inverse", 8, "single")
    verdict = "yes" if quotient <= 1.4 else f"no: {quotient / 1.4:.2f} times"
    row("K = 9 / K = 8, single", "1.4", number(quotient, 2), verdict, *[""] * 6)


def against(bench: Bench, name: str) -> None:
    robots = ["panda", "puma560", "humanoid32", "chain100"]
    row(f"ours / {name}, single (batch)", *robots)
    row(*["---"] * (1 + len(robots)))
    for case, words in QUANTITIES:
        cells = []
        for robot in robots:
            theirs = bench.peer(robot, case, name)
            times = [bench.ours(robot, case, 1, mode) for mode in ("single", "batch")]
            cells.append("" if theirs is None else f"{times[0] / theirs:.2f}" + (f" ({times[1] / theirs:.2f})" if times[1] else ""))
        row(words, *cells)


def orders(bench: Bench) -> None:
    columns = [1, 2, 3, 4, 6, 8, 9, 12]
    row("K", *map(str, columns))
    row(*["---"] * (1 + len(columns)))
    for words, case, mode, key, digits in [
        ("single call", "inverse", "single", "ours_ns", 0),
        ("in a batch", "inverse", "batch", "ours_ns", 0),
        ("in a batch, with E_1 .. E_K", "energies", "batch", "ours_ns", 0),
        ("single / KDL", "inverse", "single", "kdl_ratio", 3),
        ("batch / KDL", "inverse", "batch", "kdl_ratio", 3),
    ]:
        row(words, *(number(bench.ours("panda", case, K, mode, key), digits) for K in columns))


def main() -> int:
    bench = Bench(sys.argv[1])
    avx2 = Bench(sys.argv[2]) if len(sys.argv) > 2 else None
    orders(bench)
    print()
    limits(bench, avx2)
    for name in PEERS:
        if bench.peer("panda", "inverse", name):
            print()
            against(bench, name)
    for e in bench.found:
        if e["case"] in ("end_to_end", "analyze_everything"):
            print(f"\n{e['case']}: {e['ours_ns']:.0f} ns per sample, {e['ratio']:.2f} of {e['peer']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
