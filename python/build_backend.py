"""Builds the wheel: CMake and ninja for the extension, zipfile for the rest. No other tool is needed (PEP 517).

`pip install --no-build-isolation .` calls build_wheel(); so does tools/build_wheel.sh. The libraries that the extension
links are those of the system it is built on, as the tag linux_<machine> says: such a wheel is for this system.

APPELL_PYTHON_PAPERS=1 adds the extension of the papers' equations (minutes more); APPELL_PYTHON_BUILD names the build
folder (default: build/wheel beside this repository's other ones), so that a second build is quick.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EPOCH = (1980, 1, 1, 0, 0, 0)  # The same files give the same wheel.


def _version():
    return re.search(r"project\(appell VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata():
    return "\n".join([
        "Metadata-Version: 2.1", "Name: appell", f"Version: {_version()}",
        "Summary: Higher-order dynamics of multibody systems", "License: BSD-3-Clause", "Requires-Python: >=3.9",
        "Requires-Dist: numpy", "Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text(),
    ])  # fmt: skip


def _compile():
    """The package as the build folder has it."""
    build = pathlib.Path(os.environ.get("APPELL_PYTHON_BUILD", ROOT / "build" / "wheel"))
    # Not the link in a virtual environment, which may be gone when the build folder is used again.
    interpreter = os.path.realpath(sys.executable)
    papers = os.environ.get("APPELL_PYTHON_PAPERS", "") not in ("", "0")
    subprocess.run(
        ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DAPPELL_UNITY=ON",
         "-DAPPELL_PYTHON=ON", f"-DPython3_EXECUTABLE={interpreter}"],
        check=True, stdout=sys.stderr,
    )  # fmt: skip
    targets = ["appell_python", *(["appell_python_papers"] if papers else [])]
    subprocess.run(["cmake", "--build", build, "--target", *targets], check=True, stdout=sys.stderr)
    package = build / "python" / "appell"
    kept = {".py", ".pyi", ".so", ".typed"}
    files = [f for f in sorted(package.iterdir()) if f.suffix in kept]
    return [f for f in files if papers or not f.name.startswith("_papers.cpython")]


def _write(wheel, records, name, data, mode=0o644):
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    records.append(f"{name},sha256={digest},{len(data)}")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: writes the wheel, gives its name."""
    files = _compile()
    stem = f"appell-{_version()}"
    name = f"{stem}-{_tag()}.whl"
    info = f"{stem}.dist-info"
    records = []
    pathlib.Path(wheel_directory).mkdir(parents=True, exist_ok=True)
    partial = pathlib.Path(wheel_directory, name + ".partial")
    with zipfile.ZipFile(partial, "w") as wheel:
        for file in files:
            _write(wheel, records, f"appell/{file.name}", file.read_bytes(), 0o755 if file.suffix == ".so" else 0o644)
        _write(wheel, records, f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        _write(wheel, records, f"{info}/METADATA", _metadata().encode())
        _write(wheel, records, f"{info}/WHEEL", "\n".join([
            "Wheel-Version: 1.0", "Generator: appell", "Root-Is-Purelib: false", f"Tag: {_tag()}", "",
        ]).encode())  # fmt: skip
        records.append(f"{info}/RECORD,,")
        record = zipfile.ZipInfo(f"{info}/RECORD", EPOCH)
        record.external_attr = 0o100644 << 16
        wheel.writestr(record, "\n".join(records) + "\n")
    partial.replace(pathlib.Path(wheel_directory, name))
    return name


def build_sdist(sdist_directory, config_settings=None):
    """PEP 517: the files that git has."""
    stem = f"appell-{_version()}"
    name = f"{stem}.tar.gz"
    subprocess.run(["git", "-C", ROOT, "archive", f"--prefix={stem}/", "-o",
                    pathlib.Path(sdist_directory).resolve() / name, "HEAD"], check=True)  # fmt: skip
    return name


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
