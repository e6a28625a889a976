#!/bin/sh
# The manual page is sound and documents every command and every format with queries; the completions load and
# complete.
#
#     manual.sh BUILD
set -eu
build=$1
. "$(dirname "$0")/need.sh"
need mandoc command -v mandoc
need scdoc test -e "$build/trilobite.1"
mandoc -T lint -W error "$build/trilobite.1"
for command in $("$build/trilobite" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    mandoc -T utf8 "$build/trilobite.1" | col -b | grep -q "^   $command" || { echo "no $command in the page"; exit 1; }
done
for words in 'dump FILE \[PATH]' 'extract ARCHIVE \[PATTERN...]' 'convert IN... OUT'; do
    mandoc -T utf8 "$build/trilobite.1" | col -b | grep -q "^   $words" || { echo "no $words in the page"; exit 1; }
done
for sample in dif dts dis dig roo; do
    first=$("$build/trilobite" query "$(find samples -name "*.$sample" | sort | head -1)" | sed -n '1s/ .*//p')
    mandoc -T utf8 "$build/trilobite.1" | col -b | sed -n '/^QUERIES/,/^EXAMPLES/p' | grep -q "^ *$first" ||
        { echo "no query $first of $sample in the page"; exit 1; }
done
bash -eu -c '
    . "$1/trilobite.bash"
    COMP_WORDS=(trilobite conv) COMP_CWORD=1
    _trilobite
    [ "${COMPREPLY[*]}" = convert ]
    COMP_WORDS=(trilobite convert --dif-v) COMP_CWORD=2
    _trilobite
    [ "${COMPREPLY[*]}" = --dif-version ]
' bash "$build"
