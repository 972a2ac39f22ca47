"""The wheel of the build folder in an environment that has nothing else, and what is in it."""

import base64
import csv
import hashlib
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

WHEEL = os.environ.get("APPELL_WHEEL", "")
pytestmark = pytest.mark.skipif(not WHEEL, reason="no wheel is given by APPELL_WHEEL")


def test_the_record_has_every_file():
    with zipfile.ZipFile(WHEEL) as wheel:
        record = next(n for n in wheel.namelist() if n.endswith("/RECORD"))
        rows = list(csv.reader(wheel.read(record).decode().splitlines()))
        assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
        for name, digest, size in rows:
            if name == record:
                continue
            data = wheel.read(name)
            kind, text = digest.split("=", 1)
            assert hashlib.new(kind, data).digest() == base64.urlsafe_b64decode(text + "==")
            assert int(size) == len(data)
        assert any(n.endswith("py.typed") for n in wheel.namelist())


def test_an_empty_environment_can_use_it(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

    def run(*command):
        return subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout

    run(sys.executable, "-m", "venv", "--without-pip", "empty")
    python = str(tmp_path / "empty/bin/python")
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # numpy comes from the system: there may be no network.
    with open(os.path.join(site, "numpy.pth"), "w") as file:
        import numpy

        file.write(os.path.dirname(os.path.dirname(numpy.__file__)) + "\n")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "-q", WHEEL)
    found = run(python, "-c", "import appell; print(appell.__file__, appell.load('panda').dof)")
    assert str(tmp_path / "empty") in found and found.split()[-1] == "7"


def test_pip_installs_the_sources(tmp_path):
    root = pathlib.Path(__file__).resolve().parents[2]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", tmp_path / "v"], check=True)
    python = tmp_path / "v/bin/python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-build-isolation", "--no-index", "-q"]
    subprocess.run([*install, root], check=True, env=environment, cwd=tmp_path)
    code = "import appell; print(appell.__file__, appell.__version__)"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, env=environment).stdout
    assert str(tmp_path) in found
