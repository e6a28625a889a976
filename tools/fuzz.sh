#!/bin/sh
# Runs each fuzz target of BUILD for SECONDS on its seeds; new inputs are kept in BUILD.
set -eu
build=$1
seconds=$2
for target in "$build"/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    format=${target##*/fuzz_}
    mkdir -p "$build/corpus/$format"
    echo "fuzzing $format for $seconds s"
    "$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$build/" "$build/corpus/$format" "fuzz/seeds/$format" >"$build/$format.log" 2>&1 || {
        tail -n 40 "$build/$format.log"
        exit 1
    }
    tail -n 5 "$build/$format.log"
done
