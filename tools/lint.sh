#!/bin/sh
# clang-tidy and cppcheck over the library and the command; silent when both are content.
set -eu
cd "$(dirname "$0")/.."
run=""
[ "$(id -u)" = 0 ] || run=sudo
command -v clang-tidy >/dev/null 2>&1 || $run apt-get install -y -qq --no-install-recommends clang-tidy >/dev/null
command -v cppcheck >/dev/null 2>&1 || $run apt-get install -y -qq --no-install-recommends cppcheck >/dev/null

cmake -G Ninja -S . -B build >/dev/null
find src tool -name '*.c' | xargs -P 2 -n 4 clang-tidy -p build --quiet --warnings-as-errors='*' 2>/dev/null
cppcheck --project=build/compile_commands.json --std=c11 --quiet --inline-suppr --error-exitcode=1 \
    --enable=warning,performance,portability --suppressions-list=.cppcheck -j 2
echo "lint: clean"
