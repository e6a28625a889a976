#!/bin/sh
# A gallery of our samples, in Chromium.
#
#     gallery.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/scripts/need.sh"
need_node
need_packages "$here/../viewer"
need_chromium
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TRILOBITE="$build/trilobite" TLB_SCREENSHOTS="${TLB_SCREENSHOTS:-}" node "$here/page/gallery.mjs" "$here/../samples" "$work"
