#!/bin/sh
# The static command is unpacked as docs/INSTALL.md says, and works in a root folder that has nothing but itself and files.
#
#     tarball.sh TARBALL
set -eu
tarball=$(realpath "$1")
sources=$(cd "$(dirname "$0")/../.." && pwd)
samples=$sources/samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir "$root" "$work/build-static"
ln -s "$samples" "$work/samples"
ln -s "$tarball" "$work/build-static"
awk '$0 == "```sh tarball" { inside = 1; next } /^```/ { inside = 0 } inside' "$sources/docs/INSTALL.md" >"$work/install.sh"
[ -s "$work/install.sh" ]
(cd "$work" && sh -eu install.sh)
folder=$(echo "$work"/trilobite-*)
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
alone catalog rooms.dif windmill.dts -o all.sqlite
[ "$(head -c 15 "$root/all.sqlite")" = "SQLite format 3" ]
status=0
alone convert windmill.dts windmill.png 2>"$work/said" || status=$?
grep -q "no OpenGL, and cannot draw pictures of models" "$work/said" && [ $status != 0 ] && [ ! -e "$root/windmill.png" ] || { cat "$work/said"; exit 1; }
[ -s "$root/trilobite.html" ]
[ -s "$folder/share/man/man1/trilobite.1" ]
for licence in trilobite three.js libc6 libgomp1 libpng zlib1g libpopt libsqlite3 libstb libdraco; do
    [ -s "$folder/share/doc/trilobite/licences/$licence" ] || { echo "FAILED: no licence of $licence"; exit 1; }
done
