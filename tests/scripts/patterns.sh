#!/bin/sh
# Patterns for hex editors: they are what the layouts give, and read every sample and every seed of the fuzz targets as the
# command does.
#
#     patterns.sh COMMAND
set -eu
command=$(realpath "$1")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need_node
need_packages tests/patterns
need python /usr/bin/python3 -c 'import pycparser'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

/usr/bin/python3 tools/patterns/generate.py . "$work/patterns"
diff -r "$work/patterns" patterns || fail "patterns/ is not what the layouts give; make patterns"

find samples fuzz/seeds -type f | sort >"$work/files"
compare() { tr '\n' '\0' <"$1" | xargs -0 node tests/patterns/compare.mjs "$command" "$2"; }
compare "$work/files" patterns >"$work/said" || fail "$(cat "$work/said")"
cat "$work/said"
[ "$(wc -l <"$work/said")" -eq "$(find patterns -name '*.ksy' | wc -l)" ] || fail "a pattern was tried on no file"

# Without this much a pattern would say little.
! grep -v '100.0 % described' "$work/said" | grep -v '^ter' || fail "not all of a file is described"

# What is wrong in either is noticed.
echo samples/darkstar/hall.dis >"$work/one"
sed -i '/id: min_pixels/,/type:/s/type: u4/type: f4/' "$work/patterns/kaitai/dis.ksy"
! compare "$work/one" "$work/patterns" >"$work/said" || fail "a wrong type in Kaitai's is not noticed"
cp patterns/kaitai/dis.ksy "$work/patterns/kaitai/"
sed -i 's/u32 min_pixels/u16 min_pixels/' "$work/patterns/imhex/dis.hexpat"
! compare "$work/one" "$work/patterns" >"$work/said" || fail "a wrong type in ImHex's is not noticed"

# As docs/HEX.md shows them.
awk '/^```js/ { on = 1; next } /^```/ { on = 0 } on' docs/HEX.md >tests/patterns/.example.mjs
trap 'rm -rf "$work" tests/patterns/.example.mjs' EXIT
node tests/patterns/.example.mjs samples/darkstar/hall.dis patterns/kaitai/dis.ksy >"$work/said"
grep -qx '2 levels of detail' "$work/said" || fail "the example of docs/HEX.md says $(cat "$work/said")"
