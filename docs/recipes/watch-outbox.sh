#!/usr/bin/env bash
# Hands every result of a spool to a command: watch-outbox.sh SPOOL COMMAND [ARGUMENT…]
#
# Runs COMMAND ARGUMENT… RESULT for each, and removes the result when the command ends with status 0. A result whose
# command failed stays, and is tried again, a minute later at the latest. What lay in the outbox before is handled
# first. A result may be handed over twice when this script is killed, never not at all.
#
# Events only wake the script up; what is to be done is read from the directory, so nothing is missed. Needs
# inotifywait (package inotify-tools). Start one for an outbox.
set -euo pipefail

if (($# < 2)); then
    echo 'usage: watch-outbox.sh SPOOL COMMAND [ARGUMENT…]' >&2
    exit 2
fi
outbox=$1/outbox
shift

# Hands over all results that are there, oldest first.
sweep() {
    local result
    while IFS= read -r -d '' result; do
        result=${result#* }
        if "$@" "$result" </dev/null 3<&-; then
            rm -f -- "$result" "${result%.json}.txt"
        else
            echo "watch-outbox.sh: the command failed for $result; trying again later" >&2
        fi
    done < <(find "$outbox" -type f -name '*.json' ! -name '.*' -printf '%T@ %p\0' | sort -zn)
}

# Also the messages of inotifywait come through the pipe: what lies there already is swept when it says that its
# watches are established.
exec 3< <(exec inotifywait --monitor --recursive --event moved_to,create --format %e "$outbox" 2>&1)
watcher=$!
trap 'kill "$watcher" 2>/dev/null || true' EXIT
trap 'exit 143' TERM INT

last=
while true; do
    status=0
    # At least once a minute, for a folder may have been filled before it was watched.
    read -r -t 60 -u 3 event || status=$?
    if ((status != 0 && status <= 128)); then
        echo "watch-outbox.sh: inotifywait has ended; its last words: $last" >&2
        exit 1
    fi
    last=${event:-$last}
    # One sweep for all that has happened by now.
    while read -r -t 0.05 -u 3 event; do last=$event; done
    sweep "$@"
done
