#!/bin/sh
# Runs the tests of BUILD. One that fails is run once more, alone: it is "real", or fails "only under load". What they
# printed comes last.
#
#     run_tests.sh BUILD [OPTION OF ctest...]
set -eu
build=$1
shift
log=$build/Testing/Temporary
rm -f "$log/LastTestsFailed.log"
# One more than there are processors, as some wait for a browser.
! ctest --test-dir "$build" -j $(($(getconf _NPROCESSORS_ONLN) + 1)) "$@" || exit 0
[ -s "$log/LastTestsFailed.log" ] || exit 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed 's/^[0-9]*://' "$log/LastTestsFailed.log" | sort -u >"$work/failed"
cp "$log/LastTest.log" "$work/first"

# What a test printed in a log of ctest.
output_of() { # name, log
    awk -v name="$1" '/^[0-9]+\/[0-9]+ (Test|Testing): / { mine = $3 == name; printing = 0 }
                      mine && /^<end of output>/ { printing = 0 }
                      mine && printing { print }
                      mine && /^-+$/ { printing = 1 }' "$2"
}
reasons='[Ee]rror|ERROR|FAILED|Failure|Assertion|SUMMARY|Timeout|^ +at |No such file|differ|^[-+][^-+]'
most=$((24 / $(wc -l <"$work/failed") + 2)) # reasons of each
: >"$work/end"
while read -r name; do
    word=real
    ! ctest --test-dir "$build" -R "^$name\$" >/dev/null 2>&1 || word="only under load"
    output_of "$name" "$work/first" >"$work/output"
    printf '\n--- %s (%s), its last lines:\n' "$name" "$word"
    tail -n 60 "$work/output" | cut -c 1-300
    {
        printf '\n%s: %s\n' "$name" "$word"
        grep -E "$reasons" "$work/output" >"$work/why" || tail -n 3 "$work/output" >"$work/why"
        head -n $most "$work/why" | cut -c 1-200
    } >>"$work/end"
done <"$work/failed"
printf '\n--- failed:\n'
cat "$work/end"
exit 1
