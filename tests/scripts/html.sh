#!/bin/sh
# The pages of our samples, one of every kind, in Chromium: what they show, that they move, that nothing is asked for or
# complained about. And that the page kept is what its sources build to.
#
#     html.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$here/../viewer" && node build.mjs --check)

make_page() { # file of the samples
    name=$(basename "$1")
    "$build/trilobite" convert --assets "$here/../samples/textures" "$here/../samples/$1" "$work/$name.html"
    "$build/trilobite" convert --assets "$here/../samples/textures" --size 512x384 --to glb "$here/../samples/$1" "$work/x.glb" --force
    "$build/trilobite" convert --assets "$here/../samples/textures" --size 512x384 "$here/../samples/$1" "$work/$name.png"
    ! grep -q '"animations"' "$work/x.glb" || : >"$work/$name.moves"
    ! grep -q '"lightmap"' "$work/x.glb" || : >"$work/$name.lightmap"
}
for sample in rooms.dif windmill.dts trilobite.iqm lighthouse.nff lighthouse.bff darkstar/hall.dis darkstar/hall-00.dig; do
    make_page "$sample" 2>/dev/null
done
node "$here/page/page.mjs" "$work"
