"""What motors do behind elastic joints."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Dict, Optional, Union

from . import _core
from ._model import Model
from ._motions import Motion, as_motion
from ._result import Page, Result


def elastic(
    model: Model,
    motion: Union[Motion, str, os.PathLike[str]],
    actuators: Optional[Union[str, os.PathLike[str]]] = None,
    *,
    order: int = 0,
    every: Optional[float] = None,
    rate: Optional[float] = None,
    samples: Optional[int] = None,
    file: Optional[Union[str, os.PathLike[str]]] = None,
    **reading: Any,
) -> Result:
    """What the motors of elastic joints must do so that the links move as given (docs/elastic.md).

    actuators  a .toml file with gears, rotors, springs and dampers, instead of the model's
    order      highest time derivative of the motors' forces
    reading    smooth, clock, columns, ...: how a recording is read, as for load_motion()
    returns    `theta`, `Q_theta`, `motor_torque`, ... with units, as the table of `appell elastic`; `summary` has the
               keys of its --json. With file=... the numbers are in that file.

    The motion needs four continuous derivatives; what it lacks is warned of, and in `notes`.
    """
    what = f"order = {order} with elastic joints"
    given = as_motion(motion, model, _core.elastic_state_order(order), what, reading)
    wanted: Dict[str, Any] = {"every": every, "rate": rate, "samples": samples}
    path = "" if file is None else os.fspath(file)
    asked = ("" if actuators is None else os.fspath(actuators), order, wanted)
    answer = _core.elastic(model, given._core, *asked, path)
    for note in answer["notes"]:
        warnings.warn(note, stacklevel=2)
    arrays = [array for array in answer["arrays"] if array[0] != "t"]
    times = {"t": array[3] for array in answer["arrays"] if array[0] == "t"}
    return Result(model.name, model.names, model.gravity, {**answer, **times, "arrays": arrays},
                  json.loads(answer["summary"]), Page("elastic_report", model, given, asked))
