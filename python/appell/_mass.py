"""Mass, centre of mass and inertia of bodies made of simple parts, some of them cut out."""

from __future__ import annotations

import json
import os
from html import escape
from typing import Any, Dict, NamedTuple, Optional, TYPE_CHECKING, Tuple, Union

import numpy as np

from . import _core

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]



class Part(NamedTuple):
    """What one part of a body is and contributes."""

    name: str
    cut: bool
    measure: float  #: Length, area or volume; NaN for a given body.
    density: float
    mass: float  #: kg, without the sign of a cut.


class Body:
    """A rigid body: kg, m, kg m². Put together by +, cut out by -, placed by at().

    A flange with a bore; one of density, mass and material says how heavy a part is:

    >>> flange = Body.cylinder(radius=0.05, length=0.02, density=2700.0)
    >>> bore = Body.cylinder(radius=0.01, length=0.02, density=2700.0)
    >>> round((flange - bore).mass, 6)
    0.40715
    >>> link = (flange - bore).at([0.0, 0.0, 0.1]) + Body.point(0.3, com=[0.0, 0.0, 0.2])
    >>> link.com.round(6)
    array([0.      , 0.      , 0.142424])
    """

    def __init__(self, core: _core.PartedBody) -> None:
        self._core = core

    @classmethod
    def of_shape(
        cls,
        shape: str,
        *,
        density: Union[None, float, str] = None,
        mass: Optional[float] = None,
        material: str = "",
        name: str = "",
        **fields: Any,
    ) -> Body:
        """A body of a named shape (shapes() has all of them, with their fields).

        density  a number, or a formula in x, y, z of the shape's frame; `notes` then has the estimated error

        >>> Body.of_shape("sphere", radius=0.1, mass=2.0).inertia_com.diagonal()
        array([0.008, 0.008, 0.008])
        >>> Body.box([1.0, 1.0, 2.0], density="800*(1 + z/2)").com.round(6)[2]
        0.166667
        """
        law = density if isinstance(density, str) else ""
        number = None if isinstance(density, str) else density
        if isinstance(density, str) and not density.strip():
            raise ValueError("Body: density is an empty text; a number or a formula in x, y, z is needed")
        return cls(_core.body_of_shape(shape, fields, number, mass, material, law, name))

    @classmethod
    def box(cls, size: ArrayLike, **matter: Any) -> Body:
        """A box about the origin, edges along the axes.

        >>> Body.box([1.0, 2.0, 3.0], mass=12.0).inertia_com.diagonal()
        array([13., 10.,  5.])
        """
        return cls.of_shape("box", size=size, **matter)

    @classmethod
    def cylinder(cls, radius: float, length: float, **matter: Any) -> Body:
        """A cylinder along z, the origin in its middle."""
        return cls.of_shape("cylinder", radius=radius, length=length, **matter)

    @classmethod
    def tube(cls, outer_radius: float, inner_radius: float, length: float, **matter: Any) -> Body:
        """A cylinder along z with a coaxial hole."""
        return cls.of_shape(
            "tube", outer_radius=outer_radius, inner_radius=inner_radius, length=length, **matter
        )

    @classmethod
    def sphere(cls, radius: float, **matter: Any) -> Body:
        """A ball about the origin."""
        return cls.of_shape("sphere", radius=radius, **matter)

    @classmethod
    def cone(cls, radius: float, height: float, **matter: Any) -> Body:
        """A cone: base in z = 0, tip at z = height."""
        return cls.of_shape("cone", radius=radius, height=height, **matter)

    @classmethod
    def capsule(cls, radius: float, length: float, **matter: Any) -> Body:
        """A cylinder along z with half balls at both ends."""
        return cls.of_shape("capsule", radius=radius, length=length, **matter)

    @classmethod
    def ellipsoid(cls, semi_axes: ArrayLike, **matter: Any) -> Body:
        """An ellipsoid about the origin."""
        return cls.of_shape("ellipsoid", semi_axes=semi_axes, **matter)

    @classmethod
    def rod(cls, length: float, **matter: Any) -> Body:
        """A thin rod along z, the origin in its middle."""
        return cls.of_shape("rod", length=length, **matter)

    @classmethod
    def point(cls, mass: float, com: ArrayLike = (0.0, 0.0, 0.0), *, name: str = "") -> Body:
        """A point mass."""
        return cls.given(mass, com, np.zeros((3, 3)), name=name)

    @classmethod
    def given(cls, mass: float, com: ArrayLike, inertia: ArrayLike, *, name: str = "") -> Body:
        """A body of known mass, centre and inertia tensor about that centre: from a data sheet or a CAD program.

        >>> Body.given(2.0, [0.0, 0.0, 0.5], np.diag([0.1, 0.1, 0.05])).inertia_about([0.0, 0.0, 0.0])[0, 0]
        0.6
        """
        tensor = np.asarray(inertia, dtype=float)
        if tensor.shape != (3, 3):
            raise ValueError(f"Body.given: inertia has shape {tensor.shape}; (3, 3) is needed")
        return cls(_core.given_body(mass, _vector("Body.given: com", com), tensor, name))

    @classmethod
    def load(
        cls,
        path: Union[str, os.PathLike[str]],
        *,
        density: Optional[float] = None,
        mass: Optional[float] = None,
        material: str = "",
        scale: float = 1.0,
        close_holes: bool = False,
        hull: bool = False,
    ) -> Body:
        """From a .toml body file, or from a mesh (.stl, .obj, .dae) with one of density, mass and material.

        close_holes closes small holes of a mesh; hull takes its convex hull.
        """
        return cls(_core.body_from_file(os.fspath(path), density, mass, material, scale, close_holes, hull))

    @classmethod
    def of_link(cls, model: Any, link: str) -> Body:
        """A link of a robot, in the frame of the link.

        >>> from appell import load
        >>> Body.of_link(load("planar2r"), "link1").mass > 0
        True
        """
        return cls(_core.body_of_link(model, link))

    @property
    def mass(self) -> float:
        """kg"""
        return self._core.mass

    @property
    def com(self) -> Array:
        """Centre of mass, m."""
        return self._core.com

    @property
    def inertia_com(self) -> Array:
        """Inertia tensor about the centre of mass, kg m²; products enter with a minus sign."""
        return self._core.inertia_com

    @property
    def pseudo_inertia(self) -> Array:
        """4 x 4, about the origin: second moments, static moments, mass."""
        return self._core.pseudo_inertia

    @property
    def principal_moments(self) -> Array:
        """About the centre of mass, ascending, kg m²."""
        return self._core.principal[0]

    @property
    def principal_axes(self) -> Array:
        """Columns: the axes of the principal moments."""
        return self._core.principal[1]

    @property
    def parts(self) -> Tuple[Part, ...]:
        """What it is made of."""
        return tuple(Part(*x) for x in self._core.parts)

    @property
    def notes(self) -> Tuple[str, ...]:
        """What a reader should know: cuts that could not be checked."""
        return tuple(self._core.notes)

    def at(
        self, xyz: Optional[ArrayLike] = None, rpy: Optional[ArrayLike] = None, *, matrix: Optional[ArrayLike] = None
    ) -> Body:
        """The same body placed elsewhere: by xyz (m) and rpy (rad, fixed axes), or by a 4 x 4 matrix.

        >>> Body.point(1.0, [1.0, 0.0, 0.0]).at(rpy=[0.0, 0.0, np.pi / 2]).com.round(12)
        array([0., 1., 0.])
        """
        if matrix is not None:
            if xyz is not None or rpy is not None:
                raise ValueError("Body.at: give xyz and rpy, or matrix")
            placement = np.asarray(matrix, dtype=float)
            if placement.shape != (4, 4):
                raise ValueError(f"Body.at: matrix has shape {placement.shape}; (4, 4) is needed")
            return Body(self._core.placed_by(placement))
        zero = (0.0, 0.0, 0.0)
        place = _vector("Body.at: xyz", zero if xyz is None else xyz)
        return Body(self._core.placed(place, _vector("Body.at: rpy", zero if rpy is None else rpy)))

    def inertia_about(self, point: ArrayLike = (0.0, 0.0, 0.0), axis: Optional[ArrayLike] = None) -> Any:
        """Inertia tensor about a point, 3 x 3 kg m²; with an axis through the point the moment about that axis.

        >>> Body.point(2.0, [0.0, 0.0, 3.0]).inertia_about([0.0, 0.0, 0.0], axis=[1.0, 0.0, 0.0])
        18.0
        """
        where = _vector("Body.inertia_about: point", point)
        if axis is None:
            return self._core.inertia_about(where)
        return self._core.moment_about_axis(where, _vector("Body.inertia_about: axis", axis))

    def tensors(self, about: ArrayLike = (0.0, 0.0, 0.0), rpy: ArrayLike = (0.0, 0.0, 0.0)) -> Dict[str, Any]:
        """All moments and tensors about a point, in axes turned by roll, pitch, yaw: what `appell mass --json` prints.

        >>> body = Body.box([0.2, 0.4, 0.6], mass=2.0)
        >>> round(float(body.tensors(about=[0.0, 0.5, 0.0])["polar_origin"]), 6)
        0.593333
        """
        text = self._core.tensors(_vector("Body.tensors: about", about), _vector("Body.tensors: rpy", rpy))
        other = ("name", "frame", "parts", "notes")
        found = {key: np.array(value) for key, value in json.loads(text).items() if key not in other}
        return {key: value[()] if value.ndim == 0 else value for key, value in found.items()}

    def to_urdf(self) -> str:
        """The <inertial> element of a URDF link."""
        return self._core.urdf()

    def __add__(self, other: Body) -> Body:
        return Body(_core.together(self._core, other._core, 1)) if isinstance(other, Body) else NotImplemented

    def __sub__(self, other: Body) -> Body:
        return Body(_core.together(self._core, other._core, -1)) if isinstance(other, Body) else NotImplemented

    def __repr__(self) -> str:
        x, y, z = self.com
        return f"<appell.Body {self.mass:.6g} kg, com ({x:.6g}, {y:.6g}, {z:.6g}) m, {len(self.parts)} parts>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(p.name)}</td><td>{'cut' if p.cut else ''}</td><td>{p.mass:.6g}</td></tr>"
            for p in self.parts
        )
        return f"{escape(repr(self))}<table><tr><th>part</th><th></th><th>kg</th></tr>{rows}</table>"


def _vector(what: str, given: ArrayLike) -> Array:
    vector = np.asarray(given, dtype=float)
    if vector.shape != (3,):
        raise ValueError(f"{what} has shape {vector.shape}; three numbers are needed")
    return vector


class Shape(NamedTuple):
    """A shape that Body.of_shape() knows."""

    name: str
    dimension: int  #: Whether density is per m, m² or m³.
    fields: Tuple[Tuple[str, str, str, str], ...]  #: Name, form, unit and meaning of each.


def shapes() -> Tuple[Shape, ...]:
    """All shapes with their fields.

    >>> [field[0] for shape in shapes() if shape.name == "torus" for field in shape.fields]
    ['major_radius', 'minor_radius']
    """
    return tuple(Shape(name, dimension, tuple(fields)) for name, dimension, fields in _core.shapes())
