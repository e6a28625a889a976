#!/bin/sh
# The static command works in a root folder that has nothing but itself and a file.
#
#     tarball.sh FOLDER
set -eu
folder=$1
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
if ldd "$folder/bin/trilobite" 2>/dev/null | grep '=>'; then
    echo "FAILED: it needs these libraries"
    exit 1
fi
cp "$folder/bin/trilobite" "$root/"
cp "$samples/windmill.dts" "$samples/rooms.dif" "$samples/trilobite.iqm" "$root/"
alone() { unshare --user --map-root-user chroot "$root" /trilobite "$@"; }
alone --version
alone check -j 2 rooms.dif windmill.dts trilobite.iqm
alone convert -q windmill.dts windmill.glb
alone convert trilobite.iqm trilobite.html
alone info windmill.glb | grep -q '^ *animations'
alone roundtrip rooms.dif windmill.dts
[ -s "$root/trilobite.html" ]
[ -s "$folder/share/man/man1/trilobite.1" ]
for licence in trilobite three.js libc6 libgomp1 libpng zlib1g libpopt libstb libdraco; do
    [ -s "$folder/share/doc/trilobite/licences/$licence" ] || { echo "FAILED: no licence of $licence"; exit 1; }
done
