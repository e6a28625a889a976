#!/bin/sh
# Whether `check` calls the same glTF and GLB files valid as the Khronos validator: what our samples become, the seeds of
# the fuzz targets, the corpus, and each GLB of them with one mistake made in it.
#
#     verdicts.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/gltf"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sh "$here/consumers/convert.sh" "$build/trilobite" "$here/../samples" "$work/samples" glb 'bgf bff dif dis dts iqe iqm nff png roo' --lights
find "$work/samples" "$here/../fuzz/seeds" ${TLB_CORPUS:+"$TLB_CORPUS/gltf"} -name '*.glb' -o -name '*.gltf' | sort >"$work/list"
grep '\.glb$' "$work/list" | tr '\n' '\0' | xargs -0 node "$here/gltf/mutate.mjs" "$work/mutated" 10
find "$work/mutated" -name '*.glb' | sort >>"$work/list"
tr '\n' '\0' <"$work/list" | xargs -0 node "$here/gltf/verdicts.mjs" "$build/trilobite"
