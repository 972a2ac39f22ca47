#!/usr/bin/env python3
"""Fails on a binary that looks for libraries in the current folder: an empty or relative entry in its RPATH or RUNPATH.

Usage: check_run_paths.py FOLDER...   every ELF file below each folder; a folder without any is an error
       check_run_paths.py --self-test
"""
import pathlib
import struct
import sys

DYNAMIC, LOAD = 2, 1  # Types of program headers.
STRING_TABLE, RPATH, RUNPATH = 5, 15, 29  # Tags of the dynamic section.


def run_paths(data):
    """The RPATH and RUNPATH of a 64-bit little-endian ELF file; None if it is another kind of file."""
    if data[:6] != b"\x7fELF\x02\x01":
        return None
    offset, = struct.unpack_from("<Q", data, 0x20)
    size, count = struct.unpack_from("<HH", data, 0x36)
    headers = [struct.unpack_from("<IIQQQQ", data, offset + i * size) for i in range(count)]
    entries = []
    for kind, _, start, _, _, length in headers:
        if kind == DYNAMIC:
            entries = list(struct.iter_unpack("<QQ", data[start:start + length - length % 16]))
    address = next((value for tag, value in entries if tag == STRING_TABLE), 0)
    strings = next((address - virtual + start for kind, _, start, virtual, _, length in headers
                    if kind == LOAD and virtual <= address < virtual + length), None)
    if strings is None:
        return []
    places = [strings + value for tag, value in entries if tag in (RPATH, RUNPATH)]
    return [data[at:data.index(b"\0", at)].decode(errors="replace") for at in places]


def problems(path):
    """What is wrong with a RUNPATH: empty entries, and relative ones that do not begin at the binary itself."""
    return [f"an empty entry in '{path}'" if not entry else f"the relative entry '{entry}' in '{path}'"
            for entry in path.split(":") if not entry.startswith(("/", "$ORIGIN", "${ORIGIN}"))]


def elf_with(path):
    """A smallest ELF file that has this RUNPATH."""
    strings = b"\0" + path.encode() + b"\0"
    at = 64 + 2 * 56
    dynamic = struct.pack("<6Q", STRING_TABLE, at + 48, RUNPATH, 1, 0, 0)
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0)
    total = at + 48 + len(strings)
    load = struct.pack("<IIQQQQQQ", LOAD, 4, 0, 0, 0, total, total, 8)
    section = struct.pack("<IIQQQQQQ", DYNAMIC, 4, at, at, at, 48, 48, 8)
    return header + load + section + dynamic + strings


def self_test():
    for path, count in [("/a/b", 0), ("/a:", 1), (":/a", 1), ("/a::/b", 1), ("$ORIGIN/../lib:/b", 0), ("lib:.", 2), ("", 1)]:
        read = run_paths(elf_with(path))
        if read != [path] or len(problems(path)) != count:
            sys.exit(f"check_run_paths: '{path}' is read as {read}, with {len(problems(path))} problems; {count} are there")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    found = []
    for folder in arguments:
        seen = 0
        for file in sorted(pathlib.Path(folder).rglob("*")):
            if file.suffix in (".o", ".a") or file.is_symlink() or not file.is_file():
                continue
            with file.open("rb") as stream:
                start = stream.read(6)
                paths = run_paths(start + stream.read()) if start.startswith(b"\x7fELF") else None
            if paths is not None:
                seen += 1
                found += [f"{file}: {problem}" for path in paths for problem in problems(path)]
        if seen == 0:
            found.append(f"{folder}: has no ELF file")
    if found:
        sys.exit("\n".join(found))


main(sys.argv[1:])
