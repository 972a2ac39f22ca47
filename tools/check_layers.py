#!/usr/bin/env python3
"""Fails on an #include that goes against the one-way flow between the rooms of appell/."""

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
        trajectory : base taylor model
        kinematics : base taylor spatial model
        energy     : base taylor spatial mass model kinematics
        engine     : base spatial mass model
        force      : base taylor spatial mass model kinematics engine
        equations  : base taylor spatial mass model kinematics energy
        dynamics   : base taylor spatial mass model trajectory engine force
        io         : base taylor spatial mass model trajectory dynamics
        analysis   : base taylor spatial mass model trajectory kinematics energy engine force dynamics
        verify     : base taylor spatial mass model kinematics energy engine force equations dynamics
        report     : base taylor spatial mass model trajectory kinematics energy force equations dynamics io analysis verify
        """.strip().splitlines()
    )
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def problems_of(file: pathlib.Path, root: pathlib.Path) -> list[str]:
    room = file.relative_to(root / "appell").parts[0]
    if room not in ALLOWED:
        return [f"{file}: '{room}' is no room; add it to {__file__} and docs/architecture.md"]
    found = []
    for included in INCLUDE.findall(file.read_text()):
        parts = included.split("/")
        if parts[0] != "appell" or len(parts) < 3:
            found.append(f'{file}: "{included}"; write the full path "appell/room/file.hpp"')
        elif parts[1] != room and parts[1] not in ALLOWED[room]:
            found.append(f"{file}: {room}/ must not include {included}")
    return found


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = [f for f in (root / "appell").rglob("*") if f.suffix in (".hpp", ".cpp", ".in")]
    problems = [text for file in sorted(files) for text in problems_of(file, root)]
    print("\n".join(problems) or f"{len(files)} files keep to the layers")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
