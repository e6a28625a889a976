#!/bin/sh
# The static command works in a root folder that has nothing but itself and a file.
#
#     tarball.sh FOLDER
set -eu
folder=$1
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
! ldd "$folder/trilobite" >/dev/null 2>&1 || ! ldd "$folder/trilobite" | grep '=>'
cp "$folder/trilobite" "$root/"
cp "$samples/windmill.dts" "$samples/rooms.dif" "$samples/trilobite.iqm" "$root/"
alone() { unshare --user --map-root-user chroot "$root" /trilobite "$@"; }
alone --version
alone check -j 2 rooms.dif windmill.dts trilobite.iqm
alone convert windmill.dts windmill.glb
alone convert trilobite.iqm trilobite.html
alone info windmill.glb | grep -q '^ *animations'
alone roundtrip rooms.dif windmill.dts
[ -s "$folder/trilobite.1" ] && [ -s "$root/trilobite.html" ]
for licence in trilobite three.js libc6 libgomp1 libpng zlib1g libpopt libstb libdraco; do
    [ -s "$folder/licences/$licence" ] || { echo "FAILED: no licence of $licence"; exit 1; }
done
