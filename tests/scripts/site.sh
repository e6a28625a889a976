#!/bin/sh
# The site is built without warnings, documents all of the headers, has no broken links, and works in Chromium.
#
#     site.sh BUILD OUT      BUILD: without sanitizers
set -eu
build=$(realpath "$1")
out=$2
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
python=$(for each in python3 /usr/bin/python3; do
    ! "$each" -c 'import pycparser' 2>/dev/null || { command -v "$each" && break; }
done)
need site command -v sphinx-build
need site test -n "$python"
need_node
need_packages viewer
need_chromium
sh tools/site.sh "$build" "$out"
"$python" tests/site/links.py --site "$out"
"$python" tests/site/reference.py . "$out"
TLB_SCREENSHOTS="${TLB_SCREENSHOTS:-}" node tests/site/site.mjs "$out"
