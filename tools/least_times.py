#!/usr/bin/env python3
"""Joins what several runs of `bench/compare --json` printed: the least time of each case, and its ratios.

usage: least_times.py RUN.json... > BENCH.json

KDL's time depends on the process by a tenth; one run alone may flatter us.
"""

import json
import pathlib
import sys

KEY = ("case", "robot", "n", "K", "mode", "peer")
TIMES = ("ours_ns", "peer_ns", "kdl_inverse_ns")


def main() -> int:
    least: dict[tuple, dict] = {}
    for path in sys.argv[1:]:
        for entry in json.loads(pathlib.Path(path).read_text()):
            known = least.setdefault(tuple(entry[k] for k in KEY), entry)
            for time in TIMES:
                if entry[time] is not None:
                    known[time] = min(known[time], entry[time])
    for entry in least.values():
        if entry["peer"]:
            entry["ratio"] = entry["ours_ns"] / entry["peer_ns"]
        if entry["kdl_inverse_ns"]:
            entry["kdl_ratio"] = entry["ours_ns"] / entry["kdl_inverse_ns"]
    print(json.dumps(list(least.values()), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
