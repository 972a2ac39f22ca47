"""What jobs give, and how they are asked: the functions of the jobs themselves are made when the module is built."""

from __future__ import annotations

import json
import os
import sys
import warnings
from html import escape
from typing import Any, Dict, List, Mapping, Optional, Protocol, Sequence, TYPE_CHECKING, Tuple, Type, TypeVar, Union

import numpy as np

from . import _core
from ._dynamics import Wrenches
from ._made import Call
from ._model import Model
from ._motions import Motion
from ._quantities import Quantity
from ._result import Result

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]

PathLike = Union[str, "os.PathLike[str]"]
ModelLike = Union[Model, PathLike]
MotionLike = Union[Motion, PathLike, "ArrayLike"]
TablesLike = Union[None, PathLike, Mapping[str, Any]]
LoadsLike = Union[Wrenches, PathLike]
JsonLike = Union[PathLike, Mapping[str, Any]]

__all__ = [
    "Elastic", "Models", "Quantities", "Report", "Result", "Retimed", "Spectrum", "JsonLike", "LoadsLike", "ModelLike", "MotionLike",
    "PathLike", "TablesLike", "Wrenches", "run",
]  # fmt: skip


class JobCall:
    """A call of a job and its answer. A pickle of it holds the call, which is made again when it is needed."""

    def __init__(self, name: str, given: Dict[str, Any]) -> None:
        self.name, self.given = name, given
        self._answer: Any = None

    def answer(self) -> Any:
        """The answer of the extension."""
        if self._answer is None:
            self._answer = _core.run_job(self.name, {key: _given(key, x, self.given) for key, x in self.given.items()})
        return self._answer

    def __reduce__(self) -> Tuple[Type[JobCall], Tuple[str, Dict[str, Any]]]:
        return (JobCall, (self.name, self.given))


R = TypeVar("R", bound="Report")


class Report(Mapping[str, Any]):
    """An answer with the keys of the command's --json (docs/formats.md), also as attributes.

    >>> report = lint("panda")
    >>> report["model"], report.model
    ('panda', 'panda')
    """

    def __init__(self, title: str, fields: Dict[str, Any], table: str,
                 job: Optional[JobCall] = None) -> None:
        self._title, self._fields, self._table, self._job = title, fields, table, job

    @classmethod
    def _answered(cls: Type[R], name: str, fields: Dict[str, Any], rows: str, job: JobCall) -> R:
        return cls(name, fields, rows, job)

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

        if not self._table:
            raise ValueError(f"to_pandas: {self._title} has no rows; it has {', '.join(self._fields)}")
        return pandas.DataFrame(self._fields[self._table])

    def report(self, path: PathLike) -> None:
        """Writes one HTML file to look at, as `--report` of the command (docs/report.md): the robot along the motion,
        plots with limits, tables."""
        self._answer("report").report(os.fspath(path))

    def plots(self, folder: PathLike) -> int:
        """Writes plots (.svg) and an index.html into a folder, as `--plots` of the command; gives their number."""
        count: int = self._answer("plots").plots(os.fspath(folder))
        return count

    @property
    def text(self) -> str:
        """What the command prints."""
        text: str = self._answer("text").text
        return text

    def _answer(self, what: str) -> Any:
        if self._job is None:
            raise ValueError(f"{what}: {self._title} has no page; results of jobs along a motion have one")
        return self._job.answer()

    def __repr__(self) -> str:
        if not self._table:
            return f"<appell {self._title}: {', '.join(self._fields)}>"
        return f"<appell {self._title}: {len(self._fields[self._table])} {self._table}>"

    def _repr_html_(self) -> str:
        rows: List[Dict[str, Any]] = self._fields[self._table] if self._table else [self._fields]
        columns = list(dict.fromkeys(key for row in rows for key in row))
        head = "".join(f"<th>{escape(c)}</th>" for c in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(row.get(c, '')))}</td>" for c in columns) + "</tr>" for row in rows
        )
        return f"<b>{escape(self._title)}</b><table><tr>{head}</tr>{body}</table>"


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value))
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(_toml_value(x) for x in value) + "]"
    return repr(int(value) if isinstance(value, (int, np.integer)) else float(value))


def _toml_of_study(study: Mapping[str, Any]) -> str:
    """What the file of a study would hold; `vary` is a list of tables."""
    if not study:
        raise ValueError("study: is empty; it needs at least model, motions and quantities")
    lines = [f"{key} = {_toml_value(value)}" for key, value in study.items() if key != "vary"]
    for entry in study.get("vary", []):
        lines += ["[[vary]]", *(f"{key} = {_toml_value(value)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


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


class Retimed(Report):
    """An answer of retime(): the keys of `appell retime --json`, and `motion`."""

    @property
    def motion(self) -> Motion:
        """The fastest legal motion."""
        toml = self._answer("motion").toml
        call = Call("motion_from_text", toml, self._model()) if toml else None
        return Motion._of(self._answer("motion").object, call)

    def to_toml(self) -> str:
        """The text of a motion file that every command reads; it names the motion file whose way it is, if there is one."""
        toml: str = self._answer("to_toml").toml
        if not toml:
            raise ValueError("to_toml: the path is the way of a Motion that no file has; waypoints or a file are needed")
        return toml

    def _model(self) -> Any:
        assert self._job is not None
        return self._job.given["model"]


class Elastic(Result):
    """An answer of elastic(): the table of `appell elastic` as arrays with units, unless it is in a file; `summary` has
    the keys of its --json."""

    @classmethod
    def _answered(cls, name: str, fields: Dict[str, Any], rows: str, job: JobCall) -> Elastic:
        arrays = job.answer().object or []
        answer = {
            "arrays": [array for array in arrays if array[0] != "t"],
            "frame": fields["frame"],
            "notes": fields["warnings"],
            **{"t": array[3] for array in arrays if array[0] == "t"},
        }
        return cls(fields["model"], tuple(fields["joints"]), np.array(fields["gravity"]), answer, fields, job)


class Spectrum(Report):
    """An answer of spectrum(): the keys of `appell spectrum --json`, and the spectra themselves."""

    @property
    def f(self) -> Array:
        """The frequencies, Hz."""
        return self._columns()["f"]

    @property
    def amplitude(self) -> Dict[str, Array]:
        """The amplitude at each frequency, by the names of the signals; `signals` has their units."""
        return {name: numbers for name, numbers in self._columns().items() if name != "f"}

    def _columns(self) -> Dict[str, Array]:
        return {array[6][0]: array[3] for array in self._answer("spectrum").object}


class Models(List[str]):
    """An answer of models(): the names of the embedded robots. `rows` has the fields of `appell models --json` for each."""

    rows: List[Dict[str, Any]]

    @classmethod
    def _answered(cls, name: str, fields: List[Dict[str, Any]], rows: str, job: JobCall) -> Models:
        answer = cls(row["name"] for row in fields)
        answer.rows = fields
        return answer


class Quantities(Tuple[Quantity, ...]):
    """An answer of quantities(): a Quantity for each object of `appell quantities --json`."""

    @classmethod
    def _answered(cls, name: str, fields: List[Dict[str, Any]], rows: str, job: JobCall) -> Quantities:
        return cls(
            Quantity(**{key: tuple(x) if isinstance(x, list) else x for key, x in field.items()}) for field in fields
        )


class Answered(Protocol):
    """What can be made of the answer of a job."""

    @classmethod
    def _answered(cls, name: str, fields: Any, rows: str, job: JobCall) -> Any: ...


A = TypeVar("A", bound=Answered)


def _wrenches(given: Any) -> List[Any]:
    if given is None:
        return []
    return [given] if isinstance(given, _core.Wrench) else list(given)


def _tables(value: Any) -> Any:
    path, text = path_or_text(value)
    return _core.Tables(path, text)


def _given(name: str, value: Any, others: Mapping[str, Any]) -> Any:
    """A value as the extension takes it."""
    if isinstance(value, (Model, Motion)):
        return value._core
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if name == "loads" and not isinstance(value, str):
        return _core.Loads(_wrenches(value), _wrenches(others.get("external")), others.get("frame") or "")
    if name == "zones":
        return [_zone(zone) for zone in value]
    if name == "study" and isinstance(value, Mapping):
        return _core.Tables("", _toml_of_study(value))
    if name in ("state", "operational") and isinstance(value, Mapping):
        return _core.Tables("", json.dumps(value, default=lambda x: np.asarray(x).tolist()))
    if isinstance(value, Mapping):
        pairs = name in ("rename", "package", "packages")
        return {key: os.fspath(x) for key, x in value.items()} if pairs else _tables(value)
    if isinstance(value, (bool, int, float, str)):
        return value
    if name == "external":
        return []  # It is part of the loads.
    if isinstance(value, (list, tuple)) and all(isinstance(x, (str, os.PathLike, Motion)) for x in value):
        return [x._core if isinstance(x, Motion) else os.fspath(x) for x in value]
    return np.asarray(value, dtype=float)


def _zone(zone: Mapping[str, Any]) -> Tuple[float, float, Any]:
    if set(zone) != {"from", "to", "limits"}:
        raise ValueError(f"retime: a zone has {', '.join(sorted(zone))}; from, to and limits are needed")
    return (float(zone["from"]), float(zone["to"]), _tables(zone["limits"]))


def run(kind: Type[A], name: str, rows: str, given: Mapping[str, Any]) -> A:
    """Asks a job. What it notes goes to stderr, what it warns of becomes a warning. `rows` is the field of the answer
    that is a table: "jerk.joints" where it is in another."""
    asked = {key: x for key, x in given.items() if x is not None and x is not False}
    if "external" in asked and "loads" not in asked:
        asked["loads"] = []
    elif "external" in asked and isinstance(asked["loads"], (str, os.PathLike)):
        raise ValueError(f"external: loads is a file, {asked['loads']}, which has what acts on the robot, too; give one of them")
    job = JobCall(name, asked)
    answer = job.answer()
    for note in answer.notes:
        print(note, file=sys.stderr)
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=3)
    fields = json.loads(answer.json)
    outer, _, inner = rows.rpartition(".")
    if outer:
        fields[inner] = fields[outer][inner]
    made: A = kind._answered(name, fields, inner, job)
    return made
