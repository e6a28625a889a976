#!/bin/sh
# Runs one fuzz target as tools/fuzz.sh wants it; a failure is described in REPORTS/NAME.failed.
#
#     fuzz_target.sh TARGET BUILD REPORTS SECONDS [INPUTS] | --runs COUNT
set -eu
target=$1
build=$2
reports=$3
name=${target##*/fuzz_}
log=$build/$name.log
artifact=$build/$name-
rm -f "$artifact"*

if [ "$4" = --runs ]; then
    # Where a program lies in memory decides what libFuzzer keeps.
    still="setarch -R"
    $still true 2>/dev/null || still=
    seed=1
    corpus=$reports/$name
    inputs=
    limits="-runs=$5 -timeout=120 -reload=0"
else
    still=
    seed=$(od -A n -N 3 -t u4 /dev/urandom | tr -d ' ')
    corpus=$build/corpus/$name
    limits="-max_total_time=$4 -timeout=10"
    inputs=${5:-}
fi
mkdir -p "$corpus"
code=0
# shellcheck disable=SC2086
$still "$target" -seed="$seed" $limits -dict="$target.dict" -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$artifact" "$corpus" "fuzz/seeds/$name" ${inputs:+"$inputs"} >"$log" 2>&1 || code=$?
: >"$reports/$name.ended"
if [ $code = 0 ]; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, $(find "$corpus" -type f | wc -l) kept, seed $seed"
    exit 0
fi
echo "$name: FAILED with $code, seed $seed"
{
    echo "--- $name ended with $code; -seed=$seed $limits"
    if grep -q 'ERROR:\|runtime error:' "$log"; then
        sed -n '/ERROR:\|runtime error:/,$p' "$log" | grep -v '^stat::\|^$' | cut -c 1-200 | head -n 40
    else
        tail -n 20 "$log"
    fi
    for input in "$artifact"*; do
        [ ! -f "$input" ] || { echo "its input, $(wc -c <"$input") bytes in base64 (the first 1500):" && head -c 1500 "$input" | base64 -w 110; }
    done
} >"$reports/$name.failed"
