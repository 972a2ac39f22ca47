"""Every quantity of the registry, at instants or along a motion."""

from __future__ import annotations

import os
import warnings
from typing import Any, Dict, NamedTuple, Optional, Sequence, TYPE_CHECKING, Tuple, Union


from . import _core
from ._dynamics import Wrenches, loads_or_path
from ._model import Model
from ._motions import Motion, as_motion
from ._result import Page, Result

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Quantity(NamedTuple):
    """What can be asked for by name."""

    name: str
    title: str
    formula: str
    description: str
    key: str  #: What there is an array for each of: "link", "joint", "p"; empty: it is one array.


def quantities() -> Tuple[Quantity, ...]:
    """All quantities, in the order of every output.

    >>> [x.formula for x in quantities() if x.name == "power"]
    ["Q_drive q'"]
    """
    return tuple(Quantity(*x) for x in _core.quantities())


def _wanted(
    order: int,
    only: Optional[Union[str, Sequence[str]]],
    frame: Optional[str],
    angles: Optional[str],
    terms: Sequence[str],
    route: str,
    threads: int,
) -> Dict[str, Any]:
    if route not in ("engine", "readable"):
        raise ValueError(f"route: found '{route}'; engine or readable is needed")
    names = [] if only is None else [only] if isinstance(only, str) else list(only)
    return {
        "order": order, "only": names, "frame": frame or "", "angles": angles or "", "terms": list(terms),
        "readable": route == "readable", "threads": threads,
    }  # fmt: skip


def evaluate(
    model: Model,
    q: ArrayLike,
    *,
    only: Optional[Union[str, Sequence[str]]] = None,
    order: int = 5,
    frame: Optional[str] = None,
    loads: Wrenches = None,
    external: Wrenches = None,
    angles: Optional[str] = None,
    terms: Sequence[str] = (),
    route: str = "engine",
    threads: int = 0,
) -> Result:
    """Any quantity of `appell quantities` at one instant (orders, n) or many (samples, orders, n).

    Each has time derivatives 0 to `order` as far as the given q allow; one for which they do not is left out, and
    asking for it by name is a ValueError that says how many are needed.

    only    names; None: all that can be computed (of many samples: all but the details)
    frame   end-effector link
    angles  set of orientation angles ("zyx") for `angles` and `J_psi`;  terms: joints of the matrices `A`
    route   "engine" (fast) or "readable": two ways to the same numbers

    >>> result = evaluate(load("panda"), np.zeros((3, 7)), only="kinetic_energy")
    >>> result["kinetic_energy"]
    array([0., 0.])
    """
    wanted = _wanted(order, only, frame, angles, terms, route, threads)
    return Result(model.name, model.names, model.gravity, _core.evaluate(model, q, wanted, loads, external))


def analyze(
    model: Model,
    motion: Union[Motion, str, os.PathLike[str]],
    *,
    order: int = 2,
    only: Optional[Union[str, Sequence[str]]] = None,
    every: Optional[float] = None,
    rate: Optional[float] = None,
    samples: Optional[int] = None,
    at_samples: bool = False,
    file: Optional[Union[str, os.PathLike[str]]] = None,
    frame: Optional[str] = None,
    loads: Union[Wrenches, str, os.PathLike[str]] = None,
    external: Wrenches = None,
    angles: Optional[str] = None,
    terms: Sequence[str] = (),
    threads: int = 0,
    **reading: Any,
) -> Result:
    """Quantities along a motion, as arrays; or with file=... as a table (.csv, .npz, .h5) of any length: the numbers
    are then in the file, and the Result has the notes alone.

    every, rate, samples  step in s, samples per s, or number of samples (default: 1001); at most one of them
    at_samples            at the recording's own timestamps instead
    motion                a Motion, or the name of a motion file or log
    loads                 Wrenches, or a .json or .csv file with payload and external wrenches
    reading               smooth, clock, columns, ...: how a recording is read, as for load_motion()

    What should be known of the results, such as noise of a record, is warned of and in `notes`.

    >>> robot = load("planar2r")
    >>> motion = Motion(robot.names, [minimum_jerk(0.0, 0.0, 1.0, 0.5), hold(0.0, 1.0, 0.2)])
    >>> result = analyze(robot, motion, only=["Q_drive"], samples=5)
    >>> result["Q_drive"].shape, result.t.tolist()
    ((5, 3, 2), [0.0, 0.25, 0.5, 0.75, 1.0])
    """
    wanted = _wanted(order, only, frame, angles, terms, "engine", threads)
    wanted.update(every=every, rate=rate, samples=samples, at_samples=at_samples)
    given = as_motion(motion, model, order + 2, f"order = {order}", reading)
    acting = loads_or_path(loads)
    path = "" if file is None else os.fspath(file)
    asked = (wanted, acting, external)
    answer = _core.analyze(model, given._core, *asked, path)
    for note in answer["notes"]:
        warnings.warn(note, stacklevel=2)
    return Result(model.name, model.names, model.gravity, answer, write_page=Page("analyze_report", model, given, asked))
