#!/usr/bin/env python3
"""Holds docs/equations.md against the code: every numbered equation of the papers has a row, every row names a function
and a test that exist, every equation that the code cites as [S2 eq. (21)] has a row, and every key is in
docs/references.bib."""

import pathlib
import re
import sys

VERDICTS = {"holds", "holds with a reading", "wrong as printed, corrected", "definition", "not in our copy"}
ROW = re.compile(r"^\|\s*(S\d)\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|$", re.MULTILINE)
RANGE = re.compile(r"\((\d+)\)(?:\s*[-–]\s*\((\d+)\))?")
CITATION = re.compile(r"\[(S\d) eqs?\. ([^\]]+)\]")
LONGEST_RANGE = 20
# The highest number of each paper.
LAST_EQUATION = {"S0": 167, "S1": 135, "S2": 91, "S3": 109, "S4": 103}


def numbers(text: str) -> list[int]:
    found: list[int] = []
    for first, last in RANGE.findall(text):
        found += range(int(first), int(last or first) + 1)
    return found


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    code = {f: f.read_text() for folder in ("appell", "papers") for f in (root / folder).rglob("*.[ch]pp")}
    tests = "\n".join(f.read_text() for f in (root / "tests").rglob("*.cpp"))
    keys = set(re.findall(r"^@\w+\{(S\d),", (root / "docs/references.bib").read_text(), re.MULTILINE))
    problems: list[str] = []
    covered: set[tuple[str, int]] = set()
    rows = ROW.findall((root / "docs/equations.md").read_text())
    for key, which, verdict, functions, names in rows:
        place = f"docs/equations.md: {key} {which}"
        if key not in keys:
            problems.append(f"{place}: {key} is not in docs/references.bib")
        for first, last in RANGE.findall(which):
            if last and not 0 < int(last) - int(first) < LONGEST_RANGE:
                problems.append(f"{place}: a range has at most {LONGEST_RANGE} numbers")
        covered |= {(key, number) for number in numbers(which)}
        if verdict not in VERDICTS:
            problems.append(f"{place}: verdict '{verdict}'; one of {sorted(VERDICTS)} is needed")
        if verdict != "not in our copy" and not re.search(r"\w+::\w+", functions):
            problems.append(f"{place}: no function is named")
        if verdict != "not in our copy" and not re.search(r"\w+\.\w+", names):
            problems.append(f"{place}: no test is named")
        for function in re.findall(r"[\w:]+", functions):
            name = function.split("::")[-1]
            if not any(re.search(rf"\b{name}\b", text) for f, text in code.items() if f.suffix == ".hpp"):
                problems.append(f"{place}: there is no function {function}")
        for suite, test in re.findall(r"(\w+)\.(\w+)", names):
            if not re.search(rf"TEST(_F|_P)?\(\s*{suite},\s*{test}\s*\)|RC_GTEST_PROP\(\s*{suite},\s*{test},", tests):
                problems.append(f"{place}: there is no test {suite}.{test}")
    for key, last in LAST_EQUATION.items():
        missing = [number for number in range(1, last + 1) if (key, number) not in covered]
        if missing:
            problems.append(f"docs/equations.md: no row for {key} {', '.join(f'({n})' for n in missing)}")
    for key, number in sorted(covered):
        if number < 1 or number > LAST_EQUATION.get(key, 0):
            problems.append(f"docs/equations.md: {key} has no equation ({number})")
    for file, text in code.items():
        for key, which in CITATION.findall(text):
            for number in numbers(which):
                if (key, number) not in covered:
                    problems.append(f"{file.relative_to(root)}: cites {key} ({number}), which has no row in docs/equations.md")
    print("\n".join(problems) or f"{len(rows)} rows, {len(covered)} equations")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
