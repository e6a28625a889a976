#!/bin/sh
# Puts the tables of bench/*.tsv into docs/PERFORMANCE.md.
#
#     render.sh              writes it
#     render.sh --check      fails when it is not what would be written
set -eu
cd "$(dirname "$0")/.."
page=docs/PERFORMANCE.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measured() { sed -n '2s/^# /Measured on /p' "$1"; echo; } # the second line of a table is its machine
{
    echo '| format | job | instructions, by those of the round trip |'
    echo '|---|---|---|'
    grep -v '^#' bench/instructions.tsv | awk -F '\t' '
        { printf "| %s | `%s` | %s |\n", $3 == last ? "" : $1 ", `" $3 "`", $2, $4; last = $3 }'
} >"$work/instructions"
{
    measured bench/compared.tsv
    echo '| file | reader | its instructions by ours | its seconds by ours |'
    echo '|---|---|---|---|'
    grep -v '^#' bench/compared.tsv | awk -F '\t' '
        { printf "| %s | %s | %s | %s |\n", $1 == last ? "" : $1, $2, $5, $6; last = $1 }'
} >"$work/compared"
{
    measured bench/jobs.tsv
    echo '| job | `-j` | times as fast as `-j 1` | its processor time by that of `-j 1` |'
    echo '|---|---|---|---|'
    grep -v '^#' bench/jobs.tsv | awk -F '\t' '{ printf "| %s | %s | %s | %s |\n", $1, $2, $3, $4 }'
} >"$work/jobs"
awk -v work="$work" '
    /^<!-- end -->$/ { skipping = 0 }
    !skipping { print }
    match($0, /^<!-- (instructions|compared|jobs) -->$/) {
        file = work "/" substr($0, 6, length($0) - 9)
        while ((getline line < file) > 0) print line
        skipping = 1
    }' $page >"$work/page"
if [ "${1:-}" = --check ]; then
    diff -u $page "$work/page" || { echo "bench/render.sh writes the tables anew"; exit 1; }
else
    cp "$work/page" $page
fi
