#!/bin/sh
# How much faster many files are checked and converted by more processors: the seconds of -j 1 by those of -j N, in one
# round; the median of ROUNDS rounds (7). Processor time, of -j N by that of -j 1, says what the threads cost. The files are COPIES (60) of each of some samples, with their textures.
#
#     [ROUNDS=N] [COPIES=N] jobs.sh BUILD [--write]      --write: into bench/jobs.tsv
set -eu
build=$(cd "$1" && pwd)
mode=${2:-}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bench/measure.sh

for copy in $(seq "${COPIES:-60}"); do
    mkdir -p "$work/in/$copy"
    cp samples/rooms.dif samples/windmill.dts samples/courtyard.roo samples/trilobite.iqm samples/lighthouse.* "$work/in/$copy"
done
run() { # JOB JOBS: its seconds, and those of processors
    case $1 in
    check) set -- check -q -r "$work/in" -j "$2" ;;
    "convert to glb") set -- convert -q -r "$work/in" "$work/out" --to glb --assets samples/textures -j "$2" ;;
    esac
    TIMEFORMAT='%R %U %S' bash -c 'time "$@"' bash "$build/trilobite" "$@" 2>&1 | tail -n 1 | awk '{ print $1, $2 + $3 }'
    rm -rf "$work/out"
}
{
    echo "# How many times as fast -j is as one job, over $((5 * ${COPIES:-60})) files (jobs.sh)."
    machine
    echo "# job	jobs	times as fast	processor time"
    for job in check "convert to glb"; do
        jobs=2
        while [ "$jobs" -le "$(nproc)" ]; do
            for _ in $(seq "${ROUNDS:-7}"); do
                echo "$(run "$job" 1) $(run "$job" "$jobs")"
            done >"$work/times"
            printf '%s\t%s\t%.2f\t%.2f\n' "$job" "$jobs" "$(awk '{ print $1 / $3 }' "$work/times" | median)" \
                "$(awk '{ print $4 / $2 }' "$work/times" | median)"
            jobs=$((jobs * 2))
        done
    done
} >"$work/table"
cat "$work/table"
[ "$mode" != --write ] || cp "$work/table" bench/jobs.tsv
