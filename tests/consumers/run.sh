#!/bin/sh
# Our files as the programs meet them that people open them with.
#
#     run.sh TOOL WORD [FOLDER...]
#
# WORD: rules (of GLBs, rigs, IQMs, Torque shapes and rooms; node alone), three, blender, editable (through Blender and back),
# light (against the light maps, in both), gltf (files of other programs, as three.js reads them). FOLDER, else our samples:
# where models are; of gltf the corpus, and the models of Debian's package assimp-testmodels where they are installed. Skipped (77) where
# what it needs is missing.
set -eu
tool=$1 word=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../scripts/need.sh"
samples=$here/../../samples
[ $# -gt 0 ] || set -- "$samples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

models='dif dis dts roo iqm exm iqe nff bff'
convert() { # output folder, extension, kinds, options
    out=$1 extension=$2 kinds=$3
    shift 3
    for folder in $folders; do
        sh "$here/convert.sh" "$tool" "$folder" "$work/$out/$(basename "$folder")" "$extension" "$kinds" "$@"
    done
    find "$work/$out" -name "*.$extension" | sort >"$work/$out.list"
    [ -s "$work/$out.list" ] || { echo "no model became a $extension" && exit 1; }
}
folders=$*
textures="--assets $samples/textures"

need_node
case $word in
three | light | gltf)
    need_packages "$here/../../viewer"
    need_chromium
    ;;
esac

failed=0
case $word in
rules)
    node --test "$here/profile.test.mjs" "$here/iqm.test.mjs" "$here/pose.test.mjs" "$here/shape.test.mjs" \
        "$here/room.test.mjs" >"$work/units" || { cat "$work/units" && exit 1; }
    echo "GLB with textures:"
    # shellcheck disable=SC2086
    convert glb glb "$models" $textures
    node "$here/profile.mjs" "$work/glb.list" || failed=1
    echo "GLB without textures:"
    convert bare glb "$models"
    node "$here/profile.mjs" "$work/bare.list" || failed=1
    echo "Rigs:"
    convert loose glb 'dts' --rig no
    convert rigged glb 'dts'
    node "$here/rig.mjs" "$work/loose" "$work/rigged" || failed=1
    echo "IQM:"
    convert iqm iqm "$models"
    # shellcheck disable=SC2086
    find $folders -name '*.iqe' -exec grep -l '^ *vertexarray' {} + >"$work/asked.list" || true
    node "$here/iqm.mjs" "$work/iqm.list" "$work/asked.list" || failed=1
    echo "Torque shapes:"
    convert shape dts "$models" --to torque-dts
    node "$here/shape.mjs" "$work/shape.list" || failed=1
    echo "Rooms:"
    for version in 12 13m 14 15; do
        convert "room-$version" roo 'roo udmf wad' --roo-version $version
    done
    cat "$work"/room-*.list >"$work/room.list"
    node "$here/room.mjs" "$work/room.list" || failed=1
    ;;
three)
    # shellcheck disable=SC2086
    convert glb glb "$models" --lights $textures
    node "$here/three.mjs" "$work/glb.list" || failed=1
    ;;
blender)
    need blender command -v blender
    convert glb glb "$models" --lights
    node "$here/blender.mjs" "$work/glb.list" "$samples/textures" "$here/../../docs/formats/gltf.md" || failed=1
    ;;
gltf)
    # shellcheck disable=SC2086
    [ "$folders" != "$samples" ] || folders="$here/../../fuzz/seeds ${TLB_CORPUS:+$TLB_CORPUS/gltf} /usr/share/assimp/models/glTF2"
    # shellcheck disable=SC2086
    find $folders \( -name '*.gltf' -o -name '*.glb' \) 2>/dev/null | sort | tr '\n' '\0' |
        xargs -0 node "$here/same.mjs" "$tool" "$work" || failed=1
    ;;
editable)
    need blender command -v blender
    mkdir "$work/objects"
    "$tool" convert -q "$samples/lighthouse.nff" "$work/objects/lighthouse.obj" --assets "$samples/textures"
    folders="$folders $work/objects"
    # shellcheck disable=SC2086
    convert edit glb "$models obj" --editable $textures
    node "$here/editable.mjs" "$tool" "$work/edit.list" || failed=1
    ;;
light)
    # shellcheck disable=SC2086
    convert map glb 'dis dif' --light map --light-floor 0 $textures
    # shellcheck disable=SC2086
    convert vertex glb 'dis dif' --light vertex --light-floor 0 $textures
    # shellcheck disable=SC2086
    convert usual glb 'dis dif' $textures
    node "$here/light.mjs" "$work/map" "$work/vertex" "$work/usual" || failed=1
    ;;
esac
exit $failed
