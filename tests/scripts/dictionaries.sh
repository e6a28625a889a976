#!/bin/sh
# Whether the dictionaries of the fuzz targets have what layouts and tables know, in libFuzzer's notation.
#
#     dictionaries.sh PROGRAM
set -eu
made=$(mktemp)
trap 'rm -f "$made"' EXIT
check() { # target, words
    "$1" "$2" fuzz/seeds >"$made"
    shift 2
    for word in "$@"; do
        grep -qxF "\"$word\"" "$made" || { echo "no \"$word\" in:" && head -n 20 "$made" && exit 1; }
    done
    ! grep -vxE '"([ -!#-[]|]|[\^-~]|\\x[0-9A-F]{2})+"' "$made" || exit 1
}
check "$1" dts PERS TS::Shape TS::MaterialList '\x08\x00\x00\x00'
check "$1" nff viewpos
check "$1" build dts className surfaceFlags outsideVisible light-time
check "$1" calls ray height close roo
