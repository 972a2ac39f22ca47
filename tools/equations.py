#!/usr/bin/env python3
"""Makes the tables of docs/equations.md, and holds them against the code.

usage: equations.py ROOT PROGRAM [--write]

What each table has comes from two places. The identities say themselves which equations they evaluate, what they state and
which function gives them: `PROGRAM verify --list --json`. docs/equations.toml has the rest, per equation: the verdict, the
functions that compute it, the tests of these. Every name becomes a link to the file that has it. Without --write the
document must be what would be written. Also: every numbered equation has a row, every row a function and a test that
exist, every row that is wrong as printed an identity or a test that evaluates the printed form, every equation that the code
cites as [S2 eq. (21)] a row, and every key is in docs/references.bib. docs/errata.md gives every equation the same verdict: where
several of its rows name one (its lines, its members), the weakest of theirs. Rows about the text between equations have no
number there. Equations that docs/same_formulas.toml calls one formula have one verdict, or a reason why not.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tomllib

VERDICTS = ["holds", "holds with a reading", "wrong as printed, corrected", "definition", "not in our copy"]
RANGE = re.compile(r"\((\d+)\)(?:\s*[-–]\s*\((\d+)\))?")
CITATION = re.compile(r"\[(S\d) eqs?\. ([^\]]+)\]")
TEST = re.compile(r"^(?:TEST(?:_F|_P)?|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
GENERATED = re.compile(r"(?<=<!-- tools/equations.py -->\n)(.*?)(?=^<!-- end -->)", re.MULTILINE | re.DOTALL)
LONGEST_RANGE = 20
# A row of docs/errata.md, and what its first cell names: "S0 (164), (165), S1 (132)".
ERRATA_VERDICT = re.compile(r"holds|holds with a reading|definition|not in our copy|wrong as printed \((?:slip|error)\)")
ERRATA_NUMBER = re.compile(r"\b(S\d)\b|\((\d+)\)(?:-\((\d+)\))?")
# From the weakest on.
BY_WEAKNESS = ["wrong as printed, corrected", "holds with a reading", "holds", "definition", "not in our copy"]
# Of an equation that is wrong as printed, the printed form is evaluated: by an identity that says so (Identity::misprinted), or
# by a test of one of these suites.
PRINTED_SUITES = ("Printed", "PrintedForm", "PrintedMembers", "MassErrata")
# The highest number of each paper.
LAST_EQUATION = {"S0": 167, "S1": 135, "S2": 91, "S3": 109, "S4": 103}
HEADING = {
    "equations": "| equation | verdict | function | test |\n|---|---|---|---|\n",
    "identities": "| identity | what it says | equations | function |\n|---|---|---|---|\n",
}

Row = collections.namedtuple("Row", "verdict functions tests")


def numbers(text: str) -> list[int]:
    found: list[int] = []
    for first, last in RANGE.findall(text):
        found += range(int(first), int(last or first) + 1)
    return found


def ranges(found: list[int]) -> str:
    """[3, 4, 5, 9] as (3)-(5), (9)."""
    text, start = [], 0
    for i, number in enumerate(found):
        if i + 1 == len(found) or found[i + 1] != number + 1:
            text.append(f"({found[start]})" if start == i else f"({found[start]})-({number})")
            start = i + 1
    return ", ".join(text)


def verdicts_of_errata(text: str) -> dict[str, list[str]]:
    """Of "S0 (66)": the verdicts of all rows that name it, in the words of equations.toml."""
    found: dict[str, list[str]] = collections.defaultdict(list)
    key = ""
    for line in text.splitlines():
        if line.startswith("## "):
            keys = re.findall(r"S\d", line)
            key = keys[0] if len(keys) == 1 else ""
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 4 or not ERRATA_VERDICT.fullmatch(cells[2]) or cells[1].startswith("text "):
            continue
        row_key = key
        for named, first, last in ERRATA_NUMBER.findall(cells[1]):
            row_key = named or row_key
            for number in range(int(first), int(last or first) + 1) if first else ():
                found[f"{row_key} ({number})"].append(re.sub(r" \(\w+\)$", ", corrected", cells[2]))
    return found


class Sources:
    """Where functions and tests are."""

    def __init__(self, root: pathlib.Path):
        self.code = {
            f.relative_to(root): f.read_text() for top in ("appell", "papers") for f in (root / top).rglob("*.[ch]pp")
        }
        self.tests = {
            ".".join(names): f.relative_to(root)
            for f in sorted((root / "tests").rglob("*.cpp"))
            for names in TEST.findall(f.read_text())
        }

    def header_of(self, function: str) -> pathlib.Path | None:
        """Of "mass::transformed": the header of that module that declares it."""
        module, name = function.split("::")[0], function.split("::")[-1]
        declares = rf"(?!return).*\b(?:(?:struct|class|enum class|using) {name}\b|{name}\()"
        for start in (r"^(?!\s|//)", r"^(?!\s*//)"):  # A function of the module before one of a class.
            declaration = re.compile(start + declares, re.MULTILINE)
            for file in sorted(self.code):
                if file.suffix == ".hpp" and file.parent.name == module and declaration.search(self.code[file]):
                    return file
        return None


class Equations:
    """The document, from its two sources."""

    def __init__(self, root: pathlib.Path, program: str):
        self.problems: list[str] = []
        self.sources = Sources(root)
        self.links: dict[str, str] = {}
        listed = subprocess.run([program, "verify", "--list", "--json"], capture_output=True, text=True, check=True, timeout=60)
        self.identities = json.loads(listed.stdout)
        self.identities_of = collections.defaultdict(list)
        for identity in self.identities:
            for equation in identity["equations"]:
                self.identities_of[equation].append(identity)
        self.rows: dict[str, dict[int, Row]] = {}
        for key, rows in tomllib.loads((root / "docs/equations.toml").read_text()).items():
            self.rows[key] = {}
            for which, row in rows.items():
                if not numbers(which):
                    self.problem(key, which, "no number; write (12) or (12)-(14)")
                for number in numbers(which):
                    if number in self.rows[key]:
                        self.problem(key, f"({number})", "it has two rows")
                    self.rows[key][number] = Row(row[0], *(tuple(filter(None, cell.split(", "))) for cell in row[1:]))

    def problem(self, key: str, which: str, text: str) -> None:
        self.problems.append(f"docs/equations.toml: {key} {which}: {text}")

    def link(self, name: str, file: pathlib.Path | None) -> str:
        if file is not None:
            self.links[name] = f"../{file}"
        return f"[{name}]"

    def function(self, key: str, which: str, name: str) -> str:
        file = self.sources.header_of(name)
        if file is None:
            self.problem(key, which, f"there is no function {name}")
        return self.link(name, file)

    def test(self, key: str, which: str, name: str) -> str:
        if name not in self.sources.tests:
            self.problem(key, which, f"there is no test {name}")
        return self.link(name, self.sources.tests.get(name))

    def identity(self, identity: dict) -> str:
        return self.link(f"`{identity['id']}`", pathlib.Path(identity["file"]))

    def row(self, key: str, which: str, row: Row, identities: list[dict]) -> str:
        tests = [*dict.fromkeys([*row.tests, *(identity["test"] for identity in identities)])]
        if row.verdict not in VERDICTS:
            self.problem(key, which, f"verdict '{row.verdict}'; one of {VERDICTS} is needed")
        if row.verdict != "not in our copy" and not row.functions:
            self.problem(key, which, "no function is named")
        if row.verdict != "not in our copy" and not tests:
            self.problem(key, which, "no test is named, and no identity evaluates it")
        self.check_printed_forms(key, which, row, identities)
        functions = ", ".join(self.function(key, which, name) for name in row.functions) or "–"
        shown = ", ".join([*(self.test(key, which, name) for name in tests), *map(self.identity, identities)]) or "–"
        return f"| {key} {which} | {row.verdict} | {functions} | {shown} |\n"

    def check_printed_forms(self, key: str, which: str, row: Row, identities: list[dict]) -> None:
        by_test = any(test.split(".")[0] in PRINTED_SUITES for test in row.tests)
        for number in numbers(which):
            equation = f"{key} ({number})"
            by_identity = [i["id"] for i in identities if equation in i["misprinted"]]
            is_evaluated = by_test or bool(by_identity)
            if row.verdict.startswith("wrong") and not is_evaluated:
                self.problem(key, f"({number})", "no identity and no test evaluates its printed form")
            if row.verdict in ("holds", "not in our copy") and by_identity:
                self.problem(key, f"({number})", f"it is misprinted by {', '.join(by_identity)}, and {row.verdict}")

    def table_of(self, key: str) -> str:
        """Neighbours that say the same are one row."""
        text, start = HEADING["equations"], None
        rows = self.rows[key]
        content = {n: (rows[n], self.identities_of[f"{key} ({n})"]) for n in sorted(rows)}
        for number in content:
            start = start or number
            if content.get(number + 1) != content[start] or number + 1 - start == LONGEST_RANGE:
                text += self.row(key, ranges([*range(start, number + 1)]), *content[start])
                start = None
        return text

    def table_of_identities(self) -> str:
        text = HEADING["identities"]
        for identity in self.identities:
            by_paper = collections.defaultdict(list)
            for equation in identity["equations"]:
                by_paper[equation[:2]] += numbers(equation)
            equations = "; ".join(f"{key} {ranges(sorted(found))}" for key, found in sorted(by_paper.items()))
            statement = f"{identity['title']}: `{identity['formula']}`".replace("|", "\\|")
            text += f"| {self.identity(identity)} | {statement} | {equations} | {identity['function']} |\n"
        return text

    def counts(self) -> str:
        count = collections.Counter(row.verdict for rows in self.rows.values() for row in rows.values())
        holds, reading, wrong, definition, missing = (count[verdict] for verdict in VERDICTS)
        return (
            f"Of {count.total()} equations {holds} hold, {reading} hold with a reading, {wrong} are wrong as printed, "
            f"{definition} are definitions, and\n{missing} are not in our copies. {len(self.identities)} identities evaluate "
            f"{len(self.identities_of)} of them.\n"
        )

    def generated(self) -> str:
        text = self.counts()
        for key in sorted(self.rows):
            text += f"\n## {key}\n\n{self.table_of(key)}"
        text += f"\n## The identities\n\n{self.table_of_identities()}\n"
        return text + "".join(f"[{name}]: {address}\n" for name, address in sorted(self.links.items()))

    def check_errata(self, text: str) -> None:
        errata = verdicts_of_errata(text)
        rows = {f"{key} ({n})": row.verdict for key, rows in self.rows.items() for n, row in rows.items()}
        for equation in sorted({*rows, *errata}):
            said, verdict = errata.get(equation, []), rows.get(equation, "no row")
            weakest = min(said, key=BY_WEAKNESS.index, default="no row")
            if weakest != verdict:
                self.problems.append(f"docs/errata.md: {equation}: {weakest}; docs/equations.toml: {verdict}")

    def check_same(self, same: dict[str, str]) -> None:
        """Whether equations that are one formula have one verdict."""
        for group, reason in same.items():
            names = re.findall(r"(S\d) \((\d+)\)", group)
            rows = [self.rows.get(key, {}).get(int(number)) for key, number in names]
            verdicts = {row.verdict for row in rows if row}
            if len(names) < 2 or None in rows:
                self.problems.append(f"docs/same_formulas.toml: {group}: equations that have a row are needed")
            elif len(verdicts) > 1 and not reason:
                self.problems.append(f"docs/same_formulas.toml: {group}: {', '.join(sorted(verdicts))}; one verdict or a reason is needed")
            elif len(verdicts) == 1 and reason:
                self.problems.append(f"docs/same_formulas.toml: {group}: one verdict; no reason is needed")

    def check(self, root: pathlib.Path) -> None:
        keys = set(re.findall(r"^@\w+\{(S\d),", (root / "docs/references.bib").read_text(), re.MULTILINE))
        self.problems += [f"docs/equations.toml: {key} is not in docs/references.bib" for key in self.rows if key not in keys]
        for key, last in LAST_EQUATION.items():
            rows = set(self.rows.get(key, {}))
            for number in sorted(rows ^ set(range(1, last + 1))):
                self.problem(key, f"({number})", "the paper has no such equation" if number in rows else "it has no row")
        self.check_errata((root / "docs/errata.md").read_text())
        self.check_same(tomllib.loads((root / "docs/same_formulas.toml").read_text()))
        cited = [(f"identity {i['id']}", i["equations"]) for i in self.identities]
        for file, text in self.sources.code.items():
            cited += [(str(file), [f"{key} ({n})" for n in numbers(which)]) for key, which in CITATION.findall(text)]
        known = {f"{key} ({n})" for key, rows in self.rows.items() for n in rows}
        for place, equations in cited:
            self.problems += [f"{place}: {e} has no row in docs/equations.toml" for e in equations if e not in known]


def main() -> int:
    root, program = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    equations = Equations(root, program)
    equations.check(root)
    document = root / "docs/equations.md"
    text = document.read_text()
    if len(GENERATED.findall(text)) != 1:
        equations.problems.append("docs/equations.md: one <!-- tools/equations.py --> and <!-- end --> are needed")
    made = GENERATED.sub(lambda _: equations.generated(), text)
    if "--write" in sys.argv:
        document.write_text(made)
    elif made != text:
        equations.problems.append("docs/equations.md is out of date: tools/equations.py . PROGRAM --write makes it anew")
    print("\n".join(dict.fromkeys(equations.problems)) or f"{len(equations.identities)} identities, {len(equations.links)} links")
    return 1 if equations.problems else 0


if __name__ == "__main__":
    sys.exit(main())
