#!/bin/sh
# Every file and folder of the repository that a document names exists, and so does every name of the library's; in
# CONTRIBUTING.md and docs/ARCHITECTURE.md also those of other functions, macros, tests and sources. (TLB_WITHOUT_… are made
# of the names of the families, tools/amalgamate.py.)
set -eu
cd "$(dirname "$0")/../.."
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -rhoE '`(src|tool|tools|tests|viewer|fuzz|bench|packaging|include|samples|docs|examples|npm|python)/[A-Za-z0-9_./-]+`' ./*.md docs |
    tr -d '`' | sort -u | while read -r path; do
    [ -e "$path" ] || echo "$path"
done >"$work/missing"

git ls-files >"$work/files" 2>/dev/null || find . -type f | sed 's|^\./||' >"$work/files"
grep -vE '\.md$|^docs/|^samples/|^fuzz/seeds/|^tests/hashes$' "$work/files" | tr '\n' '\0' | xargs -0 cat |
    grep -aoE '[A-Za-z_][A-Za-z0-9_]+' >"$work/words"
sed 's|.*/||; s|\..*||' "$work/files" >>"$work/words"
sort -u -o "$work/words" "$work/words"
{
    grep -rhoE '\b(tlb|TLB)_[A-Za-z0-9_]*[A-Za-z0-9]\b[^<*…]' README.md CONTRIBUTING.md docs | sed 's/.$//'
    grep -hoE '`[A-Za-z_]+_[A-Za-z0-9_]*[A-Za-z0-9]`' CONTRIBUTING.md docs/ARCHITECTURE.md | tr -d '`'
} | grep -vE '^(TLB_WITHOUT_[A-Z0-9]+|snake_case)$' | sort -u | comm -23 - "$work/words" >>"$work/missing"

# Sources are named from src, or by their last name alone.
grep -hoE '`[A-Za-z0-9_/]+\.[ch]`' CONTRIBUTING.md docs/ARCHITECTURE.md | tr -d '`' | sort -u | while read -r path; do
    grep -qE "(^|/)$path\$" "$work/files" || echo "$path"
done >>"$work/missing"
[ ! -s "$work/missing" ] || {
    echo "named in documents, and not there:"
    cat "$work/missing"
    exit 1
}
