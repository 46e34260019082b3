#!/bin/sh
# Prints the path of a Python that has the packages of requirements.txt, and makes it at .test/venv when needed.
#
# Quick when it is there already. Tests run side by side, so one maker at a time holds the lock and the others
# find its work done. The stamp is written last: a venv without it was cut short and is made anew.
set -eu

scripts=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$scripts/../../.." && pwd)
requirements=$scripts/requirements.txt
venv=$root/.test/venv
stamp=$venv/requirements.txt

make_venv() {
    # Debian splits ensurepip off into python3-venv; virtualenv brings its own pip.
    python3 -m venv --clear "$venv" >"$venv.log" 2>&1 ||
        python3 -m virtualenv --clear "$venv" >>"$venv.log" 2>&1 ||
        fail "cannot make a Python environment; install python3-venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --require-hashes --requirement "$requirements" >>"$venv.log" 2>&1 ||
        fail "cannot install the packages of $requirements"
    cp "$requirements" "$stamp"
}

fail() {
    cat "$venv.log" >&2
    echo "python-venv.sh: $1" >&2
    exit 1
}

if ! cmp -s "$requirements" "$stamp"; then
    mkdir -p "$root/.test"
    exec 9>"$root/.test/venv.lock"
    flock 9
    cmp -s "$requirements" "$stamp" || make_venv
fi
echo "$venv/bin/python"
