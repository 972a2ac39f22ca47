"""Functions of numpy arrays: one sample (orders, n) or many (samples, orders, n) in, plain time derivatives out.

All of them release Python's lock and use several threads for many samples (`threads=0`: one for each core), and write
into `out` if it is given.

Where positions are enough (gravity, crba, potential_energy, jacobian, forward_kinematics with order=0), q may be (n,);
the result then has no axis of derivatives. A 2-D array of more than 35 rows, which cannot be orders, is that many samples of
positions. One of 2 to 35 rows might be orders or samples: it is a ValueError, and Q[:, None] (samples) or q[0] is needed.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence, TYPE_CHECKING, Union

import numpy as np

from ._core import OPERATIONS, Wrench
from ._core import compute as _compute
from ._model import Model, frame_index

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]

Wrenches = Optional[Union[Wrench, Sequence[Wrench]]]


_NUMBER = {name: number for number, name in enumerate(OPERATIONS)}
_RNEA, _ENERGY = _NUMBER["rnea"], _NUMBER["acceleration_energy"]
_GRAVITY, _BIAS, _MOMENTUM = _NUMBER["gravity"], _NUMBER["bias"], _NUMBER["momentum"]
_CRBA, _CORIOLIS, _PARTIALS = _NUMBER["crba"], _NUMBER["coriolis"], _NUMBER["partials"]
_POTENTIAL, _JACOBIAN = _NUMBER["potential_energy"], _NUMBER["jacobian"]
_PLACEMENT, _TWIST = _NUMBER["forward_kinematics"], _NUMBER["frame_velocity"]
_TERMS = {term: _NUMBER[f"forces({term})"] for term in ("inertia", "gravity", "load", "friction")}


def rnea(
    model: Model,
    q: ArrayLike,
    order: int = 0,
    *,
    loads: Wrenches = None,
    external: Wrenches = None,
    out: Optional[Array] = None,
    threads: int = 0,
) -> Array:
    """Inverse dynamics: the forces of the motors before friction, tau, tau', ... to an order; N m or N, per s^k.

    q         (at least order + 3, n), or with samples in front
    loads     what the robot exerts on what it carries; external: what acts on it
    returns   (order + 1, n), or (samples, order + 1, n)

    Two links of 3 and 2 kg held out horizontally, their centres 0.25 and 0.7 m from the shoulder, take
    9.81 (3 0.25 + 2 0.7) and 9.81 2 0.2 N m:

    >>> rnea(load("planar2r"), np.zeros((3, 2))).round(6)
    array([[21.0915,  3.924 ]])
    """
    return _compute(_RNEA, model, q, order, 0, None, loads, external, out, threads)


def gravity(
    model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0
) -> Array:
    """What holds the robot against its weight, with time derivatives; N m or N. From (order + 1, n), or (n,).

    Many positions are Q[:, None] for Q of shape (samples, n).

    >>> gravity(load("planar2r"), [0.0, 0.0]).round(6)
    array([21.0915,  3.924 ])
    """
    return _compute(_GRAVITY, model, q, order, 0, None, None, None, out, threads)


def bias(model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0) -> Array:
    """Coriolis and centrifugal force C q' without gravity, with time derivatives; from (order + 2, n).

    >>> bias(load("panda"), np.zeros((2, 7)))
    array([[0., 0., 0., 0., 0., 0., 0.]])
    """
    return _compute(_BIAS, model, q, order, 0, None, None, None, out, threads)


def momentum(model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0) -> Array:
    """Generalized momentum M q', with time derivatives; N m s or N s. From (order + 2, n).

    >>> robot, q = load("panda"), np.ones((2, 7))
    >>> bool(np.allclose(momentum(robot, q)[0], crba(robot, q[0]) @ q[1]))
    True
    """
    return _compute(_MOMENTUM, model, q, order, 0, None, None, None, out, threads)


def forces(
    model: Model,
    q: ArrayLike,
    order: int = 0,
    *,
    terms: Union[str, Sequence[str]] = ("inertia", "gravity", "load"),
    loads: Wrenches = None,
    external: Wrenches = None,
    threads: int = 0,
) -> Array:
    """The sum of chosen parts of the motors' forces: "inertia", "gravity", "load", "friction".

    The default is Q_drive, what rnea() gives; with friction it is Q_motor. A derivative of friction that does not
    exist at a state (dry friction where the velocity is zero) is a ValueError.

    >>> robot, q = load("panda"), np.ones((3, 7))
    >>> parts = forces(robot, q, terms="inertia") + forces(robot, q, terms="gravity")
    >>> bool(np.allclose(parts, rnea(robot, q)))
    True
    """
    chosen = [terms] if isinstance(terms, str) else list(terms)
    for term in chosen:
        if term not in _TERMS:
            raise ValueError(f"forces: unknown term '{term}'; there are {', '.join(_TERMS)}")
    if not chosen:
        raise ValueError(f"forces: no term is given; there are {', '.join(_TERMS)}")
    found: list[Array] = []
    if "inertia" in chosen and "gravity" in chosen:
        carried, acting = (loads, external) if "load" in chosen else (None, None)
        found.append(_compute(_RNEA, model, q, order, 0, None, carried, acting, None, threads))
    else:
        for term in ("inertia", "gravity"):
            if term in chosen:
                found.append(_compute(_TERMS[term], model, q, order, 0, None, None, None, None, threads))
        if "load" in chosen:
            found.append(_compute(_TERMS["load"], model, q, order, 0, None, loads, external, None, threads))
    if "friction" in chosen:
        found.append(_compute(_TERMS["friction"], model, q, order, 0, None, loads, external, None, threads))
    total = found[0]
    for part in found[1:]:
        total += part
    return total


def crba(model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0) -> Array:
    """Mass matrix M with time derivatives, (order + 1, n, n); from (order + 1, n). Of q of shape (n,) it is (n, n).

    Many positions are Q[:, None] for Q of shape (samples, n):

    >>> Q = np.zeros((5, 2))
    >>> crba(load("planar2r"), Q[:, None]).shape
    (5, 1, 2, 2)

    >>> M = crba(load("planar2r"), [0.3, 0.5])
    >>> M.shape, bool(np.array_equal(M, M.T))
    ((2, 2), True)
    """
    return _compute(_CRBA, model, q, order, 0, None, None, None, out, threads)


def coriolis(model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0) -> Array:
    """The matrix C with C q' the Coriolis and centrifugal force and M' - 2 C skew-symmetric; (order + 1, n, n).

    >>> robot, q = load("panda"), np.ones((2, 7))
    >>> S = crba(robot, q, order=1)[1] - 2 * coriolis(robot, q)[0]
    >>> bool(np.abs(S + S.T).max() < 1e-12)
    True
    """
    return _compute(_CORIOLIS, model, q, order, 0, None, None, None, out, threads)


def partials(
    model: Model,
    q: ArrayLike,
    order: int = 0,
    *,
    loads: Wrenches = None,
    external: Wrenches = None,
    out: Optional[Array] = None,
    threads: int = 0,
) -> Array:
    """Partial derivatives of the forces: result[k, m] is the n x n matrix of d tau^(k) / d q^(m), all others kept.

    Shape (order + 1, order + 3, n, n); zero for m > k + 2. From (order + 3, n).

    >>> robot, q = load("panda"), np.ones((3, 7))
    >>> bool(np.allclose(partials(robot, q)[0, 2], crba(robot, q[0])))
    True
    """
    return _compute(_PARTIALS, model, q, order, 0, None, loads, external, out, threads)


def kinetic_energy(
    model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0
) -> Array:
    """Kinetic energy with time derivatives, J/s^k, (order + 1,); from (order + 2, n).

    >>> robot, q = load("panda"), np.ones((2, 7))
    >>> bool(np.isclose(kinetic_energy(robot, q)[0], q[1] @ crba(robot, q[0]) @ q[1] / 2))
    True
    """
    return _compute(_ENERGY, model, q, order, 0, None, None, None, out, threads)


def potential_energy(
    model: Model, q: ArrayLike, order: int = 0, *, out: Optional[Array] = None, threads: int = 0
) -> Array:
    """Potential energy with time derivatives, J/s^k, zero at the height of the world's origin; from (order + 1, n).

    Many positions are Q[:, None] for Q of shape (samples, n).

    >>> potential_energy(load("planar2r"), [[0.0, 0.0]]).shape
    (1,)
    """
    return _compute(_POTENTIAL, model, q, order, 0, None, None, None, out, threads)


def acceleration_energy(
    model: Model, q: ArrayLike, p: int = 1, order: int = 0, *, out: Optional[Array] = None, threads: int = 0
) -> Array:
    """Acceleration energy of order p, half the integral of |r^(p+1)|² dm, with time derivatives; J/s^(2p+k).

    p = 1 is the function of Gibbs and Appell, p = 0 the kinetic energy. From (order + p + 2, n).

    >>> acceleration_energy(load("panda"), np.zeros((3, 7)), p=1)
    array([0.])
    """
    return _compute(_ENERGY, model, q, order, p, None, None, None, out, threads)


def jacobian(
    model: Model,
    q: ArrayLike,
    frame: Optional[str] = None,
    order: int = 0,
    *,
    out: Optional[Array] = None,
    threads: int = 0,
) -> Array:
    """Jacobian of a link's origin with time derivatives, (order + 1, 6, n): rows linear x y z, then angular; world axes.

    frame   name of a link; None: the end effector. From (order + 1, n); of q of shape (n,) it is (6, n).
            Many positions are Q[:, None] for Q of shape (samples, n).

    >>> jacobian(load("planar2r"), [0.0, 0.0])[2]
    array([0.9, 0.4])
    """
    return _compute(_JACOBIAN, model, q, order, 0, frame_index(model, frame), None, None, out, threads)


def forward_kinematics(
    model: Model,
    q: ArrayLike,
    order: int = 0,
    *,
    frame: Optional[str] = None,
    out: Optional[Array] = None,
    threads: int = 0,
) -> Array:
    """Placements of all links in the world with time derivatives: (order + 1, frames, 4, 4), frames as model.frames.

    With frame="name" that link alone: (order + 1, 4, 4). From (order + 1, n); many positions are Q[:, None] for Q of
    shape (samples, n).

    >>> T = forward_kinematics(load("planar2r"), [[0.0, 0.0]], frame="tip")
    >>> T[0, :3, 3]
    array([0.9, 0. , 0. ])
    """
    if frame is None:
        return _compute(_PLACEMENT, model, q, order, 0, -2, None, None, out, threads)
    if out is not None:
        out = out[..., np.newaxis, :, :]
    found = _compute(_PLACEMENT, model, q, order, 0, frame_index(model, frame), None, None, out, threads)
    return found[..., 0, :, :]


def frame_velocity(
    model: Model,
    q: ArrayLike,
    frame: Optional[str] = None,
    order: int = 0,
    *,
    out: Optional[Array] = None,
    threads: int = 0,
) -> Array:
    """Velocity of a link's origin and angular velocity with time derivatives, (order + 1, 6), world axes.

    The quantity X of the papers: [p'; omega], [p''; omega'], ... From (order + 2, n).

    >>> robot, q = load("panda"), np.ones((2, 7))
    >>> bool(np.allclose(frame_velocity(robot, q)[0], jacobian(robot, q[0]) @ q[1]))
    True
    """
    return _compute(_TWIST, model, q, order, 0, frame_index(model, frame), None, None, out, threads)
