"""Errors of the library. Wrong arguments are plain ValueErrors."""


class ModelError(ValueError):
    """A file or a description of a robot is wrong; the text has every problem, one a line."""


class NumericalError(RuntimeError):
    """A calculation could not be finished: a singular matrix, a number that is not finite."""
