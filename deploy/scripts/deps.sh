#!/usr/bin/env bash
# Installs the Debian packages that are missing: deps.sh build|test
#
# Says nothing when none is. Goes on after one that cannot be had, names all of those at the end, and fails then.
# In the lists, a|b means that either will do, tried in that order.
set -euo pipefail

# What `make build` compiles and links with, and what the programs need where they run.
build_packages=(
    # The C compiler's files that Swift's own clang needs, and the linker.
    binutils libc6-dev 'libstdc++-12-dev|libstdc++-13-dev|libstdc++-14-dev' git pkg-config
    # What the toolchain's programs are linked with.
    'libcurl4|libcurl4t64' libedit2 'libncurses6' libsqlite3-0 libxml2 zlib1g-dev
    # The libraries of the program.
    libtesseract-dev libleptonica-dev 'libjpeg62-turbo-dev|libjpeg-dev' libinotifytools0-dev libssl-dev
    # The models read by default, and the one for orientation and script.
    tesseract-ocr-eng tesseract-ocr-osd tesseract-ocr-chi-sim tesseract-ocr-chi-tra tesseract-ocr-jpn
    tesseract-ocr-kor tesseract-ocr-hin tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa
)

# What only the tests use: other programs to compare with, and a validator of JSON Schema in a Python environment.
test_packages=(python3-venv tesseract-ocr strace inotify-tools jq shellcheck)

fail() {
    echo "$1" >&2
    exit 1
}

# Prints each entry of which no alternative is installed.
missing_entries() {
    local installed entry alternative
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
    for entry in "$@"; do
        for alternative in ${entry//|/ }; do
            grep -qxF -- "$alternative" <<<"$installed" && continue 2
        done
        printf '%s\n' "$entry"
    done
}

# Prints the first alternative of $1 that apt can install; fails when there is none.
available_package() {
    local alternative
    for alternative in ${1//|/ }; do
        if apt-cache show --no-all-versions -- "$alternative" >/dev/null 2>&1; then
            echo "$alternative"
            return
        fi
    done
    return 1
}

apt_get() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" </dev/null
}

# Installs the given packages: together, and if that fails one by one. Adds to `failed` what could not be had.
install_packages() {
    local package
    apt_get install --yes --no-install-recommends -- "$@" >"$log" 2>&1 && return
    for package in "$@"; do
        apt_get install --yes --no-install-recommends -- "$package" >>"$log" 2>&1 || failed+=("$package")
    done
}

case ${1:-} in
    build) wanted=("${build_packages[@]}") ;;
    test) wanted=("${test_packages[@]}") ;;
    *) fail 'usage: deps.sh build|test' ;;
esac
type -P dpkg-query apt-get >/dev/null || fail "This system has no apt. Needed are what Debian calls: ${wanted[*]}"

mapfile -t missing < <(missing_entries "${wanted[@]}")
((${#missing[@]} > 0)) || exit 0

as_root=()
if [[ $EUID -ne 0 ]]; then
    type -P sudo >/dev/null || fail "Missing packages; as root: apt-get install --no-install-recommends ${missing[*]%%|*}"
    as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f -- "$log"' EXIT

echo "Installing what is missing: ${missing[*]%%|*}"
apt_get update >"$log" 2>&1 || { tail -n 3 "$log"; echo 'apt-get update failed; going on with the lists at hand'; } >&2
available=()
failed=()
for entry in "${missing[@]}"; do
    if package=$(available_package "$entry"); then available+=("$package"); else failed+=("$entry"); fi
done
((${#available[@]} == 0)) || install_packages "${available[@]}"

if ((${#failed[@]} > 0)); then
    grep -E '^E:' "$log" | sort -u | head -n 10 >&2 || true
    fail "Could not be installed: ${failed[*]}"
fi
