#!/bin/sh
# The main job, on our own samples: what is in a file, is it sound, out to glTF and a picture, and back to bytes.
set -eu
cd "$(dirname "$0")/.."
out=build/demo
rm -rf "$out"
mkdir -p "$out"
PATH=$PWD/build:$PATH

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run trilobite info samples/rooms.dif
run trilobite check samples/rooms.dif samples/rooms-v14.dif
run trilobite roundtrip samples/rooms.dif samples/rooms-v14.dif
run trilobite dump samples/rooms.dif 'details[0].zones'
run trilobite query samples/rooms.dif ray 0 3 2 0 3 -10
run trilobite convert samples/rooms.dif "$out/rooms.glb" --assets samples/textures
run trilobite convert samples/rooms.dif "$out/rooms-v14.dif" --dif-version 14
run trilobite ls samples/outpost.vol
run trilobite extract samples/outpost.vol '*.txt' -C "$out"
! trilobite formats | grep -q '^| png ' ||
    run trilobite convert samples/rooms.dif "$out/rooms.png" --assets samples/textures --view three-quarter
printf '\nIn %s:\n' "$out"
ls -l "$out" | tail -n +2
