#!/bin/sh
# The page to drop files on: the library as a WebAssembly module, and the static files that hold it.
#
#     page.sh WORK OUT
set -eu
mkdir -p "$1"
work=$(cd "$1" && pwd)
out=$2
here=$(cd "$(dirname "$0")/.." && pwd)
libraries=$here/build-wasm/libraries
[ -f "$libraries/libpng1.6/complete" ] || { echo "$libraries is missing: make setup-page brings it"; exit 1; }
cmake -G Ninja -S "$here/viewer/wasm" -B "$work/module" -DCMAKE_TOOLCHAIN_FILE="$here/viewer/wasm/wasi.cmake" \
    -DLIBRARIES="$libraries" >/dev/null
cmake --build "$work/module"
node "$here/viewer/build-app.mjs" "$work/module/trilobite.wasm" "$libraries" "$out"
echo "$out/index.html"
