#!/bin/sh
# clang-tidy and cppcheck over the library and the command; silent when both are content.
# What the build makes (the page as an array) is left out: cppcheck would take an hour for it.
set -eu
cd "$(dirname "$0")/.."

cmake --preset release >/dev/null
find src tool -name '*.c' | xargs -P 2 -n 4 clang-tidy -p build --quiet --warnings-as-errors='*' 2>/dev/null
cppcheck --project=build/compile_commands.json --std=c11 --quiet --inline-suppr --error-exitcode=1 \
    --enable=warning,performance,portability --suppressions-list=.cppcheck -ibuild -j 2
echo "lint: clean"
