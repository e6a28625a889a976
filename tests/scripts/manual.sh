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
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mandoc -T utf8 -O width=1000 "$build/trilobite.1" | col -bx >"$work/page"
# What is below a heading of a part of the page, up to the next.
section() { # part, heading
    awk -v part="$1" -v heading="   $2" '/^[^ ]/ { within = $0 == part; mine = 0; next }
        /^   [^ ]/ { mine = within && ($0 == heading || index($0, heading " ") == 1); next } mine' "$work/page"
}
words() { tr -s ' ,\n' '\n' | sed '/^$/d'; }
same() { # what: the words of two files
    words <"$work/help" >"$work/a"
    words <"$work/section" >"$work/b"
    [ -s "$work/a" ] || { echo "no help: $1"; exit 1; }
    diff "$work/a" "$work/b" || { echo "not in the page as in the help: $1"; exit 1; }
}

headings=$(sed -n 's/^\([A-Z][A-Z ]*\)$/\1/p' "$work/page" | tr '\n' ,)
[ "$headings" = 'NAME,SYNOPSIS,DESCRIPTION,COMMANDS,OPTIONS OF FORMATS,QUERIES,OPERATIONS,EXAMPLES,OUTPUT,ENVIRONMENT,FILES,EXIT STATUS,SIGNALS,' ] ||
    { echo "headings: $headings"; exit 1; }
# Commands have the words, options and groups of options of their help; the group of pack has its helps there.
for command in $("$build/trilobite" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    "$build/trilobite" "$command" --help | sed "1,2d;/^Options/d;/^'trilobite help/,\$d;/^[a-z].*:$/,\$d" >"$work/help"
    section COMMANDS "$command" | if [ "$command" = pack ]; then sed '/^ *to /,$d'; else cat; fi >"$work/section"
    same "$command"
done
for words in 'dump FILE \[PATH]' 'extract ARCHIVE \[PATTERN...]' 'convert IN... OUT'; do
    grep -q "^   $words" "$work/page" || { echo "no $words in the page"; exit 1; }
done
# The options of each format.
"$build/trilobite" help convert all | sed '1,/^from /{/^from /!d}' >"$work/all"
sed -n 's/^\(\(from\|to\) .*\):$/\1/p' "$work/all" >"$work/groups"
grep -q 'to dif' "$work/groups"
while read -r group; do
    awk -v heading="$group:" '/^[^ ]/ { mine = $0 == heading; next } mine' "$work/all" >"$work/help"
    section "OPTIONS OF FORMATS" "convert $group" >"$work/section"
    same "$group"
done <"$work/groups"
# The queries of each format.
for sample in rooms.dif windmill.dts darkstar/hall.dis darkstar/hall-00.dig darkstar/world.ppl courtyard.roo lighthouse.nff; do
    "$build/trilobite" query "samples/$sample" | sed '/^QUERY may follow a part/,$d' >"$work/help"
    section QUERIES "${sample##*.}" >"$work/section"
    same "queries of $sample"
done
"$build/trilobite" edit samples/courtyard.roo >"$work/help"
section OPERATIONS roo >"$work/section"
same "operations of rooms"
# The words of each command that begin with dashes complete.
bash -eu -c '
    . "$1/trilobite.bash"
    COMP_WORDS=(trilobite conv) COMP_CWORD=1
    _trilobite
    [ "${COMPREPLY[*]}" = convert ]
    COMP_WORDS=(trilobite "") COMP_CWORD=1
    _trilobite
    printf "%s\n" "${COMPREPLY[@]}" >"$2/commands"
    for command in "${COMPREPLY[@]}"; do
        COMP_WORDS=(trilobite "$command" --) COMP_CWORD=2
        _trilobite
        printf "%s\n" "${COMPREPLY[@]}" | sort -u >"$2/$command.completed"
    done
    COMP_WORDS=(trilobite convert --dif-v) COMP_CWORD=2
    _trilobite
    [ "${COMPREPLY[*]}" = --dif-version ]
    COMP_WORDS=(trilobite info samples/rooms) COMP_CWORD=2
    _trilobite
    [ "$(printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " ")" = "samples/rooms-v14.dif samples/rooms.dif " ]
' bash "$build" "$work"
"$build/trilobite" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | diff - "$work/commands"
need shells command -v zsh
need shells command -v fish
# zsh: what is given to its functions, _arguments and _describe.
zsh -f -e -c '
    completion=$1 folder=$2
    _describe() { for line in "${(@P)2}"; do print -r -- "${line%%:*}"; done }
    _arguments() { if [ "$1" = -C ]; then state=$part; else print -rl -- "$@" | sed -n "s/^\\*\(--[^=[]*\).*/\1/p"; fi }
    completed() { . $completion; }
    part=command
    completed >$folder/zsh
    while read -r command; do
        part=arguments words=($command)
        completed | sort -u >$folder/$command.zsh
    done <$folder/commands
' zsh "$build/trilobite.zsh" "$work"
diff "$work/commands" "$work/zsh"
export HOME="$work"
fish --no-config -c '
    source $argv[1]/trilobite.fish
    complete -C "trilobite " | cut -f 1 >$argv[2]/fish
    for command in (cat $argv[2]/commands)
        complete -C "trilobite $command --" | cut -f 1 | sed "s/=\$//" | sort -u >$argv[2]/$command.fish
    end' "$build" "$work"
sort "$work/commands" | diff - "$work/fish"
while read -r command; do
    for shell in zsh fish; do
        diff "$work/$command.completed" "$work/$command.$shell" || { echo "$command does not complete to these in $shell"; exit 1; }
    done
    section COMMANDS "$command" | words | grep -- '^--[a-z]' | sort -u | diff - "$work/$command.completed" || { echo "$command does not complete to these"; exit 1; }
done <"$work/commands"
