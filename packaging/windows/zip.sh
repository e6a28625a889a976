#!/bin/sh
# BUILD/trilobite-VERSION-windows.zip: the command, the library, its headers, our samples, and the licences of what is linked.
#
#     zip.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
build=$(cd "$1" && pwd)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=trilobite-$version-windows
folder=$build/$name
rm -rf "$folder" "$folder.zip"
mkdir -p "$folder/include" "$folder/lib" "$folder/licences"

x86_64-w64-mingw32-strip -o "$folder/trilobite.exe" "$build/trilobite.exe"
x86_64-w64-mingw32-strip -o "$folder/trilobite.dll" "$build/trilobite.dll"
cp "$build/libtrilobite.dll.a" "$folder/lib"
cp -r "$root/include/trilobite" "$folder/include"
sed 's/$/\r/' "$here/README.txt" >"$folder/README.txt"
sed 's/$/\r/' "$root/LICENSE" >"$folder/LICENSE.txt"
git -C "$root" archive HEAD samples | tar -x -C "$folder" --exclude='*.c' --exclude='*.h'
cp "$build/sources/musl/COPYRIGHT" "$folder/licences/musl.txt"
for package in libpng1.6 popt xz-utils libarchive meshoptimizer draco sqlite3; do
    cp "$build/sources/$package/debian/copyright" "$folder/licences/$package.txt"
done
for package in libz-mingw-w64-dev gcc-mingw-w64-base mingw-w64-x86-64-dev libstb-dev; do
    cp "/usr/share/doc/$package/copyright" "$folder/licences/$package.txt"
done
cp "$root/viewer/node_modules/three/LICENSE" "$folder/licences/three.js.txt"
(cd "$build" && zip -qr -X "$name.zip" "$name")
rm -r "$folder"
echo "$folder.zip"
