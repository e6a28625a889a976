#!/bin/sh
# The pages of our samples, one of every kind, in Chromium: what they show, that they move, that nothing is asked for or
# complained about.
#
#     html.sh BUILD HALF     HALF: first or second, each of every other kind
set -eu
build=$1
half=$2
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/../viewer"
need_chromium
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

convert() { # file, output, options
    "$build/trilobite" convert --force --assets "$here/../samples/textures" "$@" 2>>"$work/said"
}
kinds=" vol mat png dsq udmf wad pk3 ifl kod khd " # known, or without a scene
for sample in "$here"/../samples/* "$here"/../samples/*/*; do
    name=$(basename "$sample")
    case $kinds in *" ${name##*.} "*) continue ;; esac
    [ -f "$sample" ] || continue
    kinds="$kinds${name##*.} "
    turn=$([ "${turn:-second}" = first ] && echo second || echo first)
    [ $turn = "$half" ] || continue
    convert "$sample" "$work/$name.html"
    convert "$sample" "$work/$name.png" --size 320x240
    convert "$sample" "$work/model.glb"
    case $name in *.dif | *.roo | *.dis) convert "$sample" "$work/$name.inside.png" --size 320x240 --view inside ;; esac
    case $name in *.mis) place=inside ;; *.ter) place=inside:2,36,-2,-45,-15 ;; *) place= ;; esac
    [ -z "$place" ] || {
        convert "$sample" "$work/$name.foot.html" --view "$place"
        convert "$sample" "$work/$name.foot.png" --view "$place" --size 320x240
    }
    ! grep -q '"animations"' "$work/model.glb" || : >"$work/$name.moves"
    ! grep -q '"lightmap"' "$work/model.glb" || : >"$work/$name.lightmap"
done
[ $half = second ] || { # what is entered without being asked to be
    awk -f "$here/page/den.awk" >"$work/den.obj"
    convert "$work/den.obj" "$work/den.foot.html"
    convert "$work/den.obj" "$work/den.foot.png" --size 320x240
}
node "$here/page/page.mjs" "$work"
