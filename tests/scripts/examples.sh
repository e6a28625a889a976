#!/bin/sh
# The examples run, and what they write is sound: by Khronos' validator, by our own rules, and read back.
#
#     examples.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { # FILE TEXT
    grep -qF "$2" "$1" || {
        echo "$1 lacks $2"
        exit 1
    }
}

"$build/tests/example_build_scene" "$work"
node "$here/gltf/validate.mjs" "$work/banner.glb" >"$work/report"
has "$work/report" '0 errors, 0 warnings'
"$build/trilobite" check "$work/banner.iqe"
has "$work/banner.iqe" 'animation "swing"'
has "$work/banner.obj" 'vt '
has "$work/banner.mtl" 'map_Kd'
"$build/trilobite" info "$work/banner.png" >/dev/null
# A folder that does not exist, or is a file, fails, and says so.
for folder in none banner.png; do
    code=0
    "$build/tests/example_build_scene" "$work/$folder" 2>"$work/said" || code=$?
    [ "$code" -eq 1 ] || { echo "$folder as the folder: exit status $code" && exit 1; }
    has "$work/said" CANNOT_WRITE
done

# batch: right files, a broken one, a text, none; the good ones are done all the same.
batch() { # EXIT ARGUMENT...
    expected=$1 code=0
    shift
    "$build/tests/example_batch" "$@" >"$work/lines" 2>"$work/said" || code=$?
    [ "$code" -eq "$expected" ] || { echo "batch $*: exit status $code, expected $expected" && cat "$work/lines" && exit 1; }
}
samples=$here/../samples
batch 0 check "$samples/windmill.dts" "$samples/rooms.dif" "$samples/trilobite.iqm" "$samples/lighthouse.nff" "$samples/hut.map"
[ "$(grep -c ': ok$' "$work/lines")" -eq 5 ] || { cat "$work/lines" && exit 1; }
batch 1 check "$samples/windmill.dts" "$here/invalid/bgf-length.bgf" "$here/scripts/examples.sh" "$work/none.dif"
has "$work/lines" 'windmill.dts: ok'
has "$work/lines" 'bgf-length.bgf: '
has "$work/lines" 'none.dif: '
[ "$(grep -c ': ok$' "$work/lines")" -eq 1 ] || { cat "$work/lines" && exit 1; }
batch 0 "$work" glb "$samples/windmill.dts" "$samples/rooms.dif"
node "$here/gltf/validate.mjs" "$work/windmill.glb" "$work/rooms.glb" >"$work/report"
has "$work/report" '0 errors, 0 warnings'
batch 1 "$work" none "$samples/windmill.dts"
batch 2
batch 2 check
