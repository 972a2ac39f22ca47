"""Whether a motion keeps its limits, suspicious numbers in a robot, and the papers' equations, proven on it."""

from __future__ import annotations

import json
import os
import warnings
from html import escape
from typing import Any, Dict, List, Mapping, Optional, Tuple, TYPE_CHECKING, Union

import numpy as np

from . import _core
from ._dynamics import Wrenches, loads_or_path
from ._model import Model
from ._motions import Motion, as_motion
from ._result import Page

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Report(Mapping[str, Any]):
    """An answer with the keys of the command's --json (docs/formats.md), also as attributes.

    >>> report = lint("panda")
    >>> report["model"], report.model
    ('panda', 'panda')
    """

    def __init__(self, title: str, fields: Dict[str, Any], table: str,
                 write_page: Optional[Page] = None) -> None:
        self._title, self._fields, self._table, self._write_page = title, fields, table, write_page

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name in fields:
            return fields[name]
        raise AttributeError(f"{self.__dict__.get('_title', 'report')} has no '{name}'; it has {', '.join(fields)}")

    def __iter__(self) -> Any:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def to_pandas(self) -> Any:
        """The rows of the answer as a pandas.DataFrame."""
        import pandas  # type: ignore[import]  # Only whoever asks for it needs it.

        return pandas.DataFrame(self._fields[self._table])

    def report(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes one HTML file to look at, as `appell check --report` (docs/report.md): the robot along the motion,
        plots with limits, tables. The check is made again for it."""
        if self._write_page is None:
            raise ValueError(f"report: {self._title} has no page; check(), analyze() and elastic() have one")
        self._write_page(os.fspath(path))

    def __repr__(self) -> str:
        return f"<appell {self._title}: {len(self._fields[self._table])} {self._table}>"

    def _repr_html_(self) -> str:
        rows: List[Dict[str, Any]] = self._fields[self._table]
        columns = list(dict.fromkeys(key for row in rows for key in row))
        head = "".join(f"<th>{escape(c)}</th>" for c in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(row.get(c, '')))}</td>" for c in columns) + "</tr>" for row in rows
        )
        return f"<b>{escape(self._title)}</b><table><tr>{head}</tr>{body}</table>"


def _toml_value(value: Any) -> str:
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(_toml_value(x) for x in value) + "]"
    return repr(float(value))


def _toml_of_limits(limits: Mapping[str, Any]) -> str:
    """Tables of numbers as the text of a file of limits; `joint` has a table for each name."""
    lines: List[str] = []

    def table(heading: str, fields: Mapping[str, Any]) -> None:
        lines.append(f"[{heading}]")
        lines.extend(f"{key} = {_toml_value(value)}" for key, value in fields.items())

    for name, fields in limits.items():
        if not isinstance(fields, Mapping):
            raise ValueError(f"limits: '{name}' is no table of limits; {{'default': {{'velocity': 2.0}}}} is needed")
        if name == "joint":
            for joint, own in fields.items():
                table(f"joint.{json.dumps(joint)}", own)
        else:
            table(json.dumps(name), fields)
    return "\n".join(lines) + "\n"


def path_or_text(limits: Union[None, str, os.PathLike[str], Mapping[str, Any]]) -> Tuple[str, str]:
    """Limits or ranges as the path of their file, or as the text of one."""
    if isinstance(limits, Mapping):
        return "", _toml_of_limits(limits)
    return ("" if limits is None else os.fspath(limits)), ""


def warn_of_record(motion: Motion) -> None:
    """Says that a motion through samples has their noise in it."""
    if motion._core.is_record and not motion._core.is_exact and not motion.is_uncertain:
        warnings.warn(
            f"{motion._core.source}: the motion goes through samples; what their noise makes of derivatives counts here "
            "as if it were motion; load_motion(..., smooth=\"auto\") removes it",
            stacklevel=3,
        )


def check(
    model: Model,
    motion: Union[Motion, str, os.PathLike[str]],
    limits: Union[None, str, os.PathLike[str], Mapping[str, Any]] = None,
    *,
    frame: Optional[str] = None,
    loads: Union[Wrenches, str, os.PathLike[str]] = None,
    external: Wrenches = None,
    most_speed: float = 10.0,
    **reading: Any,
) -> Report:
    """Whether a motion keeps its limits, at and between all instants, and at which speeds it would.

    limits   a .toml file, the name of embedded limits ("panda"), or tables as in such a file; they override those
             of the model
    loads    constant Wrenches, or a .json or .csv file with payload and external wrenches
    external constant Wrenches that act on the robot
    reading  smooth, clock, columns, ...: how a recording is read, as for load_motion()
    returns  `legal`, `limits` (worst value, time and margin of each) and `speeds`, as `appell check --json`

    >>> robot = load("planar2r")
    >>> motion = Motion(robot.names, [minimum_jerk(0.0, 0.0, 1.0, 1.0), hold(0.0, 1.0, 0.0)])
    >>> report = check(robot, motion, {"joint": {"shoulder": {"velocity": 1.5}}})
    >>> report.legal, round(report.speeds["fastest"], 9)
    (False, 0.8)
    """
    path, text = path_or_text(limits)
    given = as_motion(motion, model, _core.limit_order(model, path, text), "a limit", reading)
    warn_of_record(given)
    asked = (path, text, frame or "", loads_or_path(loads), external, most_speed)
    fields = json.loads(_core.check(model, given._core, *asked))
    return Report("check", fields, "limits", Page("check_report", model, given, asked))


def lint(
    robot: Union[str, os.PathLike[str]],
    *,
    packages: Optional[Mapping[str, str]] = None,
    strict: bool = False,
    open_loops: bool = False,
    open_meshes: str = "close",
    fix: Union[None, str, os.PathLike[str]] = None,
    density: Optional[float] = None,
) -> Report:
    """Impossible or suspicious numbers in a robot file: `links` and `findings`, as `appell lint --json`.

    fix      a .toml or .urdf file to write: the robot with the impossible or missing inertias replaced by those of a
             homogeneous body of each link's own geometry; `fixes` and `not_fixed` list every change
    density  kg/m³, for links without a mass of their own
    open_meshes  "close" the holes of open meshes, take their convex "hull", or "refuse" them

    >>> lint("panda").impossible
    False
    """
    if density is not None and fix is None:
        raise ValueError("lint: density is for fix, which is not given")
    path = "" if fix is None else os.fspath(fix)
    if fix is not None and os.path.exists(path) and os.path.exists(robot) and os.path.samefile(path, robot):
        raise ValueError(f"lint: fix is {path}, the file that is read; another one is needed")
    answer = json.loads(
        _core.lint(os.fspath(robot), dict(packages or {}), strict, open_loops, open_meshes, path, density)
    )
    return Report("lint", answer, "links")


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
