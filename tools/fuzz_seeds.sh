#!/bin/sh
# What the seeds of the fuzz targets of BUILD could do without: libFuzzer's merge keeps those that reach something new, the
# smallest first. What is left over has a version of a format of its own, or pins a bug that was mended.
#
#     fuzz_seeds.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/all"
for folder in fuzz/seeds/*; do
    target=$(basename "$folder")
    mkdir "$work/kept"
    "$build/fuzz/fuzz_$target" -merge=1 -max_len=1000000 -rss_limit_mb=0 "$work/kept" "$folder" >"$work/log" 2>&1 ||
        { echo "$target: FAILED" && tail -n 20 "$work/log" && exit 1; }
    for seed in "$folder"/*; do
        # libFuzzer calls what it keeps by its hash.
        [ -e "$work/kept/$(sha1sum <"$seed" | cut -d ' ' -f 1)" ] || echo "$seed reaches nothing new"
    done
    mv "$work/kept" "$work/all/$target"
done
echo "$(find fuzz/seeds -type f | wc -l) seeds, $(cat fuzz/seeds/*/* | wc -c) bytes; needed: \
$(find "$work/all" -type f | wc -l), $(cat "$work"/all/*/* | wc -c) bytes"
