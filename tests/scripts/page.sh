#!/bin/sh
# The page to drop files on: its module in node, then the page in Chromium.
#
#     page.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/../viewer"
need wasm command -v clang
need wasm command -v wasm-ld
need_chromium
sh "$here/../tools/page.sh" "$build/wasm" "$build/page" >"$build/page.log" || { tail -n 40 "$build/page.log"; exit 1; }

module=$build/wasm/module/trilobite.wasm
size=$(gzip -9c "$module" | wc -c)
echo "module: $size bytes gzipped"
[ "$size" -lt 1310720 ]

export TRILOBITE="$build/trilobite"
export TLB_SCREENSHOTS="${TLB_SCREENSHOTS:-$build/screenshots}"
MODULE=$module node --test "$here/page/library.test.mjs" "$here/page/wording.test.mjs"
node "$here/page/drop.mjs" "$build/page"
