#!/usr/bin/env bash
# Runs `swift` with the given arguments, from the first toolchain that is new enough.
#
# Looks at $SWIFT, in PATH, and where toolchains are usually unpacked. Under sudo, in a tree of the invoking user, it runs
# as that user, so that what is built stays theirs.
set -euo pipefail

needed_major=6
needed_minor=2
places=(/opt/swift/usr/bin /usr/libexec/swift/bin /usr/libexec/swift/usr/bin /usr/local/swift/usr/bin
    /usr/share/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin")

# Prints the version of the program $1, e.g. 6.3; nothing when it cannot be asked. It is asked to build, for without the
# libraries that `make deps` installs a toolchain still tells its version but builds nothing, and does not say why.
version_of() {
    { "$1" build --version 2>/dev/null || true; } | sed -n 's/.*Swift \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1
}

is_new_enough() {
    local major=${1%%.*} minor=${1#*.}
    ((major > needed_major || (major == needed_major && minor >= needed_minor)))
}

candidates() {
    [[ -z ${SWIFT:-} ]] || printf '%s\n' "$SWIFT"
    type -P swift || true
    printf '%s/swift\n' "${places[@]}"
}

too_old=
while IFS= read -r program; do
    [[ -x $program ]] || continue
    version=$(version_of "$program")
    if [[ -n $version ]] && is_new_enough "$version"; then
        if [[ $EUID -eq 0 && ${SUDO_UID:-0} -ne 0 && $(stat -c %u .) -eq ${SUDO_UID:-0} ]]; then
            exec "$(dirname "$0")/unprivileged.sh" "$program" "$@"
        fi
        exec "$program" "$@"
    fi
    too_old+=" $program is ${version:-not usable before make deps};"
done < <(candidates | awk '!seen[$0]++')

echo "Swift $needed_major.$needed_minor or newer is needed (https://www.swift.org/install/linux/);$too_old looked in PATH" \
    "and ${places[*]}; SWIFT=/path/to/swift names another" >&2
exit 1
