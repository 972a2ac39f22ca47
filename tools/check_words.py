#!/usr/bin/env python3
"""Fails where the library speaks of options of the command line: jobs and apps/ do, the rest has arguments."""

import pathlib
import re
import sys

LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
OPTION = re.compile(r"(?:^|[\s(\"])(?:--[a-z]|-o\b)")


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    found = [
        f"{file.relative_to(root)}:{number}: {text}"
        for folder in ("appell", "papers")
        for file in sorted((root / folder).rglob("*.[ch]pp"))
        if file.parent.parent.name != "jobs" and file.parent.name != "jobs"
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if not line.lstrip().startswith(("//", "#include"))
        for text in LITERAL.findall(line)
        if OPTION.search(text)
    ]
    print("\n".join(found) or "The library has no word of options.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
