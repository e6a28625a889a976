#!/bin/sh
# The manual page, the completions and the types of files are made as tests/generated has them: of the page and of the
# completions the beginning, the end and some commands, formats and options of each kind; the types in full.
#
#     generated.sh MANUAL      TLB_UPDATE=1 writes the expectations instead
set -eu
manual=$(realpath "$1")
expected=$(cd "$(dirname "$0")/.." && pwd)/generated
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/made" "$work/kept"
"$manual" "$work/made"
kept() { # FILE WAY...: what sed leaves of it
    file=trilobite.$1
    shift
    sed "$@" "$work/made/$file" >"$work/kept/$file"
}
kept 1.scd '/^## check/,/^## set/{/^## set/!d}; /^## edit/,/^## view/{/^## view/!d}; /^## query/,/^## pack/{/^## pack/!d}
    /^## convert to dif/,/^# QUERIES/{/^# QUERIES/!d}; /^## ter/,/^# OPERATIONS/{/^# OPERATIONS/!d}'
kept bash '/^ *\(build\|convert\|view\)) /d'
kept zsh '/^    check)/,/^    set)/{/^    set)/!d}; /^    edit)/,/^    pack)/{/^    pack)/!d}'
kept fish "/subcommand_from/{/_from \(set\|pack\)'/!d}"
for types in xml magic desktop thumbnailer; do
    kept $types ''
done
if [ "${TLB_UPDATE:-}" = 1 ]; then
    cp "$work"/kept/* "$expected"
fi
diff -r -u "$expected" "$work/kept"
# Where they cannot be written, it says so.
! "$manual" "$work/none" || { echo "FAILED: wrote into no folder"; exit 1; }
! "$manual" || { echo "FAILED: wrote nowhere"; exit 1; }
