#!/bin/sh
# Checks the files that changed since the commit BASE and match one of the patterns FILES, and prints what is wrong with
# them as annotations of GitHub. Without BASE, or with one that is not there (a new branch, a shallow clone), all files
# are checked that match.
#
#     BASE=COMMIT FILES='*.dif *.dts' [ASSETS=FOLDER] check.sh
set -eu
set -f # the patterns are git's
changed=$(mktemp)
report=$(mktemp)
trap 'rm -f "$changed" "$report"' EXIT

patterns=""
for pattern in $FILES; do
    patterns="$patterns :(icase)$pattern"
done
if [ -n "${BASE:-}" ] && git rev-parse --verify --quiet "$BASE^{commit}" >/dev/null; then
    # shellcheck disable=SC2086
    git diff -z --name-only --diff-filter=d "$BASE" HEAD -- $patterns >"$changed"
else
    # shellcheck disable=SC2086
    git ls-files -z -- $patterns >"$changed"
fi
[ -s "$changed" ] || { echo "no files to check"; exit 0; }

status=0
trilobite check --null -T "$changed" ${ASSETS:+--assets "$ASSETS"} 2>"$report" || status=$?
# PATH:0xOFFSET: SEVERITY[CODE] TEXT
awk '
    match($0, /: (error|warning|note)\[[A-Z_0-9]+\] /) {
        path = substr($0, 1, RSTART - 1)
        sub(/:0x[0-9a-f]+$/, "", path)
        text = substr($0, RSTART + RLENGTH)
        split(substr($0, RSTART + 2, RLENGTH - 4), kind, "[")
        gsub(/%/, "%25", path); gsub(/:/, "%3A", path); gsub(/,/, "%2C", path)
        gsub(/%/, "%25", text)
        printf "::%s file=%s,title=%s::%s\n", kind[1] == "note" ? "notice" : kind[1], path, kind[2], text
        next
    }
    { print }' "$report"
exit $status
