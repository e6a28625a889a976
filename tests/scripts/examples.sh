#!/bin/sh
# The examples run, and what they write is sound: by Khronos' validator, by our own rules, and read back. With a file of
# another kind, or none, they fail and say so.
#
#     examples.sh BUILD
set -eu
build=$(realpath "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
samples=$here/../samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { # FILE TEXT
    grep -qF "$2" "$1" || {
        echo "$1 lacks $2"
        exit 1
    }
}

refuses() { # TEXT EXAMPLE ARGUMENT...
    text=$1
    code=0
    shift
    "$build/tests/example_$@" >"$work/out" 2>"$work/said" || code=$?
    [ "$code" -eq 1 ] || { echo "$*: exit status $code" && exit 1; }
    has "$work/said" "$text"
}

is_valid() { # GLB
    node "$here/gltf/validate.mjs" "$1" >"$work/report"
    has "$work/report" '0 errors, 0 warnings'
}

cd "$work"
"$build/tests/example_build_scene" .
is_valid banner.glb
"$build/trilobite" check banner.iqe
has banner.iqe 'animation "swing"'
has banner.obj 'vt '
has banner.mtl 'map_Kd'
"$build/trilobite" info banner.png >/dev/null
for folder in none banner.png; do
    refuses CANNOT_WRITE build_scene "$work/$folder"
done

# batch: right files, a broken one, a text, none; the good ones are done all the same.
batch() { # EXIT ARGUMENT...
    expected=$1 code=0
    shift
    "$build/tests/example_batch" "$@" >"$work/lines" 2>"$work/said" || code=$?
    [ "$code" -eq "$expected" ] || { echo "batch $*: exit status $code, expected $expected" && cat "$work/lines" && exit 1; }
}

# memory_files: the same bytes as the command makes of the files, and its own exit statuses.
memory() { # EXIT TEXT ARGUMENT...
    expected=$1 text=$2 code=0
    shift 2
    "$build/tests/example_memory_files" "$@" 2>"$work/said" || code=$?
    [ "$code" -eq "$expected" ] || { echo "memory_files $*: exit status $code, expected $expected" && cat "$work/said" && exit 1; }
    [ -z "$text" ] || has "$work/said" "$text"
}
mkdir "$work/alone"
cp "$samples/windmill.dts" "$work/alone"
"$build/trilobite" convert -q "$work/alone/windmill.dts" "$work/alone/model.glb" --assets "$samples/textures"
memory 0 "" "$samples/windmill.dts" "$work/made.glb" "$samples"/textures/*.png
cmp "$work/alone/model.glb" "$work/made.glb"
[ ! -s "$work/said" ] || { cat "$work/said" && exit 1; }
"$build/trilobite" extract -q "$samples/outpost.vol" -C "$work/volume"
mv "$work/volume/windmill.dts" "$work/alone/colors.dts"
"$build/trilobite" convert -q "$work/alone/colors.dts" "$work/alone/model.glb" --assets "$work/volume" --force
memory 0 "" "$work/alone/colors.dts" "$work/made.glb" "$work"/volume/*.bmp "$work"/volume/*.ppl
cmp "$work/alone/model.glb" "$work/made.glb"
memory 0 'texture "brick.bmp" not found' "$samples/windmill.dts" "$work/made.glb"
memory 1 'unknown format' "$here/scripts/examples.sh" "$work/none.glb"
memory 1 'none.dts: No such file' "$work/none.dts" "$work/none.glb"
memory 1 usage
[ ! -e "$work/none.glb" ] || { echo "a file was written" && exit 1; }

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

"$build/tests/example_textured_cube" cube.glb cube.iqm
is_valid cube.glb
"$build/trilobite" check cube.iqm cube.glb
"$build/trilobite" info cube.glb >cube.txt
has cube.txt 'triangles: 12'
has cube.txt 'bounds: 0 0 0 to 1 1 1'
refuses 'invalid argument' textured_cube
refuses 'not supported' textured_cube cube.dif.unknown

"$build/tests/example_room" room.roo 2>room.said
has room.said 'made anew: clientWalls'
"$build/trilobite" check room.roo >room.check
has room.check '0 errors, 0 warnings'
"$build/trilobite" query room.roo ray 4000 4000 1000 4000 4000 -1000 >room.ray
has room.ray 'on: floor'
refuses 'room' room "$work/none/room.roo"

"$build/tests/example_dts_pose" "$samples/windmill.dts" >rest.obj
"$build/tests/example_dts_pose" "$samples/windmill.dts" turn 0.5 >turned.obj
"$build/tests/example_dts_pose" "$samples/windmill.dts" turn 2 >around.obj
has rest.obj 'vn '
[ "$(wc -l <rest.obj)" -eq "$(wc -l <turned.obj)" ]
! cmp -s rest.obj turned.obj || { echo 'the shape does not move' && exit 1; }
"$build/trilobite" info turned.obj >turned.info
has turned.info 'faces: 102'
refuses 'not supported' dts_pose "$samples/rooms.dif"
refuses 'not found' dts_pose "$work/none.dts"
refuses '' dts_pose

"$build/tests/example_edit_dif" "$samples/rooms.dif" 2 moved.dif 2>moved.said
has moved.said 'details[0]: made anew: boundingBox'
"$build/trilobite" check moved.dif
"$build/trilobite" query moved.dif ray 0 3 4 0 3 -8 >moved.ray
has moved.ray 'point: 0 3 2'
refuses 'not a Torque interior' edit_dif "$samples/windmill.dts" 2 no.dif
refuses 'none.dif' edit_dif "$work/none.dif" 2 no.dif
refuses usage edit_dif
[ ! -e no.dif ]
