"""The papers' equations, proven on a robot."""

from __future__ import annotations

import json
from typing import Any, Optional, TYPE_CHECKING

import numpy as np

from ._model import Model
from ._answers import Report

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def _papers() -> Any:
    try:
        from . import _papers as extension
    except ImportError as error:
        raise ImportError(
            "verify() and equations() need the extension appell._papers, which is not built here: "
            "ninja appell_python_papers, or tools/build_wheel.sh --papers"
        ) from error
    return extension


def _core_of(function: str, model: Model) -> Any:
    if not isinstance(model, Model):
        raise TypeError(f"{function}: the first argument is no Model; appell.load() gives one")
    return model._core


def verify(model: Model, *, order: int = 5, seed: int = 1, frame: Optional[str] = None) -> Report:
    """Proves the equations of the papers on a robot by independent routes, as `appell verify --json`.

    `identities` has a row for each: id, equations, residual, bar, pass.
    """
    core = _core_of("verify", model)
    answer = json.loads(_papers().verify(core.toml(), core.inertia_accepted, order, seed, frame or ""))
    return Report("verify", answer, "identities")


def equations(
    model: Model,
    q: ArrayLike,
    *,
    form: str = "gibbs-appell",
    order: int = 1,
    m: Optional[int] = None,
    frame: Optional[str] = None,
) -> Report:
    """The equation of motion at an instant, term by term, as `appell equations --json`.

    The sum of coefficient times value over `terms` is `sum`, which equals Q, the force by Newton and Euler.

    form   d'alembert, lagrange, tsenov, gibbs-appell, ... (an unknown one lists all)
    order  k: the equation is that of the (k-1)-th derivative of the force
    """
    core = _core_of("equations", model)
    state = json.dumps({"q": np.asarray(q, dtype=float).tolist()})
    answer = json.loads(
        _papers().equations(core.toml(), core.inertia_accepted, state, form, order, m, frame or "")
    )
    return Report("equations", answer, "terms")
