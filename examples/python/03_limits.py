"""Whether a robot will accept a motion, and the fastest speed at which it does."""

import appell

robot = appell.load("panda")
start, end = [0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7], [0.8, 0.2, -0.3, -1.2, 0.4, 2.0, 0.0]
moves = [appell.minimum_snap(0.0, a, 1.0, b) for a, b in zip(start, end)]
motion = appell.Motion(robot.names, moves)

report = appell.check(robot, motion, "panda")
print("legal:", report.legal)
for row in sorted(report.limits, key=lambda row: float(row["margin"]))[:5]:
    print(f"  {row['kind']:<14} {row.get('joint') or '-':<8} worst {row['worst']:10.4g}  limit {row['limit']:10.4g}")
fastest = report.speeds["fastest"]
print(f"fastest legal speed: {fastest:.6f}")

assert appell.check(robot, motion.at_speed(0.999 * fastest), "panda").legal
assert not appell.check(robot, motion.at_speed(1.001 * fastest), "panda").legal
