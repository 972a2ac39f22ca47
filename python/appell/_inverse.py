"""The joint motion that gives the end effector a pose and a motion."""

from __future__ import annotations

import json
from typing import NamedTuple, Optional, Sequence, Tuple, TYPE_CHECKING

import numpy as np

from . import _core
from ._model import Model

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


def inverse(
    model: Model,
    X: ArrayLike,
    q0: ArrayLike,
    pose: Optional[ArrayLike] = None,
    frame: Optional[str] = None,
    *,
    rows: Optional[Sequence[int]] = None,
    preferred: Optional[ArrayLike] = None,
    damping: float = 0.0,
) -> Inverse:
    """The joint motion that gives the end effector a pose and a motion, as `appell inverse`.

    X          (orders, 6): velocity [p'; omega], acceleration, ... of the link's origin, world axes, as frame_velocity() gives them
    q0         position of the joints; with a pose, the guess from which it is looked for
    pose       4 x 4, of the link in the world
    frame      the link; None: the end effector
    rows       which of the six rows are prescribed, if not all; X then has these alone
    preferred  (orders, n): where joints are to spare, the nearest to it is taken; zero unless given
    damping    of damped least squares, near singular positions; 0: exact

    NumericalError near a singular position, or if the pose is not reached.

    >>> robot = load("planar2r")
    >>> q = np.array([[0.3, 0.5], [1.0, -2.0], [0.5, 0.1]])
    >>> X = frame_velocity(robot, q, order=1)[:, [0, 2]]
    >>> inverse(robot, X, q[0], rows=[0, 2]).q.round(9)
    array([[ 0.3,  0.5],
           [ 1. , -2. ],
           [ 0.5,  0.1]])
    """
    asked = {"q0": np.asarray(q0, dtype=float).tolist(), "X": np.asarray(X, dtype=float).tolist()}
    if pose is not None:
        asked["pose"] = np.asarray(pose, dtype=float).tolist()
    if rows is not None:
        asked["rows"] = [int(row) for row in rows]
    if preferred is not None:
        asked["preferred"] = np.asarray(preferred, dtype=float).tolist()
    if not asked["X"]:
        del asked["X"]
    return Inverse(*_core.inverse(model, json.dumps(asked), frame or "", damping))
