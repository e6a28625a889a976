#!/bin/sh
# clang-tidy and cppcheck over one source. A clean one leaves a stamp, named by the source as the compiler sees it, its own
# text (comments speak to the tools), the options and the tools; where there is one, nothing is done.
#
#     lint_file.sh STAMPS WORK FILE      WORK/tools: what else the result depends on; findings go to WORK/findings
set -eu
stamps=$1
work=$2
file=$3
name=$(printf '%s' "$file" | tr / _)

command=$(sed -n 's/^  "command": "\(.*\)",$/\1/p' build-lint/compile_commands.json | sed 's/\\\(.\)/\1/g' |
    grep " -c $PWD/$file\$") || { echo "$file: error: it is not built" >"$work/findings/$name" && exit 0; }
stamp=$stamps/$({
    cat "$work/tools" "$file"
    printf '%s\n' "$command"
    cd build-lint
    eval "$(printf '%s' "$command" | sed 's/ -o [^ ]* -c / -E -P /')" 2>&1 || true
} | sed "s|$PWD|.|g" | sha256sum | cut -d ' ' -f 1)
[ ! -e "$stamp" ] || exit 0

clean=yes
run() { # tool, options
    code=0
    "$@" >"$work/$name.output" 2>&1 || code=$?
    grep -vE '^[0-9]+ warnings? generated\.$|^$' "$work/$name.output" >>"$work/$name.findings" || true
    [ $code = 0 ] || { clean=no && echo "$file: $1 ended with $code" >>"$work/$name.findings"; }
}
# The analyzer looks at a third of the states that it would by itself: a third of the time, and no finding less (with all
# of its checks, over every eighth source).
run clang-tidy -p build-lint --quiet --warnings-as-errors='*' --extra-arg=-Xclang --extra-arg=-analyzer-config \
    --extra-arg=-Xclang --extra-arg=max-nodes=75000 "$file"
run cppcheck --project=build-lint/compile_commands.json "--file-filter=*$file" --std=c11 --quiet --inline-suppr \
    --error-exitcode=1 --enable=warning,performance,portability --suppressions-list=.cppcheck
: >"$work/looked/$name"
if [ $clean = yes ]; then : >"$stamp"; else mv "$work/$name.findings" "$work/findings/$name"; fi
