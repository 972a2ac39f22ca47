#!/usr/bin/env python3
"""Runs the commands that the documentation shows and compares their output.

A block that opens with ```console holds commands behind "$ " and what they print. `./run` and `appell` both mean the
program that was just built. A line "..." stands for any number of lines, "…" within a line for any text. Commands run in
a folder of their own, one per document (pages of docs/formats share one), so that files written by one command are there for the next. A block that opens
with ```toml file=NAME, ```json file=NAME, ```csv file=NAME or ```xml file=NAME puts that file there. Links to files of the repository must
lead somewhere. What stands between <!-- appell ARGUMENTS --> and <!-- end --> is what that command prints, whole.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
GENERATED = re.compile(r"^<!-- appell (.*?) -->\n(.*?)^<!-- end -->", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def expected_pattern(lines: list[str]) -> str:
    pattern = ""
    for line in lines:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("…")) + r"\n"
    return pattern


def commands_in(block: str) -> list[tuple[str, list[str]]]:
    commands: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands and commands[-1][0].endswith("\\"):
            commands[-1] = (commands[-1][0][:-1] + line.strip(), [])
        elif commands:
            commands[-1][1].append(line)
    return commands


def check_document(document: pathlib.Path, root: pathlib.Path, program: str, place: pathlib.Path) -> tuple[int, list[str]]:
    text = document.read_text()
    problems = [
        f"{document}: link to {link}, which does not exist"
        for link in LINK.findall(text)
        if not (document.parent / link).exists()
    ]
    ran = 0
    for arguments, block in GENERATED.findall(text):
        printed = subprocess.run([program, *arguments.split()], capture_output=True, text=True, timeout=60).stdout
        ran += 1
        if printed != block:
            problems.append(f"{document}: put the output of `appell {arguments}` there:\n{printed}")
    (place / "run").write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
    (place / "run").chmod(0o755)
    for name in ("models", "examples"):
        if not (place / name).exists():
            (place / name).symlink_to(root / name)
    for language, info, block in BLOCK.findall(text):
        name = re.search(r"file=(\S+)", info)
        if name:
            (place / name.group(1)).write_text(block)
        if language != "console":
            continue
        for command, lines in commands_in(block):
            shell = f'appell() {{ "{program}" "$@"; }}; {command}'
            result = subprocess.run(
                ["bash", "-c", shell], cwd=place, capture_output=True, text=True, timeout=120
            )
            ran += 1
            printed = result.stdout + result.stderr
            if printed and not printed.endswith("\n"):
                printed += "\n"
            if not re.fullmatch(expected_pattern(lines), printed):
                problems.append(
                    f"{document}: $ {command}\n--- printed (exit {result.returncode})\n{printed}--- documented\n"
                    + "\n".join(lines)
                )
    return ran, problems


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    program = str(pathlib.Path(sys.argv[2]).resolve())
    problems, ran = [], 0
    formats = tempfile.mkdtemp()
    for document in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]:
        shared = document.parent.name  # Pages of formats share files.
        with tempfile.TemporaryDirectory() as own:
            place = pathlib.Path(formats if shared == "formats" else own)
            count, found = check_document(document, root, program, place)
        ran += count
        problems += found
    shutil.rmtree(formats)
    print("\n".join(problems) or f"{ran} documented commands print what the documents say")
    return 1 if problems or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
