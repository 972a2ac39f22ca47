"""What evaluate() and analyze() give: named arrays that know their axes and units."""

from __future__ import annotations

import os
from html import escape
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, TYPE_CHECKING, Tuple, Union

import numpy as np

from . import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class Described(NamedTuple):
    """What is known of one array beside its numbers."""

    quantity: str
    key: str  #: Link, joint or p, where the quantity has an array for each; else empty.
    axes: Tuple[str, ...]  #: What its indices are; "sample" first if there are many.
    units: NDArray[Any]  #: Of every number of one sample.
    columns: Tuple[str, ...]  #: A name for every number of one sample, as in tables of `appell analyze`.
    title: str


class Result(Mapping[str, "Array"]):
    """Arrays by name, with units: a mapping that keeps its order.

    >>> result = evaluate(load("planar2r"), np.zeros((3, 2)), only=["Q_drive", "T"])
    >>> list(result)
    ['T/base', 'T/link1', 'T/link2', 'T/tip', 'Q_drive']
    >>> result["Q_drive"].round(6)
    array([[21.0915,  3.924 ]])
    >>> result.units["Q_drive"].tolist()
    [['N m', 'N m']]
    >>> result.axes["Q_drive"]
    ('derivative', 'freedom')
    """

    def __init__(self, model: str, joints: Tuple[str, ...], gravity: Array, answer: Mapping[str, Any],
                 summary: Optional[Dict[str, Any]] = None,
                 job: Any = None) -> None:
        self.model = model  #: Name of the robot.
        self.joints = joints  #: Names of the coordinates.
        self.gravity = gravity
        self.summary = summary or {}  #: What the command says beside its table, where there is something.
        self._job = job  # The call of a job that it is the answer of.
        self.frame: str = answer["frame"]  #: The end effector.
        self.notes: Tuple[str, ...] = tuple(answer["notes"])  #: What a reader should know.
        self._t: Optional[Array] = answer.get("t")
        self._arrays: Dict[str, Array] = {}
        self.about: Dict[str, Described] = {}  #: Everything that is known of each array.
        for name, quantity, key, numbers, axes, units, columns, title in answer["arrays"]:
            self._arrays[name] = numbers
            extents = numbers.shape[numbers.ndim - len(axes):]
            sample = ("sample",) if numbers.ndim > len(axes) else ()
            shaped = np.array(units, dtype=object).reshape(extents)
            self.about[name] = Described(quantity, key, sample + tuple(axes), shaped, tuple(columns), title)

    @classmethod
    def _answered(cls, name: str, fields: Dict[str, Any], rows: str, job: Any) -> Result:
        answer = job.answer()
        table = dict(answer.object, notes=answer.warnings)
        return cls(fields.get("model", name), table["joints"], table["gravity"], table, fields, job)

    def __getitem__(self, name: str) -> Array:
        try:
            return self._arrays[name]
        except KeyError:
            raise KeyError(f"no array '{name}'; there are {', '.join(self._arrays)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    @property
    def units(self) -> Dict[str, NDArray[Any]]:
        """Unit of every number of one sample, by array."""
        return {name: about.units for name, about in self.about.items()}

    @property
    def axes(self) -> Dict[str, Tuple[str, ...]]:
        """What the indices of each array are."""
        return {name: about.axes for name, about in self.about.items()}

    @property
    def t(self) -> Array:
        """Times of the samples along a motion, s."""
        if self._t is None:
            raise ValueError("t: there are no times; analyze() has them, of a motion")
        return self._t

    @property
    def num_samples(self) -> Optional[int]:
        """Number of samples; None at one instant."""
        for name, about in self.about.items():
            return self[name].shape[0] if about.axes[:1] == ("sample",) else None
        return None if self._t is None else len(self._t)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame: a row for each sample, a column for each number, named as in tables of `appell analyze`.

        >>> frame = evaluate(load("planar2r"), np.zeros((4, 3, 2)), only=["Q_drive"]).to_pandas()
        >>> list(frame.columns), len(frame)
        (['Q_drive.shoulder', 'Q_drive.elbow'], 4)
        """
        import pandas  # type: ignore[import]  # Only whoever asks for it needs it.

        rows = self.num_samples
        count = 1 if rows is None else rows
        parts = [array.reshape(count, -1) for array in self._arrays.values()]
        columns = [column for about in self.about.values() for column in about.columns]
        numbers = np.concatenate(parts, axis=1) if parts else np.zeros((count, 0))
        index = None if self._t is None else pandas.Index(self._t, name="t")
        return pandas.DataFrame(numbers, columns=columns, index=index)

    def plot(self, names: Union[None, str, Sequence[str]] = None, *, derivative: int = 0) -> Any:
        """Curves over time (or over samples), one picture for each array; gives the matplotlib figure.

        names       arrays to show; None: all that have at most 12 curves
        derivative  which time derivative
        """
        import matplotlib.pyplot as pyplot  # type: ignore[import]  # Only whoever asks for it needs it.

        if self.num_samples is None:
            raise ValueError("plot: there is one instant only; many samples are needed")
        chosen = [names] if isinstance(names, str) else list(self if names is None else names)
        curves = [(name, self._curves(name, derivative)) for name in chosen]
        curves = [(name, found) for name, found in curves if found[0].shape[1] <= 12 or names is not None]
        if not curves:
            raise ValueError("plot: no array has few enough curves; name one")
        figure, pictures = pyplot.subplots(len(curves), 1, sharex=True, squeeze=False,
                                           figsize=(7, 1 + 2.2 * len(curves)))
        for axis, (name, (numbers, labels, unit)) in zip(pictures[:, 0], curves):
            time = np.arange(len(numbers)) if self._t is None else self._t
            for column, label in zip(numbers.T, labels):
                axis.plot(time, column, label=label, linewidth=1)
            axis.set_ylabel(f"{name}\n{unit}")
            axis.legend(fontsize="x-small", ncol=2)
        pictures[-1, 0].set_xlabel("sample" if self._t is None else "t, s")
        figure.suptitle(self.model)
        return figure

    def _curves(self, name: str, derivative: int) -> Tuple[Array, List[str], str]:
        """Numbers (samples, curves), a label for each, and the unit."""
        numbers, about = self[name], self.about[name]
        labels = np.array(about.columns, dtype=object).reshape(about.units.shape)
        units = about.units
        if "derivative" in about.axes:
            axis = about.axes.index("derivative")
            count = numbers.shape[axis]
            if not 0 <= derivative < count:
                raise ValueError(f"plot: {name} has derivatives 0 to {count - 1}; {derivative} is asked for")
            numbers = np.take(numbers, derivative, axis)
            labels, units = np.take(labels, derivative, axis - 1), np.take(units, derivative, axis - 1)
        all_units = sorted(set(np.ravel(units).tolist()))
        return numbers.reshape(len(numbers), -1), [str(x) for x in np.ravel(labels)], ", ".join(all_units)

    def report(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes one HTML file to look at, as `appell analyze --report` (docs/report.md): the robot along the motion,
        plots, tables of extremes. The motion is gone through once more for it."""
        if self._job is None:
            raise ValueError("report: these are no results along a motion; analyze() and elastic() give such")
        self._job.answer().report(os.fspath(path))

    def plots(self, folder: Union[str, os.PathLike[str]]) -> int:
        """Writes plots (.svg) and an index.html into a folder, as `appell analyze --plots`; gives their number."""
        if self._job is None:
            raise ValueError("plots: these are no results along a motion; analyze() and elastic() give such")
        count: int = self._job.answer().plots(os.fspath(folder))
        return count

    def __repr__(self) -> str:
        where = "one instant" if self.num_samples is None else f"{self.num_samples} samples"
        return f"<appell.Result of '{self.model}', {where}: {', '.join(self._arrays)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(about.title)}</td><td>{self[name].shape}</td>"
            f"<td>{', '.join(about.axes)}</td>"
            f"<td>{escape(str(np.ravel(about.units)[0]) if about.units.size else '')}</td></tr>"
            for name, about in self.about.items()
        )
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        return (
            f"<b>{escape(self.model)}</b>, end effector {escape(self.frame)}"
            "<table><tr><th>array</th><th>what</th><th>shape</th><th>axes</th><th>unit of the first</th></tr>"
            f"{rows}</table><ul>{notes}</ul>"
        )
