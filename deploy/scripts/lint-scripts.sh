#!/usr/bin/env bash
# Checks the shell scripts of the repository: with shellcheck where it is installed, else only that bash can read them.
set -euo pipefail
cd "$(dirname "$0")/../.."

mapfile -d '' scripts < <(find deploy docs Tests .ci -type f \( -name '*.sh' -o -path .ci/run \) -print0)
if type -P shellcheck >/dev/null; then
    shellcheck -- "${scripts[@]}"
else
    echo 'shellcheck is not installed; only reading the scripts (make deps-test installs it)' >&2
    for script in "${scripts[@]}"; do bash -n -- "$script"; done
fi
