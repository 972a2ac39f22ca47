"""The joint motion that gives the end effector a pose and a motion."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, TYPE_CHECKING

import numpy as np

from . import _jobs
from ._answers import JsonLike, ModelLike

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]


class Inverse(NamedTuple):
    """An answer of inverse()."""

    q: Array  #: (orders, n): q[0] has the pose, q[m] reproduces X[m-1].
    residual: Array  #: What is left of X, (len(X), rows): rounding, if the arm can follow.
    singular_values: Array  #: Of the prescribed rows of the Jacobian, descending.
    condition: float  #: Largest over smallest of them: so many times errors grow at each order.
    pose_error: Optional[Tuple[float, float]]  #: What is left of the pose, m and rad; None without a pose.


def _rows(rows: List[List[float]]) -> Array:
    return np.array(rows, dtype=float) if rows else np.zeros((0, 0))


def inverse(
    model: ModelLike,
    X: Optional[ArrayLike] = None,
    q0: Optional[ArrayLike] = None,
    pose: Optional[ArrayLike] = None,
    frame: Optional[str] = None,
    *,
    rows: Optional[Sequence[int]] = None,
    preferred: Optional[ArrayLike] = None,
    damping: float = 0.0,
    operational: Optional[JsonLike] = None,
    **robot: Any,
) -> Inverse:
    """The joint motion that gives the end effector a pose and a motion, as `appell inverse`.

    X          (orders, 6): velocity [p'; omega], acceleration, ... of the link's origin, world axes, as frame_velocity() gives them
    q0         position of the joints; with a pose, the guess from which it is looked for
    pose       4 x 4, of the link in the world
    frame      the link; None: the end effector
    rows       which of the six rows are prescribed, if not all; X then has these alone
    preferred  (orders, n): where joints are to spare, the nearest to it is taken; zero unless given
    damping    of damped least squares, near singular positions; 0: exact
    operational  instead of X, q0, pose, rows, preferred: the file that the command reads, or a dict with these keys
    robot      gravity, package, accept_inertia, ...: how a file of a robot is read, as for check()

    NumericalError near a singular position, or if the pose is not reached.

    >>> robot = load("planar2r")
    >>> q = np.array([[0.3, 0.5], [1.0, -2.0], [0.5, 0.1]])
    >>> X = frame_velocity(robot, q, order=1)[:, [0, 2]]
    >>> inverse(robot, X, q[0], rows=[0, 2]).q.round(9)
    array([[ 0.3,  0.5],
           [ 1. , -2. ],
           [ 0.5,  0.1]])
    """
    asked: Dict[str, Any] = {"q0": q0, "X": X, "pose": pose, "rows": rows, "preferred": preferred}
    asked = {key: np.asarray(x).tolist() for key, x in asked.items() if x is not None}
    if asked.get("X") == []:
        del asked["X"]
    if operational is not None and asked:
        raise ValueError(f"inverse: operational has {', '.join(asked)}, too; give one of them")
    operational = asked if operational is None else operational
    found = _jobs.inverse(model, operational, frame=frame, damping=damping or None, **robot)
    left = found.get("pose_error")
    condition = found["condition"]  # JSON has no infinity.
    return Inverse(
        _rows(found["q"]),
        _rows(found["residual"]),
        np.array(found["singular_values"], dtype=float),
        np.inf if condition == sys.float_info.max else float(condition),
        None if left is None else (left["position"], left["rotation"]),
    )
