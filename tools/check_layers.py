#!/usr/bin/env python3
"""Fails on an #include that goes against the one-way flow between the modules of appell/ and papers/."""

import pathlib
import re
import sys

TABLE = re.compile(r"^## Allowed includes\n.*?^```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def allowed_includes(root: pathlib.Path) -> dict[str, set[str]]:
    """The table of docs/architecture.md: a module may include itself and the modules behind its colon, nothing else."""
    table = TABLE.search((root / "docs" / "architecture.md").read_text())
    assert table, "docs/architecture.md has no table of allowed includes"
    rows = (line.split(":") for line in table.group(1).splitlines() if not line.startswith("apps "))
    return {module.strip(): set(below.split()) for module, below in rows}


# These modules are in papers/, the others in appell/: no module of appell/ has one of them behind its colon.
PAPERS = {"equations", "verify"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def place_of(module: str) -> str:
    return f"{'papers' if module in PAPERS else 'appell'}/{module}"


def problems_of(file: pathlib.Path, root: pathlib.Path, allowed: dict[str, set[str]], used: set[tuple[str, str]]) -> list[str]:
    folder, module = file.relative_to(root).parts[:2]
    if module not in allowed or place_of(module) != f"{folder}/{module}":
        return [f"{file}: '{folder}/{module}' is no module; add it to the table of docs/architecture.md"]
    found = []
    for included in INCLUDE.findall(file.read_text()):
        parts = included.split("/")
        if len(parts) >= 3:
            used.add((module, parts[1]))
        if len(parts) < 3 or parts[0] not in ("appell", "papers"):
            found.append(f'{file}: "{included}"; write the full path "appell/module/file.hpp"')
        elif parts[1] != module and parts[1] not in allowed[module] or place_of(parts[1]) != "/".join(parts[:2]):
            found.append(f"{file}: {module}/ must not include {included}")
    return found


def program_problems(file: pathlib.Path) -> list[str]:
    """The program does without papers/; only appell-papers, verify.cpp and equations.cpp, is built with them."""
    if file.name in ("verify.cpp", "equations.cpp"):
        return []
    return [f"{file}: must not include {i}" for i in INCLUDE.findall(file.read_text()) if i.startswith("papers/")]


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = [f for d in ("appell", "papers") for f in (root / d).rglob("*") if f.suffix in (".hpp", ".cpp", ".in")]
    allowed = allowed_includes(root)
    used: set[tuple[str, str]] = set()
    problems = [text for file in sorted(files) for text in problems_of(file, root, allowed, used)]
    problems += [
        f"docs/architecture.md: {module} may include {below}, and does not: take it away"
        for module, all_below in allowed.items() for below in sorted(all_below) if (module, below) not in used
    ]
    problems += [text for file in sorted((root / "apps").glob("*.[ch]pp")) for text in program_problems(file)]
    print("\n".join(problems) or f"{len(files)} files keep to the layers")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
