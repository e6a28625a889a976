#!/bin/sh
# Brings the generated parts of the docs up to date: docs/DIAGNOSTICS.md, the matrix and the picture of README.md,
# the gallery.
#
#     make_docs.sh BUILD           writes them
#     make_docs.sh BUILD --check   fails when the texts are not what would be written
set -eu
cd "$(dirname "$0")/.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/tests/diagnostics_page" >"$work/DIAGNOSTICS.md"
"$build/trilobite" formats >"$work/matrix"
awk -v matrix="$work/matrix" '
    /<!-- formats -->/ { print; while ((getline line < matrix) > 0) print line; skipping = 1 }
    /<!-- end -->/ { skipping = 0 }
    !skipping && !/<!-- formats -->/ { print }
' README.md >"$work/README.md"

if [ "${2:-}" = --check ]; then
    diff -u docs/DIAGNOSTICS.md "$work/DIAGNOSTICS.md"
    diff -u README.md "$work/README.md"
else
    cp "$work/DIAGNOSTICS.md" docs/DIAGNOSTICS.md
    cp "$work/README.md" README.md
    "$build/trilobite" convert samples/rooms.dif docs/pictures/rooms.png --force --assets samples/textures \
        --view inside:-6.5,3,-1,-70,-15 --size 800x450
    # shellcheck disable=SC2046
    "$build/trilobite" convert $(find samples -name '*.dif' -o -name '*.dts' -o -name '*.iqm' -o -name '*.nff' \
        -o -name '*.roo' -o -name '*.dis' -o -name '*.bmp' -o -name '*.bgf' -o -name '*.ppl' | LC_ALL=C sort) \
        docs/pictures/gallery.png --force --assets samples/textures
fi
