#!/bin/sh
# What the shared library exports is what packaging/symbols.txt lists, and all of it is declared in a public header. Every
# global of the static library, exported or not, has the library's prefix, and so has every macro, type and enumerator of
# the public headers.
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

find include/trilobite -name '*.h' | sed 's|^include/|#include "|; s|$|"|' | cc -std=c11 -Iinclude -E -dD -x c - >"$work/headers"
awk '/^# [0-9]+ "/ { ours = $3 ~ /include\/trilobite\// }
     !ours || /^#(undef| [0-9])/ { next }
     /^#define / { sub(/\(.*/, "", $2); print $2; next }
     { text = text " " $0 }
     END {
         gsub(/[{};]/, "&\n", text)
         count = split(text, part, "\n")
         for (i = 1; i <= count; i++) {
             if (match(part[i], /(struct|union|enum) +[A-Za-z_0-9]+/)) print substr(part[i], RSTART, RLENGTH)
             if (part[i] ~ /;$/ && !depth && (closed || part[i] ~ /^ *typedef/)) print substr(part[i], 1, length(part[i]) - 1)
             closed = part[i] ~ /}$/
             if (closed && is_enum) {
                 names = split(substr(part[i], 1, length(part[i]) - 1), name, ",")
                 for (k = 1; k <= names; k++) print name[k]
             }
             is_enum = part[i] ~ /(^|[ ;])enum( +[A-Za-z_0-9]+)? *{$/
             depth += (part[i] ~ /{$/) - closed
         }
     }' "$work/headers" | sed 's/.*(\*\([a-z_]*\)).*/\1/; s/=.*//; s/ *$//; s/.*[ *]//' | grep . | sort -u >"$work/names"
grep -q '^TLB_PIXELS_RGBA$' "$work/names"
grep -q '^tlb_scene$' "$work/names"
! grep -v '^tlb_\|^TLB_\|^TRILOBITE_' "$work/names"
