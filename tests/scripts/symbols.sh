#!/bin/sh
# What the shared library exports is what packaging/symbols.txt lists, and all of it is declared in a public header; every
# global of the static library, exported or not, has the library's prefix.
#
#     symbols.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$1/libtrilobite.so" | sed -n 's/^[^ ]* [A-Z] \([^_].*\)/\1/p' | sort >"$work/exported"
diff packaging/symbols.txt "$work/exported" || {
    echo "the library exports other symbols than packaging/symbols.txt lists (<)"
    exit 1
}
for symbol in $(cat packaging/symbols.txt); do
    grep -rqw "$symbol" include || echo "$symbol is not in any header"
done >"$work/hidden"
cat "$work/hidden"
[ ! -s "$work/hidden" ]

nm --defined-only "$1/libtrilobite.a" 2>/dev/null | sed -n 's/^[^ ]* [TDRBC] \([^_].*\)/\1/p' >"$work/globals"
grep -q '^tlb_context_create$' "$work/globals"
! grep -v '^tlb_' "$work/globals"
