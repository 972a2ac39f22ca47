"""Robots: where they come from, and what they consist of."""

from __future__ import annotations

import os
import warnings
from html import escape
from typing import Mapping, NamedTuple, Optional, Sequence, TYPE_CHECKING, Tuple, Union

import numpy as np

from . import _core

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]



class Coordinate(NamedTuple):
    """One joint coordinate and its limits, infinite where there is none."""

    name: str
    turns: bool  #: Whether it is an angle: rad and N m, else m and N.
    lower: float
    upper: float
    velocity: float
    effort: float
    acceleration: float
    jerk: float


class Frame(NamedTuple):
    """The frame of a link."""

    name: str
    body: int  #: Index in Model.bodies of the body it is fixed to; -1: the world.
    placement: Array  #: In that body, 4 x 4.


class RigidBody(NamedTuple):
    """A body of the tree: all links that are fixed to each other, moved by one coordinate."""

    name: str
    parent: int  #: Index in Model.bodies; -1: the world.
    coordinate: int  #: Which q moves it.
    joint_placement: Array  #: Of the joint frame in the parent body, 4 x 4.
    linear: Array  #: Of the unit screw of the joint, in the joint frame.
    angular: Array  #: Likewise.
    mass: float  #: kg
    com: Array  #: m, body frame
    inertia_com: Array  #: kg m², about the centre of mass, axes of the body.
    reflected_inertia: float  #: What the rotor of the motor adds on the link side, kg m² or kg.


class Limits(NamedTuple):
    """Limits of all coordinates as arrays; infinite where there is none."""

    lower: Array
    upper: Array
    velocity: Array
    effort: Array
    acceleration: Array
    jerk: Array


class Model:
    """A robot: an immutable tree of bodies. Threads may share it.

    >>> robot = load("planar2r")
    >>> robot.dof, robot.names
    (2, ('shoulder', 'elbow'))
    """

    __slots__ = ("_core", "_coordinates", "_frames", "_bodies", "__weakref__")

    def __init__(self, core: _core.Model) -> None:
        self._core = core
        self._coordinates: Optional[Tuple[Coordinate, ...]] = None
        self._frames: Optional[Tuple[Frame, ...]] = None
        self._bodies: Optional[Tuple[RigidBody, ...]] = None

    @property
    def name(self) -> str:
        """Name of the robot."""
        return self._core.name

    @property
    def dof(self) -> int:
        """n: number of coordinates, mimic joints left out.

        >>> load("panda").dof
        7
        """
        return self._core.num_coordinates

    @property
    def names(self) -> Tuple[str, ...]:
        """Names of the coordinates, in the order of q."""
        return tuple(c.name for c in self.coordinates)

    @property
    def coordinates(self) -> Tuple[Coordinate, ...]:
        """Every coordinate with its limits."""
        if self._coordinates is None:
            self._coordinates = tuple(Coordinate(*c) for c in self._core.coordinates)
        return self._coordinates

    @property
    def limits(self) -> Limits:
        """Limits of all coordinates.

        >>> load("panda").limits.velocity[:2]
        array([2.175, 2.175])
        """
        columns = zip(*(c[2:] for c in self.coordinates)) if self.dof else [()] * 6
        return Limits(*(np.array(c, dtype=float) for c in columns))

    @property
    def bodies(self) -> Tuple[RigidBody, ...]:
        """The bodies that move; parents come before their children."""
        if self._bodies is None:
            self._bodies = tuple(RigidBody(*b) for b in self._core.body_list)
        return self._bodies

    @property
    def masses(self) -> Array:
        """Mass of every body, kg."""
        return np.array([b.mass for b in self.bodies])

    @property
    def gravity(self) -> Array:
        """Gravitational acceleration, m/s², world axes.

        >>> load("panda").gravity
        array([ 0.  ,  0.  , -9.81])
        """
        return self._core.gravity_vector

    @property
    def frames(self) -> Tuple[Frame, ...]:
        """The frame of every link."""
        if self._frames is None:
            self._frames = tuple(Frame(*f) for f in self._core.frame_list)
        return self._frames

    @property
    def end_effector(self) -> str:
        """The link that is meant where no frame is named."""
        return self._core.default_frame

    @property
    def has_friction(self) -> bool:
        """Whether any joint has friction."""
        return self._core.has_friction

    @property
    def warnings(self) -> Tuple[str, ...]:
        """Warnings about the file."""
        return tuple(self._core.warnings)

    def with_gravity(self, gravity: ArrayLike) -> Model:
        """The same robot under another gravity, m/s², world axes.

        >>> moon = load("panda").with_gravity([0, 0, -1.62])
        >>> moon.gravity[2]
        -1.62
        """
        vector = np.asarray(gravity, dtype=float)
        if vector.shape != (3,):
            raise ValueError(f"with_gravity: gravity has shape {vector.shape}; three numbers x, y, z are needed")
        return Model(self._core.with_gravity(vector))

    def __reduce__(self) -> Tuple[type, Tuple[_core.Model]]:
        return (Model, (self._core,))

    def __copy__(self) -> Model:
        return self  # It never changes.

    def __deepcopy__(self, _: object) -> Model:
        return self

    def to_toml(self) -> str:
        """The robot as an Appell model file: reading it back gives the same robot bit for bit.

        >>> load("planar2r").to_toml().splitlines()[0]
        'format = 1'
        """
        return self._core.toml()

    def to_urdf(self) -> str:
        """The robot as URDF, which cannot say everything."""
        return self._core.urdf()

    def __repr__(self) -> str:
        return f"<appell.Model '{self.name}', {self.dof} coordinates, {len(self.bodies)} bodies>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(c.name)}</td><td>{'rad' if c.turns else 'm'}</td>"
            + "".join(f"<td>{x:g}</td>" for x in (c.lower, c.upper, c.velocity, c.effort))
            + "</tr>"
            for c in self.coordinates
        )
        return (
            f"<b>{escape(self.name)}</b>: {self.dof} coordinates, {self.masses.sum():.6g} kg, "
            f"end effector {escape(self.end_effector)}"
            "<table><tr><th>coordinate</th><th>unit</th><th>lower</th><th>upper</th><th>velocity</th>"
            f"<th>effort</th></tr>{rows}</table>"
        )


def load(
    name_or_path: Union[str, os.PathLike[str]],
    *,
    gravity: Optional[ArrayLike] = None,
    packages: Optional[Mapping[str, str]] = None,
    friction: Optional[Union[str, os.PathLike[str]]] = None,
    accept_inertia: bool = False,
    strict: bool = False,
    open_loops: bool = False,
    open_meshes: str = "close",
    passive: Sequence[str] = (),
) -> Model:
    """A robot from a .urdf, .toml, MJCF .xml or .sdf file, or an embedded one by its name.

    Oddities of a file are warnings; what is wrong with it is a ModelError that names file and line.

    gravity         m/s², instead of the file's
    packages        where the files of ROS packages are: {"my_robot": "../my_robot"}
    friction        a .toml file with friction of joints, instead of the model's
    accept_inertia  go on although a link has an inertia that no real body has
    strict          refuse a file with unknown elements or attributes
    open_loops      leave loops open that an MJCF or SDF file closes
    open_meshes     what to make of an open mesh that an inertia must come from: "close" its holes, take its convex
                    "hull", or "refuse"
    passive         joints without a motor, beside those of the file

    >>> load("panda")
    <appell.Model 'panda', 7 coordinates, 7 bodies>
    """
    core = _core.load(
        os.fspath(name_or_path),
        [f"{name}={os.fspath(folder)}" for name, folder in (packages or {}).items()],
        accept_inertia,
        strict,
        open_loops,
        open_meshes,
        "" if friction is None else os.fspath(friction),
        list(passive),
    )
    for text in core.warnings:
        warnings.warn(text, stacklevel=2)
    model = Model(core)
    return model if gravity is None else model.with_gravity(gravity)


def frame_index(model: Model, frame: Optional[str]) -> int:
    """Index of a link's frame; -1 for the end effector."""
    if frame is None:
        return -1
    if not isinstance(model, Model):
        raise TypeError("the first argument is no Model; appell.load() gives one")
    return model._core.frame_index(frame)


__all__: Sequence[str] = ["Coordinate", "Frame", "Limits", "Model", "RigidBody", "load"]
