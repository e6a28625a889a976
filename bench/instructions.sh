#!/bin/sh
# How many instructions a job takes, as a ratio to the round trip of the same file by the same program: both without what
# the program takes to start (--version). Valgrind counts them, so that the figures are the same in every run. A file
# stands alone with its parts (hall.dis, hall-00.dig): searching what else lies in its folder is no part of the job. A line
# a job is in instructions.tsv, with its last ratio.
#
#     instructions.sh BUILD             prints the ratios beside those of the table
#     instructions.sh BUILD --check     fails, too, where one has grown by more than 10 %
#     instructions.sh BUILD --write     writes them into the table
#
# BUILD is one without sanitizers, which Valgrind does not run.
set -eu
build=$(cd "$1" && pwd)
mode=${2:-}
cd "$(dirname "$0")/.."
table=bench/instructions.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/scripts/need.sh
need valgrind command -v valgrind
. bench/measure.sh

# Instructions of the program, but for those it takes to start.
start=0
count() { # ARGUMENT...
    # Exit status 1 is that of a check that found something.
    counted "$work/log" "$build/trilobite" "$@" >"$work/said" 2>&1 || [ $? = 1 ] || {
        cat "$work/said" "$work/log" >&2
        exit 1
    }
    echo $(($(instructions_of "$work/log") - start))
}
start=$(count --version)

tab=$(printf '\t')
last=
failed=
printf '%-10s %-32s %-32s %8s %8s\n' format job file ratio table
grep '^#' $table >"$work/table"
grep -v '^#' $table >"$work/jobs"
while IFS=$tab read -r format verb file old; do
    if [ "$file" != "$last" ]; then
        rm -rf "$work/alone"
        mkdir "$work/alone"
        cp "${file%.*}"[.-]* "$work/alone"
        alone=$work/alone/${file##*/}
        base=$(count roundtrip "$alone")
        last=$file
    fi
    # The extension of what is written stands where its name does.
    # shellcheck disable=SC2086
    case $verb in
    convert\ *)
        set -- ${verb#convert }
        extension=$1
        shift
        rm -f "$work"/out.*
        job=$(count convert "$alone" "$work/out.$extension" "$@")
        [ -s "$work/out.$extension" ] || { cat "$work/said"; exit 1; }
        ;;
    *) job=$(count $verb "$alone") ;;
    esac
    new=$(awk -v a="$job" -v b="$base" 'BEGIN { printf "%.2f", a / b }')
    printf '%s\t%s\t%s\t%s\n' "$format" "$verb" "$file" "$new" >>"$work/table"
    word=$(awk -v new="$new" -v old="${old:-$new}" 'BEGIN { print (new > old * 1.1 ? "more" : new < old / 1.1 ? "less" : "") }')
    printf '%-10s %-32s %-32s %8s %8s %s\n' "$format" "$verb" "$file" "$new" "${old:-}" "$word"
    [ "$word" != more ] || failed="$failed
$format $verb $file"
done <"$work/jobs"

[ "$mode" != --write ] || cp "$work/table" $table
[ "$mode" = --check ] && [ -n "$failed" ] || exit 0
echo "these take over 10 % more than in $table:$failed"
echo "Where that is worth it, say so in the commit that renews the table: sh bench/instructions.sh BUILD --write"
exit 1
