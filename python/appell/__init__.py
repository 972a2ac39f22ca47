"""Higher-order dynamics of robots: q, q', q'', jerk, snap, ... in, forces and their time derivatives out.

Everything is in SI units and radians. A motion is an array q of shape (orders, n): q[k] is the k-th time derivative of
all n joint coordinates; many samples are (samples, orders, n). Results have an axis of derivatives in the same place.

>>> import appell
>>> robot = appell.load("panda")
>>> robot.dof
7
>>> q = np.zeros((5, 7))
>>> tau = appell.rnea(robot, q, order=2)
>>> tau.shape
(3, 7)
"""

from . import _jobs
from ._answers import Report, Retimed
from ._checks import equations, verify
from ._core import Wrench
from ._dynamics import (
    acceleration_energy,
    bias,
    coriolis,
    crba,
    forces,
    forward_kinematics,
    frame_velocity,
    gravity,
    jacobian,
    kinetic_energy,
    momentum,
    partials,
    potential_energy,
    rnea,
)
from ._errors import ModelError, NumericalError
from ._inverse import Inverse, inverse
from ._jobs import *  # noqa: F403  # Every job.
from ._jobs import eval  # noqa: A004
from ._mass import Body, Part, Shape, shapes
from ._model import Coordinate, Frame, Limits, Model, RigidBody, load
from ._motions import (
    Law,
    Motion,
    Spline,
    expression,
    fourier,
    hold,
    interpolate,
    jerk_limited,
    load_motion,
    minimum_jerk,
    minimum_snap,
    polynomial,
    sequence,
    smooth,
)
from ._quantities import Quantity, evaluate
from ._result import Described, Result
from ._sweep import ItemSeries, Sweep, merge_sweep, read_sweep
from ._version import __version__

__all__ = [
    "Body", "Coordinate", "Described", "Frame", "Inverse", "ItemSeries", "Law", "Limits", "Model", "ModelError", "Motion", "NumericalError",
    "Part", "Quantity", "Report", "Result", "Retimed", "RigidBody", "Shape", "Spline", "Sweep", "Wrench", "__version__",
    "acceleration_energy", "bias", "coriolis", "crba", "equations", "evaluate", "expression", "forces", "forward_kinematics", "fourier",
    "frame_velocity", "gravity", "hold", "interpolate", "inverse", "jacobian", "jerk_limited", "kinetic_energy", "load", "load_motion",
    "merge_sweep", "minimum_jerk", "minimum_snap", "momentum", "partials", "polynomial", "potential_energy", "read_sweep", "rnea",
    "sequence", "shapes", "smooth", "sweep", "verify",
]  # fmt: skip  # Without eval: `from appell import *` leaves Python its own.
__all__ += _jobs.__all__
