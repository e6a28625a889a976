#!/bin/sh
# Khronos' validator on every GLB and glTF we can make: scenes that use everything, our samples, the corpus.
#
#     gltf.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

TLB_TEST_OUTPUT=$work "$build/tests/test_gltf" >/dev/null 2>&1

convert() { # folder, name for the output
    mkdir -p "$work/$2"
    find "$1" \( -iname '*.dif' -o -iname '*.nff' \) -print0 | xargs -0 -r sh -c '
        tool=$1 out=$2; shift 2
        "$tool" convert -j 2 --to glb --collision --zones --lod all "$@" "$out" 2>/dev/null
    ' sh "$build/trilobite" "$work/$2"
}
convert "$here/../samples" samples
[ ! -d "${TLB_CORPUS:-}" ] || convert "$TLB_CORPUS" corpus

find "$work" -name '*.glb' -o -name '*.gltf' | sort >"$work/list"
tr '\n' '\0' <"$work/list" | xargs -0 node "$here/gltf/validate.mjs" >"$work/report" || {
    grep -v '^0 errors, 0 warnings' "$work/report"
    exit 1
}
echo "$(wc -l <"$work/list") files without errors or warnings"
