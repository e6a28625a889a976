#!/bin/sh
# The reference pictures of the tests, anew: after a change of what is drawn, to be looked at before they are committed.
#
#     new_pictures.sh BUILD
set -eu
cd "$(dirname "$0")/.."
rm -f tests/render/*.png
TLB_NEW_PICTURES=1 "$1/tests/test_render_likeness"
