#!/bin/sh
# Runs the fuzz targets of BUILD on their seeds, two at a time, all of them even where one fails. Of those that fail, the
# report, the seed and the input come last.
#
#     fuzz.sh BUILD SECONDS [INPUTS]  each for SECONDS, with other inputs every time; what is new is kept in BUILD/corpus
#     fuzz.sh BUILD --runs COUNT each COUNT inputs, the same every time
set -eu
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT

# That of volumes takes longest: it is not to be left alone.
find "$build/fuzz" -maxdepth 1 -xtype f -name 'fuzz_*' -perm /100 | awk '{ print !/fuzz_vol$/, $0 }' | sort | cut -d ' ' -f 2- >"$reports/targets"
[ -s "$reports/targets" ] || { echo "$build has no fuzz targets"; exit 1; }
xargs -P 2 -I TARGET sh tools/fuzz_target.sh TARGET "$build" "$reports" "$@" <"$reports/targets" || true
[ "$(find "$reports" -name '*.ended' | wc -l)" = "$(wc -l <"$reports/targets")" ] || echo "some targets did not end" >"$reports/ended.failed"
[ -n "$(find "$reports" -name '*.failed')" ] || exit 0
cat "$reports"/*.failed
printf '\nfuzz: failed:\n'
for report in "$reports"/*.failed; do
    head -n 1 "$report"
    grep -m 3 'SUMMARY\|runtime error:\|ERROR:' "$report" | cut -c 1-250
    grep -m 2 ' in .*/\(src\|fuzz\)/[^ ]*\.c' "$report" | cut -c 1-200
done
exit 1
