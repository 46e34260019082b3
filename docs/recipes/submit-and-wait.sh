#!/usr/bin/env bash
# Has all pictures of a directory read: submit-and-wait.sh SPOOL PICTURES TEXTS
#
# For cron. The text of PICTURES/a.png is written to TEXTS/a.png.txt, the reason of a failure to TEXTS/a.png.failed.
# A picture with one of the two is not sent again; remove the file to have the picture read once more. Pictures that
# changed within the last minute are left for the next run, for they may still be on their way.
#
# Safe to run twice: a run ends at once while another works on the same TEXTS. A run that is killed may have a picture
# read twice by the next one, but loses none. Ends with 0 when every picture has a text; else what failed is on
# standard error. Needs ocrspool, jq and flock.
set -euo pipefail

if (($# != 3)); then
    echo 'usage: submit-and-wait.sh SPOOL PICTURES TEXTS' >&2
    exit 2
fi
spool=$1
pictures=$2
texts=$3
longest_wait=3000 # seconds; less than the time between two runs

# Prints the pictures that are to be sent, each ended by NUL.
new_pictures() {
    local picture name
    while IFS= read -r -d '' picture; do
        name=$(basename -- "$picture")
        [[ -e $texts/$name.txt || -e $texts/$name.failed ]] || printf '%s\0' "$picture"
    done < <(find "$pictures" -maxdepth 1 -type f ! -name '.*' ! -name '*.json' -mmin +1 -print0 | sort -z)
}

# Writes standard input to the file $1, which appears whole.
write_whole() {
    cat >"$1.part"
    sync -- "$1.part"
    mv -f -- "$1.part" "$1"
}

# Takes in what ocrspool said about one picture: $1 its name, $2 a JSON object.
take() {
    local state result
    state=$(jq -r .state <<<"$2")
    case $state in
        done)
            result=$(jq -r .path <<<"$2")
            jq -r .text -- "$result" | write_whole "$texts/$1.txt"
            # The text is kept, so the result is no longer needed. Without the right to remove it, it stays.
            rm -f -- "$result" || true
            ;;
        failed) jq -r '"\(.code): \(.message)"' <<<"$2" | write_whole "$texts/$1.failed" ;;
        *) ;; # No outcome yet: the next run sends it again.
    esac
}

mkdir -p -- "$texts"
exec 9>"$texts/.lock"
if ! flock -n 9; then
    echo 'another run is at work' >&2
    exit 0
fi

mapfile -d '' -t found < <(new_pictures)
((${#found[@]} > 0)) || exit 0

# One line for each picture, in the order in which they were given. Failures are told on standard error.
status=0
answers=$(ocrspool submit --spool "$spool" --wait --timeout "$longest_wait" --json -- "${found[@]}") || status=$?
mapfile -t lines <<<"$answers"
for index in "${!lines[@]}"; do
    [[ -z ${lines[index]} ]] || take "$(basename -- "${found[index]}")" "${lines[index]}"
done
exit "$status"
