#!/usr/bin/env python3
"""Adds up the test results in a folder and prints one line `N passed, N failed, N skipped`."""

import pathlib
import sys
import xml.etree.ElementTree as xml


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    passed = failed = skipped = 0
    for file in sorted(folder.glob("*.xml")):
        for case in xml.parse(file).getroot().iter("testcase"):
            if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
                skipped += 1
                print(f"skipped: {file.stem}: {case.get('name')}")
            elif case.find("failure") is not None or case.get("status") == "fail":
                failed += 1
                print(f"failed: {file.stem}: {case.get('name')}")
            else:
                passed += 1
    steps = folder / "steps.txt"
    for outcome in steps.read_text().split() if steps.exists() else []:
        passed += outcome == "passed"
        failed += outcome == "failed"
        skipped += outcome == "skipped"
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
