# shellcheck shell=bash
# To be sourced: reads one string out of a record that ocrspool wrote, without other programs than grep and sed.

# Prints the value of the first string named $2 in the JSON file $1; nothing when there is none.
# Records have their keys in a fixed order, the outermost ones of a name first, so `text` is the whole text.
json_string() {
    local quoted
    # All matches, and then the first: a reader that stops early would make grep fail with SIGPIPE.
    quoted=$(grep -oE "\"$2\" *: *\"([^\"\\\\]|\\\\.)*\"" -- "$1") || return 0
    quoted=${quoted%%$'\n'*}
    quoted=${quoted#*:}
    quoted=${quoted#*\"}
    quoted=${quoted%\"}
    quoted=${quoted//\\\"/\"}
    quoted=${quoted//\\\//\/}
    # The other escapes of JSON, \\ \b \f \n \r \t and \u, printf knows too.
    printf '%b\n' "$quoted"
}
