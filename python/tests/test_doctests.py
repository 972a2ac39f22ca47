"""The examples of every docstring; whoever is public has one or is shown by another."""

import doctest
import importlib

import numpy
import pytest

import appell

MODULES = ["_answers", "_dynamics", "_inverse", "_jobs", "_mass", "_model", "_motions", "_quantities", "_result"]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples_of_docstrings(name):
    module = importlib.import_module(f"appell.{name}") if name else appell
    names = {key: getattr(appell, key) for key in appell.__all__}
    found = doctest.testmod(module, extraglobs={"np": numpy, **names})
    assert found.attempted > 0
    assert found.failed == 0


def test_every_public_name_has_a_text():
    for name in appell.__all__:
        assert name == "__version__" or getattr(appell, name).__doc__, name
