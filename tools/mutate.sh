#!/bin/sh
# Do the tests see a mistake? Makes COUNT mutants of the sources, one after the other: a line drawn by SEED, with one
# operator, constant, width or statement changed. Each is compiled in a copy of HEAD and the tests are run, quick ones of
# its module first, until one fails. What does not compile, or compiles to the same code, is drawn anew; what
# tools/mutants.same lists changes nothing that can be seen and is left out. Fails when less than 95 % are killed.
#
#     mutate.sh [SEED] [COUNT]
set -eu
seed=${1:-13}
count=${2:-40}
least=95
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
tree=$work/tree
build=$tree/build-mutants
trap 'git -C "$root" worktree remove --force "$tree" >/dev/null 2>&1; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset TLB_CORPUS

git -C "$root" worktree add --quiet --detach "$tree" HEAD
for folder in viewer tests/gltf; do
    [ ! -d "$root/$folder/node_modules" ] || cp -r "$root/$folder/node_modules" "$tree/$folder/"
done
cd "$tree"
configure() { # folder, more of it
    folder=$1
    shift
    cmake -G Ninja -S . -B "$folder" -DTLB_TESTS=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 "$@" >/dev/null
}
configure "$build"
ninja -C "$build" >"$work/build.log" || { tail -n 20 "$work/build.log"; exit 1; }

# --- the tests, quick ones first -------------------------------------------------------------------------

# Those that look at pictures, pages, installations and other programs take long and see little of the sources.
left_out='^(test_render|test_render_likeness|html|gallery|page_.*|install|families|readme|engines|paths|layers|symbols|mutants_.*|sweep_.*|gltf|consumers_.*)$'
ctest --test-dir "$build" -j 2 -E "$left_out" >"$work/tests.log" ||
    sed -n 's/^.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\(Failed\|Timeout\|Exception\).*/left out, as it fails without any mutant: \1/p' "$work/tests.log"
# name, seconds
sed -n 's/.*Test *#[0-9]*: \([^ ]*\) \.* *Passed *\([0-9.]*\) sec.*/\1 \2/p' "$work/tests.log" | sort -k2n >"$work/times"
tests_of() { ctest --test-dir "$build" -N -L "^$1\$" | sed -n 's/.*Test *#[0-9]*: //p'; }
groups_of() { ctest --test-dir "$build" -N -R "^$1_" | sed -n 's/.*Test *#[0-9]*: //p'; }
test_named() { ctest --test-dir "$build" -N -R "^test_$1\$" | sed -n 's/.*Test *#[0-9]*: //p'; }

# The first of the tests read that fails.
killer() {
    while read -r name; do
        seconds=$(sed -n "s/^$name //p" "$work/times")
        [ -n "$seconds" ] && ! grep -qx "$name" "$work/run" || continue
        echo "$name" >>"$work/run"
        limit=$(awk "BEGIN { print int($seconds * 10) + 20 }")
        (ulimit -f 2000000; ctest --test-dir "$build" -R "^$name\$" --timeout "$limit") >"$work/test.log" 2>&1 || {
            echo "$name"
            return
        }
    done
}

# --- mutants ---------------------------------------------------------------------------------------------

groups='src/base src/layout src/image src/scene src/assets src/core src/formats/torque src/formats/darkstar
src/formats/meridian src/formats/sense8 src/formats/interquake src/formats/interchange tool src/writers'
number=0
for group in $groups; do
    number=$((number + 1))
    # shellcheck disable=SC2046
    awk -v SEED=$((seed * 100 + number)) -v COUNT=200 -f "$root/tools/mutants.awk" $(git ls-files "$group/*.c" | sort) >"$work/$number"
done

build_of() { ninja -C "$build" "$@" >"$work/build.log" 2>&1; }
object_of() { find "$build/${1%%/*}" -path "*.dir/${1#*/}.o" | head -n 1; }

killed=0
tried=0
failed=0
printf '%-4s %-44s %s\n' '' place 'before -> after'
while [ "$tried" -lt "$count" ]; do
    for number in $(seq 14); do
        [ "$tried" -lt "$count" ] || break
        group=$(echo $groups | cut -d ' ' -f "$number")
        module=${group##*/}
        while :; do
            line=$(head -n 1 "$work/$number")
            [ -n "$line" ] || { echo "$group: no more mutants" >&2; break; }
            sed -i 1d "$work/$number"
            file=$(printf '%s' "$line" | cut -f 1)
            at=$(printf '%s' "$line" | cut -f 2)
            before=$(printf '%s' "$line" | cut -f 3 | sed 's/^ *//')
            after=$(printf '%s' "$line" | cut -f 4 | sed 's/^ *//')
            ! grep -qxF "$file: $before -> $after" "$root/tools/mutants.same" || continue
            object=$(object_of "$file")
            cp "$object" "$work/object"
            cp "$file" "$work/source"
            AFTER=$(printf '%s' "$line" | cut -f 4) awk -v at="$at" 'NR == at { print ENVIRON["AFTER"]; next } { print }' "$work/source" >"$file"
            if build_of "${object#"$build/"}" && ! cmp -s "$object" "$work/object"; then
                break
            fi
            cp "$work/source" "$file"
        done
        tried=$((tried + 1))
        : >"$work/run"
        own=$(tests_of "$module")
        by=
        # shellcheck disable=SC2086
        if [ -n "$own" ]; then
            build_of $own
            by=$(printf '%s\n' $own | sort >"$work/own" && awk 'NR == FNR { own[$1] = 1; next } $1 in own { print $1 }' "$work/own" "$work/times" | killer)
        fi
        if [ -z "$by" ]; then
            build_of trilobite_command make_samples test_files test_invalid test_hashes || by=build
            [ -n "$by" ] || by=$(printf '%s\n' samples invalid hashes files_samples command_line | killer)
            [ -n "$by" ] || build_of all || by=build
            [ -n "$by" ] || by=$(cut -d ' ' -f 1 "$work/times" | killer)
        fi
        # What only reaches past its memory needs the sanitizers to be seen.
        if [ -z "$by" ]; then
            build=$tree/build-sanitized
            [ -d "$build" ] || configure "$build" -DTLB_SANITIZE=ON
            : >"$work/run"
            named=$(test_named "$(basename "$file" .c)") # it may be of another module
            # shellcheck disable=SC2086
            build_of $own $named trilobite_command make_samples test_files test_allocations
            by=$(printf '%s\n' $own $named samples files_samples $(groups_of allocations) command_line | killer)
            build=$tree/build-mutants
        fi
        cp "$work/source" "$file"
        if [ -n "$by" ]; then
            killed=$((killed + 1))
        else
            by=SURVIVED
        fi
        printf '%-4s %-44s %s\n%-49s-> %s\n%-49s%s\n' "$tried" "$file:$at" "$before" '' "$after" '' "$by"
    done
done
echo "seed $seed: $killed of $tried killed"
[ $((killed * 100)) -ge $((tried * least)) ]
