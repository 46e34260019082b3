#!/usr/bin/env bash
# Feeds five sample pictures to a worker and shows what became of each.
#
# Everything happens in a temporary directory, as a user without privileges, with copies of the release programs: the
# user may not be able to enter the directory of the repository. Of the five, three are to be read and two are to
# fail, each for its own reason. Ends with status 0 when that is what happened.
#
# OCRSPOOL_DEMO_BINARIES names another directory of programs than .build/release.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/scripts/json.sh
source deploy/scripts/json.sh

unprivileged=$PWD/deploy/scripts/unprivileged.sh
binaries=${OCRSPOOL_DEMO_BINARIES:-.build/release}
samples=Tests/TestSupport/Fixtures/samples
failures=0

main() {
    prepare
    feed
    run_worker
    show_result sign.jpg
    show_result page.png
    show_result ja-page.png
    show_failure wrong-request.png request-invalid
    show_failure cut.jpg image-undecodable
    check_nothing_is_left
    check_worker_status
    finish
}

say() { printf '%s\n' "$*"; }

complain() {
    say "  NOT AS EXPECTED: $*"
    failures=$((failures + 1))
}

# Makes the temporary directory: programs, samples and an empty spool, all readable for the unprivileged user.
prepare() {
    local directory
    umask 022
    work=$(mktemp -d "${TMPDIR:-/tmp}/ocrspool-demo.XXXXXX")
    chmod 755 "$work"
    trap 'rm -rf -- "$work/bin" "$work/samples"' EXIT
    mkdir "$work/bin" "$work/samples" "$work/spool"
    cp -- "$binaries/ocrspool" "$binaries/ocrspool-watch" "$work/bin/"
    cp -- "$samples"/*.png "$samples"/*.jpg "$samples"/*.json "$work/samples/"
    for directory in spool/*/; do mkdir -- "$work/$directory"; done
    as_root_only chown -R "$("$unprivileged" --user)" "$work/spool"
    cd "$work"
}

as_root_only() { [[ $EUID -ne 0 ]] || "$@"; }

as_user() { "$unprivileged" "$@"; }

# Hands the five over in the ways that producers have: a program that does all, and plain copying and renaming.
feed() {
    local name
    say 'Five pictures go into the inbox.'
    as_user "$work/bin/ocrspool" submit --spool "$work/spool" "$work/samples/page.png"
    for name in ja-page.png.json wrong-request.png.json sign.jpg ja-page.png wrong-request.png cut.jpg; do
        # Written under a hidden name, which the worker does not look at; whole when it gets its own.
        as_user cp -- "$work/samples/$name" "$work/spool/inbox/.$name.part"
        as_user mv -- "$work/spool/inbox/.$name.part" "$work/spool/inbox/$name"
    done
}

run_worker() {
    say 'A worker reads them, until nothing is left to do.'
    worker_status=0
    as_user "$work/bin/ocrspool" worker --spool "$work/spool" --drain || worker_status=$?
}

# Shows the text of a picture that was to be read.
show_result() {
    local result=$work/spool/outbox/$1.json text line
    say
    say "$1"
    if [[ ! -f $result ]]; then
        complain 'there is no result'
        return
    fi
    text=$(json_string "$result" text)
    [[ -n ${text//[[:space:]]/} ]] || complain 'the text is empty'
    while IFS= read -r line; do say "    $line"; done <<<"$text"
    say "  result: $result"
}

# Shows why a picture that was to fail failed. $2 is the code that it is to fail with.
show_failure() {
    local record=$work/spool/dead-letter/$1/error.json code
    say
    say "$1"
    if [[ ! -f $record ]]; then
        complain 'it is not in the dead letter'
        return
    fi
    code=$(json_string "$record" code)
    say "    $code: $(json_string "$record" message)"
    [[ $code == "$2" ]] || complain "its code should be $2"
    say "  record: $record"
}

check_nothing_is_left() {
    local left
    left=$(find "$work/spool/inbox" "$work/spool/working" -type f ! -name '.*' ! -name lock)
    [[ -z $left ]] || complain "still waiting or in work: $left"
}

# With --drain the status tells whether anything failed. Two pictures did, as they were to.
check_worker_status() {
    say
    if ((worker_status == 0)); then
        complain 'the worker ended with status 0, as if nothing had failed'
    elif ((failures == 0)); then
        say "The worker ended with status $worker_status because two of the five failed. They were meant to."
    else
        say "The worker ended with status $worker_status."
    fi
}

finish() {
    say "All files of this run are in $work/spool (remove it with rm -r $work)."
    ((failures == 0)) || say "$failures things were not as expected."
    exit $((failures > 0))
}

main
