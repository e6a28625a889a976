#!/bin/sh
# What stands for an address that Trilobite does not have yet is in the list of CONTRIBUTING.md, with every file that has it.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^## Before it is published/ { on = 1 } /^## / && !/published/ { on = 0 } on && /^\| `/' CONTRIBUTING.md >"$work/rows"
[ "$(wc -l <"$work/rows")" -ge 3 ] || { echo "FAILED: CONTRIBUTING.md has no list of placeholders"; exit 1; }

placeholders='OWNER[/@]|[a-z]+@users\.noreply\.github\.com|io\.github\.trilobite'
grep -rIoE "$placeholders" --exclude=CONTRIBUTING.md --exclude=placeholders.sh --exclude-dir=node_modules --exclude-dir='build*' \
    --exclude-dir=.git . | sed 's|^\./||' | sort -u >"$work/found"
while IFS=: read -r file placeholder; do
    grep -F "\`${placeholder%[/@]}" "$work/rows" | grep -qF "\`$file\`" ||
        { echo "FAILED: $file has $placeholder, which CONTRIBUTING.md does not list"; exit 1; }
done <"$work/found"
cut -d '|' -f 4 "$work/rows" | grep -o '`[^`]*`' | tr -d '`' | while read -r file; do
    grep -q "^$file:" "$work/found" || { echo "FAILED: CONTRIBUTING.md lists $file, which has no placeholder"; exit 1; }
done
