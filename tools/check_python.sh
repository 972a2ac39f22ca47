#!/usr/bin/env bash
# Everything about the Python module: pytest with docstrings, mypy, the wheel in an empty environment, examples, notebook.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
cd "$root"
install_packages core python python_test
build_python appell_python appell_python_papers python_reference
build release appell_cli
python3 tools/check_run_paths.py build/release/python build/release/bin
export APPELL_WHEEL APPELL_PROGRAM=$root/build/release/bin/appell
export APPELL_PYTHON_REFERENCE=$root/build/release/python/python_reference APPELL_PYTHON_BUILD=$root/build/release
APPELL_WHEEL=$(tools/build_wheel.sh 2>/dev/null)
export PYTHONPATH=$root/build/release/python
(cd python/tests && "$python" -m pytest -q -p no:cacheprovider)
(cd build/release/python && mypy --strict --cache-dir=/dev/null -p appell)
for example in examples/python/*.py; do
  (cd build/release/python && mypy --strict --cache-dir=/dev/null "$root/$example")
  "$python" -W error::UserWarning "$example" >/dev/null || { say "$example failed"; exit 1; }
done
MPLBACKEND=Agg "$python" tools/run_notebook.py examples/python/*.ipynb >/dev/null
