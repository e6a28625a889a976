#!/bin/sh
# The page to drop files on.
#
#     page.sh BUILD PART      PART: module (built, and used in node), or one of tests/page/drop.mjs, in Chromium
set -eu
build=$1
part=$2
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/../viewer"
need wasm command -v clang
need wasm command -v wasm-ld
need wasm test -f "$here/../build-wasm/libraries/libpng1.6/complete"
need_chromium
export TRILOBITE="$build/trilobite"

if [ "$part" != module ]; then
    export TLB_SCREENSHOTS="${TLB_SCREENSHOTS:-$build/screenshots}"
    exec node "$here/page/drop.mjs" "$build/page" "$part"
fi
sh "$here/../tools/page.sh" "$build/wasm" "$build/page" >"$build/page.log" || { tail -n 40 "$build/page.log"; exit 1; }
module=$build/wasm/module/trilobite.wasm
size=$(gzip -9c "$module" | wc -c)
echo "module: $size bytes gzipped"
[ "$size" -lt 1310720 ] || { echo "FAILED: it is larger than 1310720 bytes"; exit 1; }
MODULE=$module node --test "$here/page/library.test.mjs" "$here/page/wording.test.mjs"
