"""The fastest legal motion along a path."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Mapping, Optional, Sequence, TYPE_CHECKING, Union

import numpy as np

from . import _core
from ._checks import Report, path_or_text
from ._dynamics import Wrenches, loads_or_path
from ._made import Call
from ._model import Model
from ._motions import Motion, reading_options, say_what_was_read

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Retimed(Report):
    """An answer of retime(): the keys of `appell retime --json`, and `motion`."""

    def __init__(self, fields: Dict[str, Any], motion: Motion, toml: str) -> None:
        super().__init__("retime", fields, "active")
        self.motion = motion
        self._toml = toml

    def to_toml(self) -> str:
        """The text of a motion file that every command reads; it names the motion file whose way it is, if there is one."""
        if not self._toml:
            raise ValueError("to_toml: the path is the way of a Motion that no file has; waypoints or a file are needed")
        return self._toml


def retime(
    model: Model,
    path: Union[Motion, str, os.PathLike[str], ArrayLike],
    limits: Union[None, str, os.PathLike[str], Mapping[str, Any]] = None,
    *,
    degree: int = 5,
    frame: Optional[str] = None,
    intervals: Optional[int] = None,
    order: int = 3,
    zones: Sequence[Mapping[str, Any]] = (),
    start_velocity: Optional[ArrayLike] = None,
    end_velocity: Optional[ArrayLike] = None,
    loads: Union[Wrenches, str, os.PathLike[str]] = None,
    external: Wrenches = None,
    **reading: Any,
) -> Retimed:
    """The fastest motion along a path that keeps limits up to jerk and torque rate, proven between all instants.

    path     waypoints of shape (count, n), a Motion whose timing is dropped (of a retimed one its path counts), or a file of either kind
    limits   as for check()
    degree   of the natural spline through waypoints
    intervals   of the speed along the path; 1000 unless given, or more where its third derivative jumps at many places
    order    2: without limits of jerk and torque rate
    zones    limits on parts of the path, beside the others: [{"from": 0.3, "to": 0.5, "limits": ...}, ...], as in a path file
    start_velocity, end_velocity   of all joints, along the path; rest unless given
    reading  smooth, clock, columns, ...: how a recording is read, as for load_motion()
    loads, external   what the robot exerts, and what acts on it, as for check(), but constant: no .csv
    returns  `duration`, `optimum`, `active` (limits that are reached, their share of the time and price), ..., as
             `appell retime --json`, and `motion`; ValueError if no timing is legal

    >>> robot = load("planar2r")
    >>> limits = {"default": {"velocity": 4.0, "acceleration": 20.0, "jerk": 400.0}}
    >>> fast = retime(robot, [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], limits)
    >>> round(fast.duration, 3), check(robot, fast.motion, limits).legal
    (0.75, True)
    """
    limits_path, text = path_or_text(limits)
    options = reading_options(reading)
    given: Any
    if isinstance(path, Motion):
        given = path._core
    elif isinstance(path, (str, os.PathLike)):
        given = os.fspath(path)
    else:
        given = np.asarray(path, dtype=float).tolist()
    given_zones = []
    for zone in zones:
        if set(zone) != {"from", "to", "limits"}:
            raise ValueError(f"retime: a zone has {', '.join(sorted(zone))}; from, to and limits are needed")
        given_zones.append((float(zone["from"]), float(zone["to"]), *path_or_text(zone["limits"])))
    start, end = ([] if v is None else np.asarray(v, dtype=float).tolist() for v in (start_velocity, end_velocity))
    answer, motion, toml, summary = _core.retime(
        model, given, degree, limits_path, text, frame or "", intervals, order, given_zones, start, end,
        loads_or_path(loads), external, options,
    )  # fmt: skip
    say_what_was_read(summary)
    call = Call("motion_from_text", toml, model) if toml else None
    return Retimed(json.loads(answer), Motion._of(motion, call), toml)
