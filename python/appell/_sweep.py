"""Studies of many robots, motions and draws, and their results as arrays."""

from __future__ import annotations

import copy
import json
import os
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple, TYPE_CHECKING

import numpy as np

from . import _core
from ._answers import JobCall, PathLike, run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class ItemSeries(Mapping[str, "Array"]):
    """The samples of one item along its motion: arrays (samples, columns) by name of the quantity.

    `t`        times of the samples, s; at the speed of the item
    `columns`  names of the columns of each array, as in tables of `appell analyze`
    `units`    and their units

    Sweep.series() gives one.
    """

    def __init__(self, item: int, t: Array, arrays: Mapping[str, Array], columns: Mapping[str, Sequence[str]],
                 units: Mapping[str, Sequence[str]]) -> None:
        self.item = item
        self.t = t
        self._arrays = dict(arrays)
        self.columns: Dict[str, Tuple[str, ...]] = {name: tuple(texts) for name, texts in columns.items()}
        self.units: Dict[str, Tuple[str, ...]] = {name: tuple(texts) for name, texts in units.items()}

    def __getitem__(self, name: str) -> Array:
        """The array of a quantity, or the samples of one column."""
        if name in self._arrays:
            return self._arrays[name]
        for quantity, columns in self.columns.items():
            if name in columns:
                return self._arrays[quantity][:, columns.index(name)]
        raise KeyError(f"no series '{name}'; there are {', '.join(self._arrays)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


class Sweep:
    """A sweep in its folder: results of all items as arrays, and what they say together.

    `result_names`, `result_units`  of the columns of `results`
    `number_names`, `number_units`  of the columns of `numbers`, what was drawn
    `factors`                       what was drawn together: names of factors, with their columns of `numbers`
    `models`, `motions`, `draws`    item = (model * len(motions) + motion) * draws + draw

    sweep() and read_sweep() give one.
    """

    def __init__(self, folder: PathLike, study: Any = None) -> None:
        self.folder = os.fspath(folder)
        self._asked: Dict[str, Any] = {"merge": self.folder}  # For another look at the folder.
        if study is not None:
            self._asked = {"study": copy.deepcopy(study), "output": self.folder, "resume": True}
        about = json.loads(_core.sweep_plan(self.folder))

        def texts(of: str, field: str = "name") -> Tuple[str, ...]:
            return tuple(one[field] for one in about[of])

        self.study: str = about["study"]
        self.num_items = int(about["items"])
        self.draws = int(about["draws"])
        self.models, self.motions = texts("models"), texts("motions")
        self.result_names, self.result_units = texts("results"), texts("results", "unit")
        self.number_names, self.number_units = texts("numbers"), texts("numbers", "unit")
        self.factors: Dict[str, slice] = {
            one["name"]: slice(one["first"], one["first"] + one["count"]) for one in about["factors"]
        }
        self._items_per_part = int(about["items_per_part"])
        self._num_parts = -(-self.num_items // self._items_per_part)
        self._part_series: Tuple[int, Any] = (-1, None)  # Of the part that was read last.
        self._arrays: Optional[Tuple[NDArray[np.int64], Array, Array]] = None

    @classmethod
    def _answered(cls, name: str, fields: Dict[str, Any], rows: str, job: JobCall) -> Sweep:
        given = job.given
        is_whole = "merge" not in given and tuple(given.get("shard", (0, 1))) == (0, 1)
        return cls(given.get("merge") or given.get("output") or given["folder"], given["study"] if is_whole else None)

    @property
    def items(self) -> NDArray[np.int64]:
        """Numbers of the items that are there: all of them, if the sweep is complete."""
        return self._read()[0]

    @property
    def numbers(self) -> Array:
        """What was drawn, (items, numbers)."""
        return self._read()[1]

    @property
    def results(self) -> Array:
        """Results, (items, results)."""
        return self._read()[2]

    def __getitem__(self, name: str) -> Array:
        """The column of a result or of a drawn number, by name."""
        if name in self.result_names:
            return self.results[:, self.result_names.index(name)]
        if name in self.number_names:
            return self.numbers[:, self.number_names.index(name)]
        raise KeyError(f"no result or number '{name}'; results are {', '.join(self.result_names[:20])}")

    @property
    def summary(self) -> Dict[str, Any]:
        """What summary.json has (docs/sweep.md): statistics of every result, worst items, what matters.

        Shards have none until merge_sweep().
        """
        path = os.path.join(self.folder, "summary.json")
        try:
            with open(path, encoding="utf-8") as file:
                answer: Dict[str, Any] = json.load(file)
        except FileNotFoundError:
            raise ValueError(f"summary: {path} is not there; merge_sweep() makes it when all parts are") from None
        return answer

    @property
    def is_complete(self) -> bool:
        """Whether all items are there."""
        return len(self.items) == self.num_items

    def blocks(self, parts: int = 16) -> Iterator[Tuple[NDArray[np.int64], Array, Array]]:
        """(items, numbers, results) of a few parts at a time: for sweeps that do not fit into memory."""
        for first in range(0, self._num_parts, parts):
            yield _core.read_sweep_parts(self.folder, first, first + parts)

    def series(self, item: int) -> ItemSeries:
        """The samples of an item, of the quantities that `series = [...]` of the study names.

        Items of a part are read together: going through all in their order reads each file once.
        """
        if not 0 <= item < self.num_items:
            raise IndexError(f"series: is item {item}; there are items 0 to {self.num_items - 1}")
        number, row = divmod(int(item), self._items_per_part)
        if self._part_series[0] != number:
            self._part_series = (number, _core.read_sweep_series(self.folder, number))
        part = self._part_series[1]
        if part is None:
            self._part_series = (-1, None)  # It may be there the next time.
            raise ValueError(f"series: item {item} is not computed yet; sweep(..., resume=True) goes on")
        first, t, arrays = part
        if not arrays:
            raise ValueError(f"series: the study keeps none; series = [...] in {self.study} names quantities to keep")
        here = slice(int(first[row]), int(first[row + 1]) if row + 1 < len(first) else len(t))
        return ItemSeries(item, t[here], {name: rows[here] for name, _, _, rows in arrays},
                          {name: columns for name, columns, _, _ in arrays}, {name: units for name, _, units, _ in arrays})

    def report(self, path: PathLike) -> None:
        """Writes one HTML file to look at, as `appell sweep --report` (docs/report.md): distributions, what matters, worst
        items; and the robot of the worst one, if sweep() gave this object, which knows its study."""
        JobCall("sweep", {**self._asked, "report": os.fspath(path)}).answer()

    def to_pandas(self) -> Any:
        """A pandas.DataFrame: a row for each item, columns for drawn numbers and results."""
        import pandas  # type: ignore[import]  # Only whoever asks for it needs it.

        return pandas.DataFrame(np.concatenate([self.numbers, self.results], axis=1),
                                columns=[*self.number_names, *self.result_names],
                                index=pandas.Index(self.items, name="item"))

    def _read(self) -> Tuple[NDArray[np.int64], Array, Array]:
        if self._arrays is None:
            self._arrays = _core.read_sweep_parts(self.folder, 0, self._num_parts)
        return self._arrays

    def __repr__(self) -> str:
        return (f"<appell sweep {self.study}: {self.num_items} items, {len(self.result_names)} results, "
                f"{len(self.factors)} factors>")


def merge_sweep(folder: PathLike) -> Sweep:
    """Makes the summary of a sweep whose shards are all done, as `appell sweep --merge FOLDER`."""
    return run(Sweep, "sweep", "", {"merge": os.fspath(folder)})


def read_sweep(folder: PathLike) -> Sweep:
    """The results of a sweep that was computed before, by whomever; also while it is going on."""
    return Sweep(folder)
