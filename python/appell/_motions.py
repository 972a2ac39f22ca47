"""Laws of motion: one coordinate or a whole robot as functions of time, with every derivative."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, TYPE_CHECKING, Tuple, Union

import numpy as np

from ._core import Law as CoreLaw
from ._core import Motion as CoreMotion
from ._made import Call, Made, ReadFile
from ._model import Model

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]



class Law(Made):
    """One coordinate as a function of time. Called with a time (or many), it gives q and its derivatives.

    >>> law = minimum_jerk(0.0, 0.0, 2.0, 1.0)
    >>> law(1.0, order=2)
    array([0.5   , 0.9375, 0.    ])
    >>> law([0.0, 1.0, 2.0])[:, 0]
    array([0. , 0.5, 1. ])
    """

    _core: CoreLaw

    @property
    def kind(self) -> str:
        """What kind of law it is."""
        return self._core.kind

    @property
    def range(self) -> Tuple[float, float]:
        """First and last time, s; infinite for formulas."""
        return self._core.range

    @property
    def continuity(self) -> int:
        """Highest time derivative that is continuous."""
        return self._core.continuity

    @property
    def seams(self) -> Tuple[float, ...]:
        """Times at which a derivative may jump: where two pieces meet."""
        return tuple(self._core.seams)

    def __call__(self, t: ArrayLike, order: int = 0) -> Array:
        """q, q', ... at a time: (order + 1,), or at many: (times, order + 1)."""
        times = np.asarray(t, dtype=float)
        numbers = self._core.at(times.reshape(-1), order)
        return numbers.reshape(times.shape + (order + 1,))

    def at_speed(self, speed: float, start: Optional[float] = None) -> Law:
        """The same law `speed` times as fast, beginning at `start` (default: when it begins now).

        >>> hold(0.0, 2.0, 1.0).at_speed(2.0).range
        (0.0, 1.0)
        """
        begin = self.range[0] if np.isfinite(self.range[0]) else 0.0
        return Law._made("reclocked", self, begin, speed, begin if start is None else start)

    def __repr__(self) -> str:
        return f"<appell.Law '{self.kind}', t = {self.range[0]:g} to {self.range[1]:g} s>"


Ends = Optional[Mapping[int, float]]


class Spline(Law):
    """The papers' polynomial function of order m: q^(m) is linear between knots, q to q^(m) are continuous.

    One of these three forms:
    positions               at all knots; `start`, `end`: conditions {derivative: value}, m (m + 1 if m is odd) together
    interior_accelerations  at the inner knots; m + 2 conditions at the ends, on q too
    initial, at_knots       q to q^(m) at the first knot, then one (derivative, value) per further knot; short splines only

    >>> law = Spline([0.0, 1.0, 2.0], 2, positions=[0.0, 1.0, 0.0], start={1: 0.0}, end={1: 0.0})
    >>> law(1.0, order=1).round(12)
    array([1., 0.])
    """

    def __init__(
        self,
        knots: ArrayLike,
        order: int = 4,
        *,
        positions: Optional[ArrayLike] = None,
        interior_accelerations: Optional[ArrayLike] = None,
        initial: Optional[ArrayLike] = None,
        at_knots: Sequence[Tuple[int, float]] = (),
        start: Ends = None,
        end: Ends = None,
    ) -> None:
        forms = [positions is not None, interior_accelerations is not None, initial is not None]
        if sum(forms) != 1:
            raise ValueError(
                f"Spline: {sum(forms)} of positions, interior_accelerations and initial are given; one is needed"
            )
        times = np.asarray(knots, dtype=float)
        first, last = list((start or {}).items()), list((end or {}).items())
        if positions is not None:
            call = Call("position_spline", order, times, np.asarray(positions, dtype=float), first, last)
        elif interior_accelerations is not None:
            inner = np.asarray(interior_accelerations, dtype=float)
            call = Call("acceleration_spline", order, times, inner, first, last)
        else:
            call = Call("initial_value_spline", order, times, np.asarray(initial, dtype=float), list(at_knots))
        self._call, self._core = call, call.core()

    @property
    def amplification(self) -> float:
        """Largest change of q anywhere per unit change of one datum."""
        return self._core.amplification


def polynomial(start_time: float, start: ArrayLike, end_time: float, end: ArrayLike) -> Law:
    """The polynomial of lowest degree with given q, q', ... at both ends: three numbers each make a quintic.

    >>> polynomial(0.0, [0.0, 0.0, 0.0], 1.0, [1.0, 0.0, 0.0])(0.5)
    array([0.5])
    """
    return Law._made("polynomial", start_time, np.asarray(start, dtype=float), end_time, np.asarray(end, dtype=float))


def minimum_jerk(start_time: float, start: float, end_time: float, end: float) -> Law:
    """From rest to rest by the quintic that minimises the integral of the squared jerk.

    >>> minimum_jerk(0.0, 0.0, 1.0, 1.0)(0.5, order=1)
    array([0.5  , 1.875])
    """
    return Law._made("minimum_jerk", start_time, start, end_time, end)


def minimum_snap(start_time: float, start: float, end_time: float, end: float) -> Law:
    """From rest to rest by the septic that minimises the integral of the squared snap.

    >>> minimum_snap(0.0, 0.0, 1.0, 1.0)(0.5, order=1)
    array([0.5   , 2.1875])
    """
    return Law._made("minimum_snap", start_time, start, end_time, end)


def jerk_limited(
    start_time: float, start: float, end: float, *, velocity: float, acceleration: float, jerk: float
) -> Law:
    """The shortest motion from rest to rest within limits: up to seven pieces of constant jerk.

    >>> jerk_limited(0.0, 0.0, 2.0, velocity=10.0, acceleration=10.0, jerk=1.0).range
    (0.0, 4.0)
    """
    return Law._made("jerk_limited", start_time, start, end, velocity, acceleration, jerk)


def hold(start_time: float, end_time: float, position: float) -> Law:
    """Standstill.

    >>> hold(0.0, 1.0, 0.3)(0.5, order=1)
    array([0.3, 0. ])
    """
    return Law._made("hold", start_time, end_time, position)


def fourier(omega: float, offset: float, cosine: Sequence[float], sine: Sequence[float]) -> Law:
    """A Fourier series: offset + sum of cosine[k-1] cos(k omega t) + sine[k-1] sin(k omega t).

    >>> fourier(2.0, 0.0, [0.0], [1.0])(0.0, order=1)
    array([0., 2.])
    """
    return Law._made("fourier", omega, offset, list(cosine), list(sine))


def expression(text: str) -> Law:
    """A formula in t, with exact derivatives.

    >>> expression("0.5*cos(2*t)")(0.0, order=2)
    array([ 0.5,  0. , -2. ])
    """
    return Law._made("expression", text)


def interpolate(times: ArrayLike, values: ArrayLike, order: int = 4) -> Law:
    """The spline of order m through samples: values (times,), or (derivatives, times) with q', q'', ... too.

    >>> t = np.linspace(0.0, 1.0, 11)
    >>> interpolate(t, t**2)(0.5, order=2).round(9)
    array([0.25, 1.  , 2.  ])
    """
    rows = np.atleast_2d(np.asarray(values, dtype=float))
    return Law._made("interpolate", order, np.asarray(times, dtype=float), rows)


def smooth(
    times: ArrayLike, values: ArrayLike, order: int = 4, *, noise: float = 0.0, smoothing: float = 0.0
) -> Law:
    """The smoothing spline of even order: with errors of a root mean square `noise`, or with a parameter `smoothing`.

    >>> t = np.linspace(0.0, 1.0, 101)
    >>> abs(smooth(t, np.sin(t), noise=1e-4)(0.5)[0] - np.sin(0.5)) < 1e-3
    True
    """
    return Law._made("smooth", order, np.asarray(times, dtype=float), np.asarray(values, dtype=float), noise, smoothing)


class Motion(Made):
    """The motion of all joints of a robot: a law for each, on a common range of time.

    >>> motion = Motion(["a", "b"], [minimum_jerk(0, 0, 1, 1), expression("sin(t)")])
    >>> motion.sample([0.0, 0.5], order=2).shape
    (2, 3, 2)
    """

    _core: CoreMotion

    def __init__(
        self, joints: Sequence[str], laws: Sequence[Law], range: Optional[Tuple[float, float]] = None
    ) -> None:
        if range is None:
            starts, ends = zip(*(law.range for law in laws)) if laws else ((0.0,), (0.0,))
            range = (max(starts), min(ends))
        self._call = Call("motion", list(joints), list(laws), range[0], range[1])
        self._core = self._call.core()

    @classmethod
    def _of(cls, core: CoreMotion, call: Optional[Call]) -> Motion:
        motion = cls.__new__(cls)
        motion._core, motion._call = core, call
        return motion

    @classmethod
    def from_toml(cls, text: str, *, model: Optional[Model] = None) -> Motion:
        """From the text of a motion file (docs/formats.md), motions of the end effector among them.

        >>> Motion.from_toml('kind = "expression"\\nduration = 1.0\\n[[joint]]\\nname = "j1"\\nq = "sin(t)"').joints
        ('j1',)
        """
        return cls._made("motion_from_text", text, model)

    @classmethod
    def from_samples(cls, times: ArrayLike, q: ArrayLike, joints: Sequence[str], order: int = 4) -> Motion:
        """Through samples q of shape (times, n), or (times, orders, n) with derivatives.

        >>> t = np.linspace(0.0, 1.0, 21)
        >>> Motion.from_samples(t, np.stack([t, t**2], axis=1), ["a", "b"]).sample([0.5], 1).round(9).tolist()
        [[[0.5, 0.25], [1.0, 1.0]]]
        """
        numbers = np.asarray(q, dtype=float)
        if numbers.ndim == 2:
            numbers = numbers[:, np.newaxis, :]
        if numbers.ndim != 3 or numbers.shape[2] != len(joints):
            raise ValueError(f"from_samples: q has shape {np.shape(q)}; (times, {len(joints)}) is needed")
        return cls(joints, [interpolate(times, numbers[:, :, j].T, order) for j in np.arange(len(joints))])

    @property
    def joints(self) -> Tuple[str, ...]:
        """Names of the joints, in the order of sample()."""
        return tuple(self._core.joints)

    @property
    def range(self) -> Tuple[float, float]:
        """First and last time, s."""
        return self._core.range

    @property
    def duration(self) -> float:
        """s"""
        return self.range[1] - self.range[0]

    @property
    def kind(self) -> str:
        """As in motion files."""
        return self._core.kind

    @property
    def continuity(self) -> int:
        """Highest time derivative that is continuous for every joint."""
        return self._core.continuity

    @property
    def notes(self) -> Tuple[str, ...]:
        """How well samples are met, how a spline amplifies, how a log was understood."""
        return tuple(self._core.notes) + tuple(self._core.reading)

    @property
    def is_uncertain(self) -> bool:
        """Whether it is the most likely motion behind a record, known to within covariances."""
        return self._core.is_uncertain

    @property
    def laws(self) -> Tuple[Law, ...]:
        """The law of every joint."""
        return tuple(Law._made("law", self, j) for j in np.arange(len(self.joints)).tolist())

    def times(self, samples: int = 1001) -> Array:
        """Equidistant times over the whole range, including both ends."""
        return np.linspace(*self.range, samples)

    def sample(self, times: ArrayLike, order: int = 2, *, threads: int = 0) -> Array:
        """q and its derivatives at times, (times, order + 1, n): what rnea() and evaluate() take.

        >>> Motion(["a"], [expression("t^2")], (0, 1)).sample([0.5], order=2).ravel().tolist()
        [0.25, 1.0, 2.0]
        """
        return self._core.sample(np.asarray(times, dtype=float).reshape(-1), order, threads)

    def for_model(self, model: Model) -> Motion:
        """The same with the joints in the order of a model's coordinates."""
        return Motion._made("for_model", self, model)

    def at_speed(self, speed: float) -> Motion:
        """The same motion `speed` times as fast.

        >>> Motion(["a"], [hold(0.0, 2.0, 1.0)]).at_speed(4.0).duration
        0.5
        """
        return Motion._made("at_speed", self, speed)

    def __repr__(self) -> str:
        return (
            f"<appell.Motion '{self.kind}', {len(self.joints)} joints, "
            f"t = {self.range[0]:g} to {self.range[1]:g} s>"
        )

    def _repr_html_(self) -> str:
        from html import escape

        return f"{escape(repr(self))}<br>joints: {escape(', '.join(self.joints))}"


#: How a recording is read and which law is made of it: keyword arguments of everything that takes a motion file.
READING = ("smooth", "clock", "columns", "degrees", "time_unit", "rename", "skip_bad_rows", "derivatives")


def reading_options(reading: Mapping[str, Any]) -> Dict[str, Any]:
    """The options of a recording, checked by name."""
    for name in reading:
        if name not in READING:
            raise TypeError(f"unexpected keyword argument '{name}'; recordings are read with {', '.join(READING)}")
    options = {name: value for name, value in reading.items() if value is not None}
    if "columns" in options:
        options["columns"] = os.fspath(options["columns"])
    return options


def say_what_was_read(summary: str) -> None:
    """The one line about each recording that was read, on stderr."""
    if summary:
        print(summary, file=sys.stderr)


def load_motion(
    path: Union[str, os.PathLike[str]], *, model: Optional[Model] = None, **reading: Any
) -> Motion:
    """A motion from a .toml motion file or a log (.csv, .txt, ...). What was read is said in one line on stderr.

    model          the robot of motions that are given at its end effector; joints of a log are matched with its names
    smooth         noise of a recording: "auto" (default: the most likely motion; exact data are interpolated), "none", or
                   its standard deviation (rad or m)
    clock          timestamps: "auto" (default: rebuilt where the rows show the true clock), "none", or the time between rows, s
    columns        a .toml that says which column of a log is what
    degrees        True: angles and their rates are in degrees
    time_unit      "s", "ms", "us" or "ns"
    rename         {column: joint}
    skip_bad_rows  True: leave out rows that cannot be read or go back in time
    derivatives    derivatives of q that its law has at least (default: 4)
    """
    options = reading_options(reading)
    if "columns" in options:
        options["columns"] = ReadFile(options["columns"])
    motion = Motion._made("load_motion", ReadFile(os.fspath(path)), model, options)
    say_what_was_read(motion._core.summary)
    for text in motion._core.warnings:
        warnings.warn(text, stacklevel=2)
    return motion


def sequence(motions: Sequence[Motion]) -> Motion:
    """Motions one after the other.

    >>> there = Motion(["a"], [minimum_jerk(0, 0, 1, 1)])
    >>> back = Motion(["a"], [minimum_jerk(0, 1, 1, 0)])
    >>> sequence([there, back]).range
    (0.0, 2.0)
    """
    return Motion._made("sequence", list(motions))


def as_motion(
    motion: Union[Motion, str, os.PathLike[str]], model: Model, order: int, what: str, reading: Mapping[str, Any]
) -> Motion:
    """A Motion, or the one of a file; `what` takes derivatives of q up to `order`."""
    options = reading_options(reading)
    if isinstance(motion, Motion) and options:
        raise ValueError(f"{', '.join(options)}: for names of files; load_motion() takes them too")
    given = motion if isinstance(motion, Motion) else load_motion(motion, model=model, **options)
    warning = given._core.check_derivatives(order, what)
    if warning:
        warnings.warn(warning, stacklevel=3)
    return given
