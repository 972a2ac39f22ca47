#!/usr/bin/env python3
"""check_coverage.py ROOT PROGRAM: docs/coverage.md keeps what it promises.

No cell is empty, every equation of the papers is in exactly one row, every function is declared in a header, every
command is one of PROGRAM's, and every quantity behind --only is one that PROGRAM knows.
"""
import json
import pathlib
import re
import subprocess
import sys

LAST = {"S0": 167, "S1": 135, "S2": 91, "S3": 109, "S4": 103}  # Numbered equations of each paper.


def rows(text):
    for line in text.splitlines():
        if re.match(r"\| S\d", line):
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def equation_problems(table):
    seen = {paper: [] for paper in LAST}
    for section, equations, *_ in table:
        numbers = [int(n) for n in re.findall(r"\((\d+)\)", equations)]
        seen[section.split()[0]] += range(numbers[0], numbers[-1] + 1)
    return [f"{paper}: rows have equations {sorted(set(range(1, last + 1)) ^ set(seen[paper]))} too few or too many, "
            "or one twice" for paper, last in LAST.items() if sorted(seen[paper]) != list(range(1, last + 1))]


def function_problems(table, root):
    headers = {}
    for folder in ("appell", "papers"):
        for file in (root / folder).rglob("*.hpp"):
            headers.setdefault(file.parent.name, []).append(file.read_text())
    found = []
    for section, _, _, functions, _ in table:
        for module, name in re.findall(r"`(\w+)::(\w+)`", functions):
            if not any(re.search(rf"\b{name}\b", text) for text in headers.get(module, [])):
                found.append(f"{section}: no header of {module}/ has {name}")
    return found


def command_problems(table, program):
    helped = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    known = {q["name"] for q in json.loads(
        subprocess.run([program, "quantities", "--json"], capture_output=True, text=True, check=True).stdout)}
    found = []
    for section, *_, commands in table:
        for line in re.findall(r"`appell ([^`]+)`", commands):
            words = line.split()
            if not re.search(rf"^  {words[0]} ", helped, re.M):
                found.append(f"{section}: there is no command {words[0]}")
            if "--only" in words:
                names = set(words[words.index("--only") + 1].split(","))
                found += [f"{section}: there is no quantity {name}" for name in sorted(names - known)]
    return found


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    table = list(rows((root / "docs/coverage.md").read_text()))
    problems = [f"{row[0]}: {len(row)} cells, or an empty one" for row in table if len(row) != 5 or not all(row)]
    if not problems:
        problems = equation_problems(table) + function_problems(table, root) + command_problems(table, program)
    print("\n".join(problems) or f"{len(table)} sections, every notion within reach")
    return 1 if problems or not table else 0


if __name__ == "__main__":
    sys.exit(main())
