#!/usr/bin/env python3
"""Fails on an #include that goes against the one-way flow between the rooms of appell/ and papers/."""

import pathlib
import re
import sys

# A room may include itself and the rooms behind its colon, nothing else.
ALLOWED = {
    room.strip(): set(below.split())
    for room, below in (
        line.split(":")
        for line in """
        base       :
        taylor     : base
        spatial    : base taylor
        mass       : base spatial
        model      : base taylor spatial mass
        kinematics : base taylor spatial model
        trajectory : base taylor spatial model kinematics
        energy     : base taylor spatial mass model kinematics
        engine     : base spatial mass model
        force      : base taylor spatial mass model kinematics engine
        dynamics   : base taylor spatial mass model trajectory engine force
        record     : base taylor trajectory
        io         : base taylor spatial mass model trajectory record dynamics
        analysis   : base taylor spatial mass model trajectory record kinematics energy engine force dynamics
        study      : base taylor spatial mass model trajectory record kinematics energy engine force dynamics io analysis
        planning   : base taylor spatial mass model trajectory kinematics engine force analysis
        report     : base taylor spatial mass model trajectory record kinematics energy force dynamics io analysis study planning
        equations  : base taylor spatial mass model kinematics energy
        verify     : base taylor spatial mass model trajectory kinematics energy engine force dynamics io report equations
        """.strip().splitlines()
    )
}
# These rooms are in papers/, the others in appell/: no room of appell/ has one of them behind its colon.
PAPERS = {"equations", "verify"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def place_of(room: str) -> str:
    return f"{'papers' if room in PAPERS else 'appell'}/{room}"


def problems_of(file: pathlib.Path, root: pathlib.Path) -> list[str]:
    folder, room = file.relative_to(root).parts[:2]
    if room not in ALLOWED or place_of(room) != f"{folder}/{room}":
        return [f"{file}: '{folder}/{room}' is no room; add it to {__file__} and docs/architecture.md"]
    found = []
    for included in INCLUDE.findall(file.read_text()):
        parts = included.split("/")
        if len(parts) < 3 or parts[0] not in ("appell", "papers"):
            found.append(f'{file}: "{included}"; write the full path "appell/room/file.hpp"')
        elif parts[1] != room and parts[1] not in ALLOWED[room] or place_of(parts[1]) != "/".join(parts[:2]):
            found.append(f"{file}: {room}/ must not include {included}")
    return found


def program_problems(file: pathlib.Path) -> list[str]:
    """The program does without papers/; only appell-papers, verify.cpp and equations.cpp, is built with them."""
    if file.name in ("verify.cpp", "equations.cpp"):
        return []
    return [f"{file}: must not include {i}" for i in INCLUDE.findall(file.read_text()) if i.startswith("papers/")]


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = [f for d in ("appell", "papers") for f in (root / d).rglob("*") if f.suffix in (".hpp", ".cpp", ".in")]
    problems = [text for file in sorted(files) for text in problems_of(file, root)]
    problems += [text for file in sorted((root / "apps").glob("*.[ch]pp")) for text in program_problems(file)]
    print("\n".join(problems) or f"{len(files)} files keep to the layers")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
