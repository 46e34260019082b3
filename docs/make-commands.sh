#!/usr/bin/env bash
# Prints docs/commands.md: what every command of the ocrspool in PATH says of itself, and the exit codes.
#
#     PATH=$PWD/.build/debug:$PATH docs/make-commands.sh >docs/commands.md
set -euo pipefail

# shellcheck disable=SC2016 # these are the marks of a code block
block() { printf '```\n%s\n```\n' "$1"; }

cat <<'TEXT'
# Commands

Everything is one binary, `ocrspool`. Results go to standard output, talk and errors to standard error. `--json` prints
JSON, one object a line or one for all, where a script might want to read. Options have two dashes and are written
`--name value` or `--name=value`. A file whose name begins with a dash is written `./-name`, or after `--`.

`--spool DIR` can be given once and for all in the environment, as `OCRSPOOL_SPOOL`.

TEXT
block "$(ocrspool --help)"
printf '\n## Exit codes\n\n'
block "$(ocrspool help exit-codes)"
while read -r name; do
    printf '\n## %s\n\n' "$name"
    block "$(ocrspool "$name" --help)"
done < <(ocrspool --help | sed -n '/^Commands:$/,/^$/s/^  \([a-z-]*\) .*/\1/p')
