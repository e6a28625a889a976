#!/bin/sh
# What the page to drop files on weighs, and how long the largest room of the corpus takes in it. Skipped where clang for
# WebAssembly, or Chromium, is missing.
#
#     page.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
if ! sh "$here/../tools/page.sh" "$build/wasm" "$build/page" >"$build/page.log" 2>&1; then
    echo "page: skipped, it cannot be built here: see $build/page.log"
    exit 0
fi
echo "page: module of $(gzip -9c "$build/wasm/module/trilobite.wasm" | wc -c) bytes gzipped (wanted: under 1000000)," \
    "index.html of $(wc -c <"$build/page/index.html") bytes"
room=$(find "${TLB_CORPUS:-}/torque" -name '*.dif' -size +1500k 2>/dev/null | LC_ALL=C sort | tail -n 1)
if [ -n "$room" ]; then
    TRILOBITE_PAGE="$build/page" node "$here/page.mjs" "$room"
fi
