#!/usr/bin/env bash
# Copies the release programs, the unit and the licences to $DESTDIR$PREFIX. `make install` calls it.
set -euo pipefail
cd "$(dirname "$0")/../.."

prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
for program in ocrspool ocrspool-watch; do
    if [[ ! -x .build/release/$program ]]; then
        echo "$program is not built yet; run make build, as the user who builds" >&2
        exit 1
    fi
    install -D -m 755 ".build/release/$program" "$root/bin/$program"
done
install -D -m 644 LICENSE "$root/share/doc/ocrspool/LICENSE"
install -D -m 644 Sources/ocrspool-watch/LICENSE "$root/share/doc/ocrspool/LICENSE.ocrspool-watch"
for page in README.md DESIGN.md CHANGELOG.md docs/*.md; do
    install -D -m 644 "$page" "$root/share/doc/ocrspool/$page"
done
install -d -m 755 "$root/lib/systemd/system"
sed "s|/usr/local/bin/|${prefix//|/\\|}/bin/|" deploy/ocrspool.service >"$root/lib/systemd/system/ocrspool.service"
chmod 644 "$root/lib/systemd/system/ocrspool.service"
echo "Installed in $root: bin/ocrspool, bin/ocrspool-watch, lib/systemd/system/ocrspool.service, share/doc/ocrspool"
