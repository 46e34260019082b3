#!/usr/bin/env bash
# Runs a command as a user without privileges: unprivileged.sh [--user] COMMAND [ARGUMENT…]
#
# Started by an ordinary user, it just runs the command. Started by root, it becomes the user who called sudo, else
# `nobody`, with that user's only group. HOME is the user's or, where that does not exist, /; TMPDIR is kept if the user may
# write there, else /tmp; a working directory that the user may not enter becomes /. So name files absolutely.
# `--user` runs nothing and prints the user and group, UID:GID.
set -euo pipefail

if [[ $EUID -ne 0 ]]; then
    uid=$EUID
    gid=$(id -g)
    become=()
else
    uid=${SUDO_UID:-0}
    [[ $uid -ne 0 ]] || uid=$(id -u nobody)
    gid=$(id -g "$uid")
    become=(setpriv --reuid "$uid" --regid "$gid" --clear-groups --)
    name=$(id -nu "$uid")
    home=$(getent passwd "$uid" | cut -d: -f6)
    export USER=$name LOGNAME=$name HOME=/
    [[ ! -d $home ]] || export HOME=$home
    export TMPDIR=${TMPDIR:-/tmp}
    "${become[@]}" test -w "$TMPDIR" || TMPDIR=/tmp
    unset XDG_RUNTIME_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
    "${become[@]}" test -x . || cd /
fi

if [[ ${1:-} == --user ]]; then
    echo "$uid:$gid"
    exit
fi
exec "${become[@]}" "$@"
