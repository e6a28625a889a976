#!/bin/sh
# Do the tests see a mistake? Makes mutants of the sources of HEAD, one after the other: a line drawn by the seed, with
# one operator, constant, width or statement changed. Each is compiled, and the tests that execute the line are run,
# quick ones first, until one fails. What does not compile, or compiles to the same code, is drawn anew; what
# tools/mutants.same lists changes nothing that can be seen and is left out. Fails when less than 95 % are killed.
#
#     [SEED=N] [ROUNDS=3] [COUNT=40] [FIRST=1] [LAST=40] mutate.sh
#
# The seed is drawn unless one is given; each round has the next one. Mutant n of a seed is always the same for the same
# sources, so that a round can be made in slices, from FIRST to LAST of it, and one mutant looked at alone.
# build-mutants/ is kept: a slice of the same commit begins at once.
set -eu
seed=${SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
rounds=${ROUNDS:-3}
count=${COUNT:-40}
first=${FIRST:-1}
last=${LAST:-$count}
least=95
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/build-mutants
tree=$folder/tree
build=$tree/build
cover=$tree/build-cover
unset TLB_CORPUS TLB_REQUIRED # without the one, the other would fail tests
export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-$(command -v ccache)}" CCACHE_BASEDIR="$tree" CCACHE_NOHASHDIR=1
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

while IFS= read -r line; do
    case $line in
    '#'*) ;;
    *) before=${line#*: }
        grep -qF -- "${before%% -> *}" "$root/${line%%: *}" || { echo "tools/mutants.same: not there: $line" >&2; exit 1; } ;;
    esac
done <"$root/tools/mutants.same"

# --- builds ----------------------------------------------------------------------------------------------

git -C "$root" worktree prune
[ -e "$tree/.git" ] || git -C "$root" worktree add --quiet --detach "$tree" HEAD
head=$(git -C "$root" rev-parse HEAD)
git -C "$tree" checkout --quiet --force --detach "$head"
for modules in viewer/node_modules tests/gltf/node_modules; do
    [ -d "$tree/$modules" ] || [ ! -d "$root/$modules" ] || cp -r "$root/$modules" "$tree/$modules"
done
cd "$tree"
linker=
! command -v ld.lld >/dev/null || linker=-fuse-ld=lld
# Arenas ask for each allocation, as with the sanitizers, so that tests can refuse it.
configure() { # folder, flags, more of it
    into=$1
    flags=$2
    shift 2
    [ -e "$into/build.ninja" ] || cmake -G Ninja -S . -B "$into" -DTLB_TESTS=ON -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG="$flags -DTLB_ARENA_EXACT" -DCMAKE_EXE_LINKER_FLAGS="$linker ${LINK:-}" \
        -DCMAKE_SHARED_LINKER_FLAGS="${LINK:-}" -DCMAKE_MODULE_LINKER_FLAGS="${LINK:-}" "$@" >/dev/null
}
made() { ninja -C "$@" >"$work/build.log" 2>&1; }
make_all() { made "$1" || { tail -n 20 "$work/build.log"; exit 1; }; }

configure "$build" -O1
make_all "$build"

# --- what each test executes -----------------------------------------------------------------------------

# Those that look at pictures, pages, installations, documents and other programs, or compile the library themselves,
# take long and see little of the sources.
left_out='^(test_render|test_render_likeness|html.*|gallery|page_.*|site|npm_.*|install|families|readme|commands|engines|paths|links|docs|placeholders|debian|products|documented|layers|symbols|amalgamation|patterns|types|instructions|performance|valgrind|hardened|sweep_.*|gltf|consumers_.*|blender_extension|.*_corpus)$'
listed() { ctest --test-dir "$build" -N "$@" | sed -n 's/.*Test *#[0-9]*: //p'; }
if [ "$(cat "$folder/covered" 2>/dev/null)" != "$head" ]; then
    LINK=--coverage configure "$cover" '-O0 --coverage'
    make_all "$cover"
    rm -rf "$folder/coverage"
    mkdir "$folder/coverage"
    # Of each test a folder, with the counts of each object; and a line: name, seconds, or why it is not used.
    # shellcheck disable=SC2016
    listed -E "$left_out" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh -c '
        export GCOV_PREFIX="$2/$3" GCOV_PREFIX_STRIP="$(echo "$1" | tr -cd / | wc -c)"
        ctest --test-dir "$1" -R "^$3\$" --timeout 600 |
            sed -n "s/.*Test *#[0-9]*: \([^ ]*\) .*\(Passed\|\*\*\*[A-Z][a-z ]*\) *\([0-9.]*\) sec.*/\1 \2 \3/p"' \
        sh "$cover" "$folder/coverage" >"$folder/tests"
    grep -v ' Passed ' "$folder/tests" | grep -v Skipped | sed 's/^/left out, as it fails without any mutant: /' || true
    sed -n 's/ Passed / /p' "$folder/tests" | sort -k2n >"$folder/times"
    ctest --test-dir "$build" -N -V | awk '/Test command:/ { program = $4; sub(".*/", "", program); gsub("\"", "", program) }
        / Test *#[0-9]+:/ { print $NF, program }' >"$folder/programs"
    echo "$head" >"$folder/covered"
fi

# The tests that execute a line, quick ones first; where it has no code of its own (a table, a declaration), those that
# execute any of its file.
covering() { # file, line
    object=$(cd "$cover" && find "${1%%/*}" -path "*.dir/${1#*/}.gcno" | head -n 1)
    object=${object%.gcno}
    while read -r name seconds; do
        counts=$folder/coverage/$name/$object.gcda
        [ -e "$counts" ] || continue
        ln -sf "$cover/$object.gcno" "${counts%.gcda}.gcno"
        ! (cd "$cover" && gcov -t "$counts") 2>/dev/null | awk -F : -v at="$2" -v file="$1" '
            $2 + 0 == 0 && $3 == "Source" { mine = substr($4, length($4) - length(file) + 1) == file }
            mine && $1 ~ /[0-9]/ { any = 1 }
            mine && $2 + 0 == at { here = $1; gsub(" ", "", here) }
            END { exit !(here == "-" ? any : here ~ /^[0-9]/) }' || echo "$name $seconds"
    done <"$folder/times"
}

# --- killing ---------------------------------------------------------------------------------------------

targets_of() {
    for name; do
        program=$(sed -n "s/^$name //p" "$folder/programs")
        case $program in
        sh | python3*) case $name in
            command_line_* | terminal | verdicts) echo trilobite_command ;;
            samples) echo trilobite_command make_samples ;;
            *) echo all ;;
            esac ;;
        fuzz_*) echo fuzz_targets ;; # links to one program, of which no target has the name
        *) echo "$program" ;;
        esac
    done | sort -u
}

# The first that fails of the tests read (name, seconds); the more have not, the more are taken at a time.
killer() { # build
    size=4
    while :; do
        head -n "$size" >"$work/batch" <&3
        [ -s "$work/batch" ] || return 0
        names=$(cut -d ' ' -f 1 "$work/batch")
        limit=$(awk '{ sum += $2 } END { print int(sum * 10) + 30 }' "$work/batch")
        # shellcheck disable=SC2046,SC2086
        made "$1" $(targets_of $names) || {
            grep '^FAILED' "$work/build.log" >&2 || { tail -n 20 "$work/build.log" >&2; exit 1; }
            echo build
            return
        }
        # shellcheck disable=SC2086
        (ulimit -f 2000000; timeout -k 5 "$limit" ctest --test-dir "$1" -j "$(getconf _NPROCESSORS_ONLN)" --stop-on-failure \
            -R "^($(echo $names | tr ' ' '|'))\$") >"$work/test.log" 2>&1 || {
            by=$(sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\(Failed\|Timeout\|Exception\).*/\1/p' "$work/test.log" | head -n 1)
            echo "${by:-time}"
            return
        }
        size=$((size * 2))
    done
}

groups=$(for group in src/* src/formats/* tool; do
    case $group in
    src/formats | src/formats/foreign | src/registry | src/render) ;;
    *) [ ! -d "$group" ] || echo "$group" ;;
    esac
done)
group_count=$(echo "$groups" | wc -l)

# Mutant n of the seed: `file`, `at`, `before`, `after`; the source is changed and compiled, $work/source is as it was.
draw() { # number
    group=$(echo "$groups" | sed -n "$((($1 - 1) % group_count + 1))p")
    # shellcheck disable=SC2046
    awk -v SEED=$((seed * 1000 + $1)) -v COUNT=100 -f "$root/tools/mutants.awk" $(git ls-files "$group/*.c" | sort) >"$work/drawn"
    while :; do
        line=$(head -n 1 "$work/drawn")
        [ -n "$line" ] || { echo "$group: no mutant" >&2; exit 1; }
        sed -i 1d "$work/drawn"
        file=$(printf '%s' "$line" | cut -f 1)
        at=$(printf '%s' "$line" | cut -f 2)
        before=$(printf '%s' "$line" | cut -f 3 | sed 's/^ *//')
        after=$(printf '%s' "$line" | cut -f 4 | sed 's/^ *//')
        ! grep -qxF -- "$file: $before -> $after" "$root/tools/mutants.same" || continue
        object=$(cd "$build" && find "${file%%/*}" -path "*.dir/${file#*/}.o" | head -n 1)
        [ -n "$object" ] || continue # of another system
        made "$build" "$object"
        cp "$build/$object" "$work/object"
        cp "$file" "$work/source"
        AFTER=$(printf '%s' "$line" | cut -f 4) awk -v at="$at" 'NR == at { print ENVIRON["AFTER"]; next } { print }' "$work/source" >"$file"
        ! made "$build" "$object" || cmp -s "$build/$object" "$work/object" || return 0
        cp "$work/source" "$file"
    done
}

# --- rounds ----------------------------------------------------------------------------------------------

all_killed=0
all_tried=0
while [ "$rounds" -gt 0 ]; do
    killed=0
    tried=0
    for number in $(seq "$first" "$last"); do
        draw "$number"
        covering "$file" "$at" >"$work/covering"
        by=$(killer "$build" 3<"$work/covering")
        # What only reaches past its memory needs the sanitizers to be seen: by tests of its module and of several.
        if [ -z "$by" ] && [ -s "$work/covering" ]; then
            configure "$tree/build-sanitized" "-O1 -g" -DTLB_SANITIZE=ON
            listed -L . | grep -vxF "$(listed -L "^${group##*/}\$")" >"$work/others" || true
            awk '$2 < 10' "$work/covering" | awk 'NR == FNR { others[$1]; next } !($1 in others)' "$work/others" - >"$work/quick"
            by=$(killer "$tree/build-sanitized" 3<"$work/quick")
        fi
        cp "$work/source" "$file"
        tried=$((tried + 1))
        if [ -n "$by" ]; then
            killed=$((killed + 1))
        elif [ -s "$work/covering" ]; then
            by="SURVIVED $(wc -l <"$work/covering") tests"
        else
            by="SURVIVED, no test executes it"
        fi
        printf '%-10s %s:%s\n%11s%s\n%11s-> %s\n%11s%s\n' "$seed/$number" "$file" "$at" '' "$before" '' "$after" '' "$by"
    done
    echo "seed $seed, mutants $first to $last: $killed of $tried killed"
    all_killed=$((all_killed + killed))
    all_tried=$((all_tried + tried))
    seed=$((seed + 1))
    rounds=$((rounds - 1))
done
echo "$all_killed of $all_tried killed"
[ $((all_killed * 100)) -ge $((all_tried * least)) ]
