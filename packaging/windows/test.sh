#!/bin/sh
# The tests of BUILD, a build for Windows, with Wine: the programs, the command lines of tests/cli, and every file of CORPUS
# written back. What cannot run there is listed with the reason. Exits 1 when something fails.
#
#     test.sh BUILD [CORPUS]
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
corpus=${2:-}
wine=$here/wine.sh
work=$(mktemp -d)
# One session of Wine from beginning to end.
export WINEPREFIX="$build/wine"
"$wine" cmd /c exit && /usr/lib/wine/wineserver64 -p
trap '/usr/lib/wine/wineserver64 -k; rm -rf "$work"' EXIT
export TLB_CORPUS= TLB_REQUIRED=
failed=0

# Tests whose time is better spent here, or that cannot pass: each line a pattern of names, and why.
skipped='^('$(ctest --test-dir "$build" --show-only=json-v1 | python3 -c 'import json, sys
print("|".join(test["name"] for test in json.load(sys.stdin)["tests"] if test.get("command", [""])[0].endswith("/sh")))')')$	scripts for Linux; command lines and hashes are run below
^hashes$	run below
^fuzz_	seeds are read as symbolic links name the program
^(test_renderer|test_options|test_cancel)$	pictures of models are left out
^test_number$	strtod of msvcrt, which it measures by, rounds otherwise: 17 of its 18 tests pass
_corpus$|^files_|^info_|^level_pairs|^fixed_points|^roo_version_corpus	the corpus is read below, each file once
^(sweep|allocations|mutants)_	bounds and memory, the same on every system; no sanitizer here'
exclude=$(printf '%s\n' "$skipped" | cut -f 1 | paste -sd '|')

echo "--- programs"
ctest --test-dir "$build" -E "$exclude" -j 2 --timeout 600 >"$work/programs" 2>&1 || failed=1
grep -E '\*\*\*|tests passed|Skipped' "$work/programs"
printf '%s\n' "$skipped" | sed 's/\(.*\)\t/not run, \1: /'

echo "--- files in every direction"
if (cd "$root" && "$wine" "$build/tests/test_hashes.exe" tests/hashes samples fuzz/seeds tests/invalid) >"$work/hashes" 2>&1; then
    echo "$(wc -l <"$root/tests/hashes") give the same bytes as here"
else
    tail -n 20 "$work/hashes"
    failed=1
fi

echo "--- command lines"
# A program that a shell starts by its name.
cat >"$work/trilobite" <<END
#!/bin/sh
exec "$wine" "$build/trilobite.exe" "\$@"
END
chmod +x "$work/trilobite"
try() { # script
    sh "$root/tests/cli/run.sh" "$work/trilobite" "$1" >"$work/output" 2>&1
}
passed=0
for script in "$root"/tests/cli/*.sh; do
    name=$(basename "$script" .sh)
    [ "$name" != run ] || continue
    reason=$(sed -n "s/^$name	//p" "$here/command_lines.skipped")
    if [ -n "$reason" ]; then
        echo "not run, $name: $reason"
    elif try "$script" || try "$script"; then # sessions of Wine break off now and then
        passed=$((passed + 1))
    else
        cat "$work/output"
        failed=1
    fi
done
echo "$passed command lines passed"

echo "--- patterns"
cd "$root/samples"
"$wine" "$build/trilobite.exe" roundtrip '*.roo' 'darkstar\*.d?s' 'none*.dif' 2>/dev/null | tr '\\' / >"$work/expanded"
"$wine" "$build/trilobite.exe" roundtrip ./*.roo darkstar/*.d?s 'none*.dif' 2>/dev/null | sed 's|  \./|  |' >"$work/expected"
diff "$work/expected" "$work/expanded" && echo "expanded as by a shell" || failed=1
cd "$root"

echo "--- catalogs"
rows() { # CATALOG
    python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("""SELECT path, size, sha256, format, version, verdict, triangles, found FROM files
    LEFT JOIN needs USING (path) ORDER BY path, needs.number"""): print(*row, sep="\t")' "$1"
}
windows_catalog() { "$wine" "$build/trilobite.exe" catalog -q "$@" || failed=1; }
(
    cp -r "$root/samples" "$work/samples"
    cd "$work"
    windows_catalog samples -o whole.sqlite
    windows_catalog samples -o whole.sqlite # nothing is read again
    windows_catalog 'samples\' -o part-1.sqlite --shard 1/2
    windows_catalog 'samples\' -o part-2.sqlite --shard 2/2
    windows_catalog --merge part-1.sqlite part-2.sqlite -o merged.sqlite
    rows merged.sqlite >merged
    rows whole.sqlite | tee windows | cmp - merged || failed=1
    if [ -x "$root/build/trilobite" ]; then
        "$root/build/trilobite" catalog -q samples -o here.sqlite
        rows here.sqlite | diff - windows || failed=1
    fi
    echo "$(wc -l <windows) rows"
    [ -s windows ] && exit $failed
) || failed=1

echo "--- Ctrl-C"
mkdir "$work/in" "$work/out"
for i in $(seq 300); do cp "$root/samples/windmill.dts" "$work/in/$i.dts"; done
"$wine" "$build/trilobite.exe" convert -r "$work/in" "$work/out" --to glb 2>"$work/messages" &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(ls "$work/out" | wc -l)" -lt 3 ]; do sleep 0.1; done
kill -INT $pid
wait $pid
code=$?
echo "exit status $code, $(ls "$work/out" | grep -c 'glb$') of 300 files, $(ls "$work/out" | grep -vc 'glb$') others"
[ $code = 130 ] && [ "$(ls "$work/out" | grep -c 'glb$')" -lt 300 ] && ! ls "$work/out" | grep -qv 'glb$' || failed=1

if [ -n "$corpus" ]; then
    echo "--- files written back"
    "$wine" "$build/trilobite.exe" roundtrip -j 2 -r "$corpus" >"$work/files" 2>"$work/messages"
    echo "Windows: $(tail -n 1 "$work/files")"
    if [ -x "$root/build/trilobite" ]; then
        "$root/build/trilobite" roundtrip -j 2 -r "$corpus" >"$work/here" 2>/dev/null
        echo "here:    $(tail -n 1 "$work/here")"
        cmp "$work/here" "$work/files" || failed=1
    fi
fi
exit $failed
