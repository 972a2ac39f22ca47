import pytest

import appell


@pytest.fixture
def panda():
    return appell.load("panda")
