#!/usr/bin/env bash
# Puts an image into a spool's inbox without ocrspool: drop.sh SPOOL IMAGE [REQUEST]
#
# Image and request are written under hidden names, which the worker does not look at, and flushed to the disk. Then
# the request gets its name, and then the image. So no worker sees half of either, and no image without its request.
# A name that still waits in the inbox is refused. Needs GNU coreutils 8.30 or newer: its `mv -n` never replaces a file.
set -euo pipefail

if (($# < 2 || $# > 3)); then
    echo 'usage: drop.sh SPOOL IMAGE [REQUEST]' >&2
    exit 2
fi
inbox=$1/inbox
image=$2
request=${3:-}
name=$(basename -- "$image")

fail() {
    echo "drop.sh: $1" >&2
    exit 1
}

# Copies the file $1 to a hidden file in the inbox and prints its path.
write_hidden() {
    local hidden
    hidden=$(mktemp -- "$inbox/.drop.XXXXXXXX")
    cat -- "$1" >"$hidden" || { rm -f -- "$hidden"; return 1; }
    # mktemp lets only the owner read; the worker reads by group.
    chmod 640 -- "$hidden"
    sync -- "$hidden"
    printf '%s\n' "$hidden"
}

# Renames $1 to $2; fails, with $1 removed, when $2 is there.
give_name() {
    mv -nT -- "$1" "$2" 2>/dev/null || true
    if [[ -e $1 ]]; then
        rm -f -- "$1"
        return 1
    fi
}

hidden_request=
hidden_image=$(write_hidden "$image")
trap 'rm -f -- "$hidden_image" ${hidden_request:+"$hidden_request"}' EXIT
if [[ -n $request ]]; then
    hidden_request=$(write_hidden "$request")
    give_name "$hidden_request" "$inbox/$name.json" || fail "$name.json still waits in the inbox"
fi
if ! give_name "$hidden_image" "$inbox/$name"; then
    [[ -z $request ]] || rm -f -- "$inbox/$name.json"
    fail "$name still waits in the inbox"
fi
sync -- "$inbox"
printf '%s\n' "$inbox/$name"
