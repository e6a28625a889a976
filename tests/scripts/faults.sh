#!/bin/sh
# Whether `check` finds every fault that tools/faults.sh makes in our samples.
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
"$build/trilobite" convert -q samples/windmill.dts "$work/windmill.iqm" --assets samples/darkstar
sh tools/faults.sh "$build/trilobite" samples/rooms.dif samples/rooms-v14.dif samples/darkstar/hall-00.dig \
    samples/darkstar/hall-01.dig samples/darkstar/hall-000.dil samples/darkstar/hall.dis samples/courtyard.roo \
    samples/courtyard-v12.roo samples/windmill.dts samples/windmill-v5.dts samples/torque/weathercock.dts \
    "$work/windmill.iqm" samples/lighthouse.nff samples/lighthouse.bff
