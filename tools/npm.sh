#!/bin/sh
# The npm package: the command and the library as a WebAssembly module, and what programs call.
#
#     npm.sh WORK OUT      OUT: the package as a folder, and OUT/../trilobite-VERSION.tgz
set -eu
mkdir -p "$1" "$2"
work=$(cd "$1" && pwd)
out=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
libraries=$here/build-wasm/libraries
[ -f "$libraries/meshoptimizer/complete" ] || { echo "$libraries is not complete: make setup-page brings it"; exit 1; }
version=$(sed -n 's/^#define TLB_VERSION_M[A-Z]* //p; s/^#define TLB_VERSION_PATCH //p' "$here/include/trilobite/base.h" | paste -sd.)
cmake -G Ninja -S "$here/npm/wasm" -B "$work/module" -DCMAKE_TOOLCHAIN_FILE="$here/viewer/wasm/wasi.cmake" \
    -DLIBRARIES="$libraries" >/dev/null
cmake --build "$work/module"
node "$here/npm/build.mjs" "$work/module/trilobite.wasm" "$libraries" "$version" "$out"
cd "$out"
npm pack --silent --pack-destination .. >/dev/null
package=$(cd .. && pwd)/trilobite-$version.tgz
echo "$package: $(wc -c <"$package") bytes, $(du -sb . | cut -f1) unpacked"
