"""What motors can do, what motions ask of them, and torques for a controller."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Mapping, Optional, Sequence, TYPE_CHECKING, Union

import numpy as np

from . import _core
from ._answers import Report, path_or_text
from ._model import Model
from ._motions import Motion, as_motion

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Limits = Union[None, str, os.PathLike[str], Mapping[str, Any]]


def capability(
    model: Model,
    q: Optional[ArrayLike] = None,
    limits: Limits = None,
    *,
    box: Limits = None,
    frame: Optional[str] = None,
    boxes: int = 1000,
) -> Report:
    """What acceleration and jerk the torque limits leave: at a state, or at every state of a box (docs/capability.md).

    q        the state, of shape (orders, n): positions, velocities and, for jerk, accelerations
    box      instead of q: ranges of states, a .toml file or tables as in such a file
    limits   a .toml file, the name of embedded limits ("panda"), or tables; they override those of the model
    returns  `acceleration` and `jerk`, as `appell capability --json`

    >>> robot = load("planar2r")
    >>> found = capability(robot, np.zeros((2, 2)), {"default": {"torque": 40.0}})
    >>> found.acceleration["joints"][0]["joint"], found.jerk is None
    ('shoulder', True)
    """
    if (q is None) == (box is None):
        raise ValueError("capability: q or box = ... is needed: the state, or the box of states, that is asked about")
    path, text = path_or_text(limits)
    if q is not None:
        answer = _core.capability_at(model, np.asarray(q, dtype=float), path, text, frame or "")
    else:
        answer = _core.capability_in(model, *path_or_text(box), path, text, frame or "", boxes)
    fields = json.loads(answer)
    return Report("capability", {**fields, "joints": fields["acceleration"]["joints"]}, "joints")
