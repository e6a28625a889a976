#!/bin/sh
# The lines of docs/CATALOG.md, in a folder with our samples as "game", and that it names every column.
#
#     recipes.sh TRILOBITE [sh|parallel|duckdb|slurm]
#
# The shell's are run where the command has SQLite; each of the others where its program is.
set -eu
command=$(realpath "$1")
part=${2:-sh}
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/scripts/need.sh"
need sqlite command -v sqlite3
case $part in
parallel | duckdb) need "$part" command -v "$part" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home"
ln -s "$command" "$work/bin/trilobite"
export PATH="$work/bin:$PATH" HOME="$work/home"
cp -r "$root/samples" "$work/game"
cd "$work"
trilobite catalog game -o game.sqlite -q 2>said || { cat said; grep -q 'no SQLite' said && exit 77; exit 1; }

block() { awk -v want="\`\`\`$1" '$0 == want { inside = 1; next } /^```/ { inside = 0 } inside' "$root/docs/CATALOG.md"; }
same() { # CATALOG: what merging gives is what is made at once
    for table in files needs diagnostics animations materials; do
        columns=$(sqlite3 game.sqlite "SELECT group_concat(name) FROM pragma_table_info('$table') WHERE name NOT IN ('run', 'listed')")
        for catalog in game.sqlite "$1"; do
            sqlite3 "$catalog" "SELECT $columns FROM $table ORDER BY 1, 2" >"$(basename "$catalog").$table"
        done
        [ -s "game.sqlite.$table" ]
        cmp "game.sqlite.$table" "$(basename "$1").$table"
    done
}

case $part in
sh)
    block sh >lines
    [ "$(grep -c '^sqlite3 ' lines)" -ge 12 ]
    sh -eu lines >answers
    grep -q '│ dts ' answers || { cat answers; exit 1; }
    sqlite3 game.sqlite "SELECT m.name || ' ' || t.name FROM sqlite_schema m, pragma_table_info(m.name) t WHERE m.type = 'table'
        AND m.name NOT LIKE 'sqlite%' AND t.name NOT GLOB 'm??_?'" >columns
    while read -r table column; do
        grep -q "\`$table\`" "$root/docs/CATALOG.md" && grep -q "\`$column\`" "$root/docs/CATALOG.md" ||
            { echo "docs/CATALOG.md does not name $table.$column"; exit 1; }
    done <columns
    for view in $(sqlite3 game.sqlite "SELECT name FROM sqlite_schema WHERE type = 'view'"); do
        grep -q "^| \`$view\`" "$root/docs/CATALOG.md" || { echo "docs/CATALOG.md does not name the view $view"; exit 1; }
    done
    ;;
parallel)
    block 'sh parallel' >lines
    [ -s lines ]
    sh -eu lines
    same whole.sqlite
    ;;
duckdb)
    trilobite catalog game -o game.csv
    block 'sh duckdb' >lines
    [ -s lines ]
    sh -eu lines | grep -q dts
    [ -s game.parquet ]
    ;;
slurm)
    block sbatch >catalog.sbatch
    block 'sh slurm' >lines
    [ -s catalog.sbatch ] && [ -s lines ]
    sh -eu lines
    same whole.sqlite
    ls shard-*.sqlite
    ;;
esac
