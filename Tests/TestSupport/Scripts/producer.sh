#!/bin/sh
# A producer as the contract wants it, with a ledger of its own: producer.sh SPOOL OUTSIDE IMAGE COUNT LEDGER
#
# Drops COUNT images, one after the other, each with bytes of its own: copies of IMAGE, and every tenth one a file that
# is no image. A line of the ledger, written once the drop is durable, is "good" or "bad", the name and the SHA-256.
set -eu
spool=$1 outside=$2 image=$3 count=$4 ledger=$5

number=1
while [ "$number" -le "$count" ]; do
    name=job-$number.png
    part=$outside/$name.part
    kind=good
    if [ $((number % 10)) -eq 0 ]; then
        kind=bad
        echo "job $number is no image" >"$part"
    else
        { cat "$image" && echo "job $number"; } >"$part"
    fi
    sum=$(sha256sum "$part")
    sync "$part"
    mv "$part" "$spool/inbox/$name"
    sync "$spool/inbox"
    echo "$kind $name ${sum%% *}" >>"$ledger"
    number=$((number + 1))
done
