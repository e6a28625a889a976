#!/bin/sh
# Whether `check` finds every fault that tools/faults.sh makes in our samples, and says of them what tests/faults says;
# with TLB_UPDATE=1 that is written.
#
#     faults.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here/.."
for to in iqm obj; do # each with textures beside it
    mkdir "$work/$to"
    "$build/trilobite" convert -q samples/windmill.dts "$work/$to/windmill.$to" --assets samples/darkstar
done
"$build/trilobite" convert -q samples/torque/weathercock.dts "$work/weathercock.glb"
found=true
sh tools/faults.sh "$build/trilobite" samples/rooms.dif samples/rooms-v14.dif samples/darkstar/hall-00.dig \
    samples/darkstar/hall-01.dig samples/darkstar/hall-000.dil samples/darkstar/hall.dis samples/courtyard.roo \
    samples/courtyard-v12.roo samples/windmill.dts samples/windmill-v5.dts samples/torque/weathercock.dts \
    "$work/iqm/windmill.iqm" samples/lighthouse.nff samples/lighthouse.bff samples/trilobite.iqe \
    "$work/obj/windmill.obj" "$work/weathercock.glb" \
    fuzz/seeds/gltf/square.gltf samples/hut.map samples/platform.csx samples/mission.mis samples/tribes.mis \
    fuzz/seeds/simg/outpost.mis samples/hall.udmf samples/torque/valley.ter samples/darkstar/hills.dtf \
    'samples/darkstar/hills#0.dtb' fuzz/seeds/dsq/spin-v22.dsq samples/torque/turns.ifl samples/torque/sides.dml \
    samples/darkstar/world.dml samples/darkstar/brick.bmp samples/meridian/lantern-0.bmp samples/textures/brick.png \
    samples/textures/grd00001.bgf samples/meridian/lantern.bbg fuzz/seeds/pba/three.pba fuzz/seeds/pft/four.pft \
    samples/darkstar/world.ppl fuzz/seeds/ppal/world.ppl fuzz/seeds/pal/world.pal fuzz/seeds/gpl/three.gpl \
    fuzz/seeds/jasc/two.pal fuzz/seeds/act/grey.act samples/outpost.vol samples/hall.wad fuzz/seeds/zip/hall.zip >"$work/said" || found=false
sed "s|$work/||" "$work/said" >"$work/faults"
[ -z "${TLB_UPDATE:-}" ] || cp "$work/faults" tests/faults
diff -u tests/faults "$work/faults" && $found
