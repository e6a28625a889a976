#!/bin/sh
# Tries fuzz/oss-fuzz/build.sh outside the image that it is for: each program runs its seeds where there is nothing else.
set -eu
cd "$(dirname "$0")/.."
export CC=clang CXX=clang++ CFLAGS="-O1 -fsanitize=address,fuzzer-no-link" CXXFLAGS="-O1 -fsanitize=address,fuzzer-no-link" \
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer WORK="$PWD/build-oss-fuzz" OUT="$PWD/build-oss-fuzz/out"
mkdir -p "$OUT"
bash -eu fuzz/oss-fuzz/build.sh >"$WORK/log" 2>&1 || { tail -n 30 "$WORK/log"; exit 1; }
for target in "$OUT"/fuzz_*; do
    case $target in *.zip | *.dict) continue ;; esac
    ! ldd "$target" | grep -q 'png\|popt\|libz' || { echo "$target needs libraries that are not there"; exit 1; }
    seeds=$(mktemp -d)
    unzip -q "${target}_seed_corpus.zip" -d "$seeds"
    "$target" -runs=0 -dict="$target.dict" "$seeds" >"$WORK/log" 2>&1 || { tail -n 30 "$WORK/log"; exit 1; }
    rm -rf "$seeds"
done
echo "oss-fuzz: $(find "$OUT" -name 'fuzz_*' ! -name '*.zip' ! -name '*.dict' | wc -l) programs run their seeds"
