#!/bin/sh
# Threads with a context each, and what they share (folders, file systems, options), under ThreadSanitizer.
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build-tsan -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g1" -DCMAKE_C_FLAGS=-fsanitize=thread \
    -DCMAKE_CXX_FLAGS=-fsanitize=thread -DTLB_TESTS=ON -DTLB_PICTURES=OFF >/dev/null
cmake --build build-tsan --target test_many example_batch
export TSAN_OPTIONS=halt_on_error=1
build-tsan/tests/test_many
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
build-tsan/tests/example_batch "$out" glb samples/*.dif samples/*.dts samples/*.nff samples/*.iq?
echo "tsan: no races"
