#!/bin/sh
# clang-tidy and cppcheck over the library and the command; a list of the findings comes last. Sources that were clean
# are not looked at again (tools/lint_file.sh).
set -eu
cd "$(dirname "$0")/.."
stamps=${XDG_CACHE_HOME:-$HOME/.cache}/trilobite/lint
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sources include pages that the build makes.
cmake --preset lint >/dev/null
cmake --build build-lint >"$work/build" || { tail -n 40 "$work/build"; exit 1; }

mkdir -p "$stamps" "$work/findings" "$work/looked"
find "$stamps" -type f -mtime +30 -delete
{
    clang-tidy --version
    cppcheck --version
    cat .clang-tidy .cppcheck tools/lint_file.sh
} >"$work/tools"
# Without what other systems and other options are built of.
find src tool -name '*.c' ! -name system_windows.c ! -name system_none.c ! -name system_host.c ! -path tool/util/windows.c ! -name desktop_windows.c ! -name attempt_wasm.c ! -name archive_none.c | sort >"$work/sources"
xargs -P 2 -n 1 sh tools/lint_file.sh "$stamps" "$work" <"$work/sources" || echo "xargs" >"$work/findings/ended"

all=$(wc -l <"$work/sources")
if [ -z "$(ls "$work/findings")" ]; then
    echo "lint: clean ($(ls "$work/looked" | wc -l) of $all sources looked at, the others unchanged)"
    exit 0
fi
cat "$work"/findings/*
printf '\nlint: findings:\n'
grep -hE ': (error|warning|performance|portability): | ended with |^xargs' "$work"/findings/* | sort -u | cut -c 1-300
exit 1
