"""Every quantity of the registry, at instants."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Sequence, TYPE_CHECKING, Tuple, Union


from . import _core
from ._dynamics import Wrenches
from ._model import Model
from ._result import Result

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Quantity(NamedTuple):
    """What can be asked for by name."""

    name: str
    title: str
    formula: str
    description: str
    key: str  #: What there is an array for each of: "link", "joint", "p"; empty: it is one array.
    derivatives: str  #: Which it has.
    axes: Tuple[str, ...]  #: Of an array: "derivative", "coordinate", ...
    terms: Tuple[str, ...]  #: Names along the axis "term".
    units: Tuple[str, ...]  #: That entries may have.


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
