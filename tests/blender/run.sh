#!/bin/sh
# The extension of Blender, as it is built and installed, in Blender without a window.
#
#     run.sh TOOL [FOLDER...]
#
# FOLDER: also imports every model in it, and exports what came of it to a format. BLENDER is another Blender than
# the first in PATH. Skipped (77) where there is none.
set -eu
tool=$(realpath "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../scripts/need.sh"
need blender command -v "${BLENDER:=blender}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Installed below a folder with blanks.
user="$work/a user's scripts"
mkdir -p "$user/addons" "$work/temporary"
zip=$(sh "$here/../../blender/build.sh" "$tool" "$work")
export BLENDER_USER_SCRIPTS="$user" TMPDIR="$work/temporary" PYTHONDONTWRITEBYTECODE=1

failed=0
"$BLENDER" -b --factory-startup --python-exit-code 1 --python "$here/main.py" -- "$tool" "$zip" "$@" >"$work/log" 2>&1 || failed=1
# Warnings of operators are seen on standard output only.
message='Warning: alone.dif: .*texture "wall" not found; use --assets FOLDER'
grep -q "$message" "$work/log" || { echo "FAILED: Blender does not report: $message" && failed=1; }
left=$(find "$work/temporary" -name 'trilobite-*')
[ -z "$left" ] || { echo "FAILED: temporary files are left: $left" && failed=1; }

# The commands of the documentation, in a folder with what they name.
mkdir "$work/tour" "$work/bin"
ln -s "$(command -v "$BLENDER")" "$work/bin/blender"
blocks() { awk -v want="$1" '$0 == "```" want { inside = 1; next } /^```/ { inside = 0 } inside' "$here/../../docs/BLENDER.md"; }
(
    cd "$work/tour"
    mkdir build
    cp -r "$here/../../samples" "$here/../../blender" "$here/../../LICENSE" .
    ln -s "$tool" build/trilobite
    cp "$tool" trilobite.exe
    blocks python >script.py
    blocks sh | sed 's/^blender /&--factory-startup --python-exit-code 1 /' >tour.sh
    PATH=$work/bin:$PATH sh -eu tour.sh >tour.log 2>&1 && ./build/trilobite check -q windmill.dts &&
        cmake -E tar xf build-windows/*.zip && grep -qx 'platforms = \["windows-x64"\]' trilobite/blender_manifest.toml
) || { echo "FAILED: the commands of docs/BLENDER.md" && cat "$work/tour/tour.log" && failed=1; }
[ $failed = 0 ] || cat "$work/log"
grep -E '^(Ran|every:|refused|FAILED)' "$work/log" || failed=1
exit $failed
