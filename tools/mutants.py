#!/usr/bin/env python3
"""A mutant per function that docs/equations.toml names: the function gives 1.001 times what it computes, and each row that
names it must notice, by a test of its own or by an identity of its own.

usage: mutants.py run BUILD [FUNCTION...]            needs a build with -DAPPELL_MUTANTS=ON, of the targets that `targets` prints
       mutants.py targets
       mutants.py check                              whether every named function is found, and every reason names one
       mutants.py self-test                          whether a test that stops its program leaves those after it alone
       mutants.py instrument BUILD SOURCE...         what CMake calls; prints the sources to compile instead

One build serves all mutants: in copies of the sources the body of each named function becomes a call of tools/mutant.hpp,
and APPELL_MUTANT=mass::combined chooses one when a program starts. A pair of row and function that nothing notices must be
in tools/mutants_argued.toml with a reason; a reason that is not needed is an error too.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib

import equations

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARGUED = ROOT / "tools/mutants_argued.toml"
# Robots that `appell verify` runs on: together every identity applies to one of them. The last has a rotor on every joint.
MODELS = ["rpr", "planar2r", "free_body", "puma560"]
ACTUATOR = "actuator = {gear_ratio = 100, rotor_inertia = 2e-5}"
TIMEOUT = 300

Row = collections.namedtuple("Row", "functions tests identities")


def rows_of_papers() -> dict[str, equations.Row]:
    """"S0 (66)": its row in docs/equations.toml."""
    rows = {}
    for key, table in tomllib.loads((ROOT / "docs/equations.toml").read_text()).items():
        for which, (_, functions, tests) in table.items():
            for number in equations.numbers(which):
                rows[f"{key} ({number})"] = Row(*(tuple(filter(None, c.split(", "))) for c in (functions, tests)), ())
    return rows


def homes_of_tests() -> dict[str, str]:
    """Of each test its room."""
    return {
        ".".join(names): file.parent.name
        for file in sorted((ROOT / "tests").rglob("*_test.cpp"))
        for names in equations.TEST.findall(file.read_text())
    }


# The copies of the sources.


def definition_of(function: str) -> re.Pattern[str]:
    """Of room::f a function of the room, of room::Class::f one of the class; as clang-format writes them."""
    name = "::".join(function.split("::")[1:])
    return re.compile(
        rf"^(?P<type>(?!\s|//|using|return|else)[^\n;={{}}]*[\w>&]) {name}\((?P<parameters>[^;{{}}]*?)\)(?: const)? \{{"
        r"(?P<body>[^\n]*\}$|\n(?:(?!^\}).*\n)*?^\})",
        re.MULTILINE,
    )


def instrumented(text: str, function: str) -> tuple[str, int]:
    def switched(found: re.Match[str]) -> str:
        body = found["body"][:-1]
        head = found[0][: found.start("body") - found.start()]
        if found["type"] == "void":
            out = re.search(r"(?<!const )\b[\w:<>]+& (\w+)$", found["parameters"])
            if out is None:
                raise SystemExit(f"{function}: nothing to perturb in: {head}")
            return f'{head} ::appell::mutant::filled("{function}", [&] {{{body}}}, {out[1]}); }}'
        return f'{head} return ::appell::mutant::value("{function}", [&]() -> {found["type"]} {{{body}}}); }}'

    return definition_of(function).subn(switched, text)


def functions_by_room() -> dict[str, list[str]]:
    rooms = collections.defaultdict(set)
    for row in rows_of_papers().values():
        for function in row.functions:
            rooms[function.split("::")[0]].add(function)
    return {room: sorted(functions) for room, functions in rooms.items()}


def instrument(build: pathlib.Path, sources: list[pathlib.Path]) -> list[pathlib.Path]:
    """The sources, with those of named functions replaced by copies below the build folder."""
    by_room = functions_by_room()
    result = []
    for source in sources:
        text, found = with_switches(source, by_room.get(source.parent.name, []))
        if found:
            copy = build / "mutants" / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if not copy.exists() or copy.read_text() != text:
                copy.write_text(text)
            source = copy
        result.append(source)
    return result


def with_switches(source: pathlib.Path, functions: list[str]) -> tuple[str, set[str]]:
    """The text of a source with switches, and the functions that it defines."""
    text, found = source.read_text(), set()
    for function in functions:
        text, count = instrumented(text, function)
        if count:
            found.add(function)
    return f'#include "tools/mutant.hpp"\n{text}', found


def check() -> int:
    by_room = functions_by_room()
    named = {function for functions in by_room.values() for function in functions}
    found = set()
    for source in (file for top in ("appell", "papers") for file in (ROOT / top).rglob("*.cpp")):
        found |= with_switches(source, by_room.get(source.parent.name, []))[1]
    problems = [f"{function}: no definition in a source file" for function in sorted(named - found)]
    problems += [f"{ARGUED.name}: no row names {function}" for function in tomllib.loads(ARGUED.read_text()) if function not in named]
    print("\n".join(problems) or f"{len(named)} functions, each is found")
    return 1 if problems else 0


# The run.


def robot_with_rotors(build: pathlib.Path, folder: str) -> str:
    """The first model with a rotor on every revolute joint."""
    file = pathlib.Path(folder) / "rotors.toml"
    subprocess.run([build / "bin/appell", "convert", MODELS[0], "-o", file], check=True, capture_output=True)
    file.write_text(file.read_text().replace('type = "revolute"', f'type = "revolute"\n{ACTUATOR}'))
    return str(file)


class Campaign:
    def __init__(self, build: pathlib.Path, robots: list[str]):
        self.build, self.robots = build, robots
        self.home = homes_of_tests()
        listed = self.command([build / "bin/appell", "verify", "--list", "--json"], "")
        self.identities_of = collections.defaultdict(list)
        for identity in json.loads(listed.stdout):
            for equation in identity["equations"]:
                self.identities_of[equation].append(identity["id"])
        self.rows = {
            name: row._replace(identities=tuple(self.identities_of[name])) for name, row in rows_of_papers().items()
        }

    def command(self, words: list, mutant: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "APPELL_MUTANT": mutant, "RC_PARAMS": "seed=1899 max_success=20"}
        try:
            return subprocess.run(words, capture_output=True, text=True, env=environment, timeout=TIMEOUT, cwd=ROOT)
        except subprocess.TimeoutExpired as late:
            return subprocess.CompletedProcess(words, 124, (late.stdout or b"").decode(), "")

    def failing_tests(self, mutant: str, tests: set[str]) -> set[str]:
        """Those that do not pass."""
        by_room = collections.defaultdict(set)
        for test in tests:
            by_room[self.home[test]].add(test)
        failing = set()
        for room, names in by_room.items():
            failing |= self.not_passed(self.build / f"tests/test_{room}", mutant, names)
        return failing

    def not_passed(self, program: pathlib.Path, mutant: str, tests: set[str]) -> set[str]:
        """Of one program. A test that stops it says nothing of those after it: these are run again, without it."""
        output = self.command([program, "--gtest_filter=" + ":".join(sorted(tests))], mutant).stdout
        begun, passed = ({*re.findall(rf"^\[ +{word} +\] (\S+)", output, re.MULTILINE)} & tests for word in ("RUN", "OK"))
        left = tests - begun if begun else set()
        return tests - passed - left | (self.not_passed(program, mutant, left) if left else set())

    def identities_on(self, robot: str, mutant: str, wanted: set[str]) -> tuple[set[str], set[str]]:
        """Those that fail on a robot, and those that pass. Where one stops the program, the wanted ones are run one by one."""
        words = [self.build / "bin/appell", "verify", robot, "--order", "6"]
        result = self.command(words, mutant)
        found = re.findall(r"^(\S+) .*\b(pass|FAIL)\b", result.stdout, re.MULTILINE)
        failed, passed = ({name for name, verdict in found if verdict == which} for which in ("FAIL", "pass"))
        if result.returncode not in (0, 1):
            for name in wanted - failed - passed:
                if self.command([*words, "--explain", name], mutant).returncode != 0:
                    failed.add(name)
        return failed, passed

    def survivors(self, mutant: str) -> list[str]:
        """The rows that name it and do not notice."""
        rows = {name: row for name, row in self.rows.items() if mutant in row.functions}
        tests = self.failing_tests(mutant, {test for row in rows.values() for test in row.tests})
        left = {name: row for name, row in rows.items() if not tests & {*row.tests}}
        for robot in self.robots:
            if not any(row.identities for row in left.values()):
                break
            failed, _ = self.identities_on(robot, mutant, {name for row in left.values() for name in row.identities})
            left = {name: row for name, row in left.items() if not failed & {*row.identities}}
        return [*left]

    def check_without_mutant(self) -> list[str]:
        failed, passed = (set().union(*found) for found in zip(*(self.identities_on(robot, "", set()) for robot in self.robots)))
        known = {identity for found in self.identities_of.values() for identity in found}
        tests = self.failing_tests("", {test for row in self.rows.values() for test in row.tests})
        return [
            *(f"{name} fails without a mutant" for name in sorted(failed | tests)),
            *(f"{name} applies to none of the robots" for name in sorted(known - passed - failed)),
        ]


def self_test() -> int:
    program = """#!/usr/bin/env python3
import os, sys
for test in sys.argv[1].split("=")[1].split(":"):
    print(f"[ RUN      ] {test}", flush=True)
    if "Stops" in test: os.abort()
    print("[       OK ]" if "Passes" in test else "[  FAILED  ]", test, flush=True)
"""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "test_room"
        file.write_text(program)
        file.chmod(0o755)
        tests = {"Fails.a", "Passes.b", "Stops.c", "ThenPasses.d", "ThenStops.e"}
        found = Campaign.not_passed(Campaign.__new__(Campaign), file, "", tests)
        if found != {"Fails.a", "Stops.c", "ThenStops.e"}:
            raise SystemExit(f"mutants: {found} do not pass")
        file.write_text("#!/bin/false\n")
        if Campaign.not_passed(Campaign.__new__(Campaign), file, "", tests) != tests:
            raise SystemExit("mutants: a program that does not start passes a test")
    return 0


def judged(found: dict[str, list[str]], functions: list[str]) -> list[str]:
    """What is wrong: survivors without a reason, and reasons without a survivor."""
    argued = tomllib.loads(ARGUED.read_text())
    problems = []
    for function in functions:
        reasons = {f"{key} ({n})" for which in argued.get(function, {}) for key in [which[:2]] for n in equations.numbers(which)}
        problems += [f"{row}: nothing of its own notices {function}" for row in found[function] if row not in reasons]
        problems += [f"{ARGUED.name}: {row} notices {function}: no reason is needed" for row in sorted(reasons - {*found[function]})]
    return problems


def run(build: pathlib.Path, chosen: list[str]) -> int:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(build, [*MODELS, robot_with_rotors(build, folder)])
        functions = chosen or sorted({f for row in campaign.rows.values() for f in row.functions})
        problems = campaign.check_without_mutant()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = dict(zip(functions, pool.map(campaign.survivors, functions)))
    problems += judged(found, functions)
    pairs = sum(function in row.functions for row in campaign.rows.values() for function in functions)
    survivors = sum(map(len, found.values()))
    print("\n".join(problems) + "\n" * bool(problems), end="")
    print(f"{len(functions)} functions, {pairs} pairs of a row and a function, {survivors} of them argued or not noticed, "
          f"{len(problems)} problems, {time.monotonic() - start:.0f} s")
    return 1 if problems else 0


def targets() -> list[str]:
    named = {test for row in rows_of_papers().values() for test in row.tests}
    rooms = {room for test, room in homes_of_tests().items() if test in named}
    return ["appell_cli", "appell_papers_cli", *(f"test_{room}" for room in sorted(rooms))]


def main() -> int:
    command, *arguments = sys.argv[1:]
    if command == "instrument":
        print(";".join(map(str, instrument(pathlib.Path(arguments[0]), [pathlib.Path(a) for a in arguments[1:]]))), end="")
        return 0
    if command == "check":
        return check()
    if command == "self-test":
        return self_test()
    if command == "targets":
        print(" ".join(targets()))
        return 0
    return run(pathlib.Path(arguments[0]).resolve(), arguments[1:])


if __name__ == "__main__":
    sys.exit(main())
