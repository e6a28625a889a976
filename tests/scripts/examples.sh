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
