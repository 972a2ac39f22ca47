#!/usr/bin/env python3
"""Fails where two sources of one unit hide different things under one name.

Each module is compiled as one unit, so that the unnamed namespaces of its sources are one. Two definitions of
the same thing do not compile; two functions of one name with other parameters do, and a call may then take
the wrong one without a word. So a name in an unnamed namespace is there once per module.
"""

import collections
import pathlib
import re
import sys

# Our sources are formatted: a definition begins at the start of a line.
FUNCTION = re.compile(r"^(?!return|using|namespace|template|else|static_assert|TEST|RC_)[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*](\w+)\(")
VARIABLE = re.compile(r"^(?:constexpr|const|inline)\b[^(=;{]*\b(k[A-Z]\w*)\b[^(;]*[={]")
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)")


def hidden_names(text: str) -> set[str]:
    names = set()
    hidden = False
    for line in text.splitlines():
        if line == "namespace {":
            hidden = True
        elif line.startswith("}  // namespace"):
            hidden = False
        elif hidden:
            for pattern in (FUNCTION, VARIABLE, TYPE):
                if found := pattern.match(line):
                    names.add(found.group(1))
                    break
    return names


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    modules = [*(root / "appell").iterdir(), *(root / "papers").iterdir(), root / "apps", root / "python" / "src"]
    problems, count = [], 0
    for module in sorted(r for r in modules if r.is_dir()):
        places = collections.defaultdict(list)
        for source in sorted(module.rglob("*.cpp")):
            if module.name == "engine" and source.name.startswith("kernels_"):
                continue  # Units of their own.
            for name in hidden_names(source.read_text()):
                places[name].append(source.relative_to(root))
                count += 1
        problems += [f"'{name}' is hidden in {', '.join(map(str, where))}; give each a name of its own"
                     for name, where in sorted(places.items()) if len(where) > 1]
    print("\n".join(problems) or f"{count} hidden names, each once in its module")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
