#!/bin/sh
# The committed samples, fuzz seeds and invalid files are those that make_samples writes.
#
#     samples.sh BUILD
set -eu
build=$1
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tests/make_samples" "$work"
for folder in samples fuzz/seeds tests/invalid; do
    diff -r "$work/$folder" "$folder" || differs=yes
done
[ -z "${differs:-}" ] || {
    echo "these are not the committed ones; where that is meant: $build/tests/make_samples . (it deletes nothing)"
    exit 1
}
