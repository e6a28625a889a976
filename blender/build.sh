#!/bin/sh
# The extension of Blender with the command in it, as a zip file that Blender installs: OUT/trilobite-blender-VERSION.zip.
#
#     build.sh COMMAND OUT [PLATFORM HOST]
#
# COMMAND is put into the zip; linked statically it runs on every system of its kind. PLATFORM is its system in Blender's
# words (windows-x64); HOST is a command of the same version that runs here.
set -eu
command=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
case $(uname -m) in
x86_64) processor=x64 ;;
*) processor=arm64 ;;
esac
case $(uname -s) in
Darwin) system=macos ;;
*) system=linux ;;
esac
platform=${3:-$system-$processor} host=${4:-$command}
[ -x "$host" ] || { echo "$host is missing: make builds it"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$("$host" -V | sed 's/.* //')
mkdir -p "$work/trilobite" "$out"
cp "$here"/trilobite/*.py "$here"/../LICENSE "$work/trilobite"
numbers=$(echo "$version" | sed 's/\./, /g')
sed "s/\"version\": (0, 0, 0)/\"version\": ($numbers)/" "$here/trilobite/__init__.py" >"$work/trilobite/__init__.py"
sed "s/^version = .*/version = \"$version\"/; s/^platforms = .*/platforms = [\"$platform\"]/" \
    "$here/trilobite/blender_manifest.toml" >"$work/trilobite/blender_manifest.toml"
"$host" formats --json >"$work/trilobite/formats.json"
case $platform in
windows-*) cp "$command" "$work/trilobite/trilobite.exe" ;;
*) cp "$command" "$work/trilobite/trilobite" ;;
esac

# The same input gives the same bytes.
zip=$(cd "$out" && pwd)/trilobite-blender-$version.zip
cd "$work"
find trilobite -type f | LC_ALL=C sort >files
rm -f "$zip"
TZ=UTC cmake -E tar cf "$zip" --format=zip --mtime=2000-01-01 --files-from=files
echo "$zip"
