#!/bin/sh
# The examples of the manual page under Valgrind: no use of what is not set, no error of memory, nothing lost. Without those
# that draw: drivers of OpenGL have errors of their own.
#
#     valgrind.sh BUILD, one without sanitizers
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
need valgrind command -v valgrind
need scdoc test -e "$build/trilobite.1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/game" "$work/models"
cat >"$work/bin/trilobite" <<END
#!/bin/sh
exec valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$build/trilobite" "\$@"
END
chmod +x "$work/bin/trilobite"
# What the examples name.
cp samples/rooms.dif "$work"
cp -r samples/textures "$work/textures"
cp samples/windmill-v5.dts samples/lighthouse.nff "$work/game"
cp samples/trilobite.iqe "$work/guy.iqe"
sed "/^animation \"curl\"/,\$d" samples/trilobite.iqe >"$work/run.iqe"
"$build/trilobite" pack "$work/game.vol" samples/windmill.dts samples/darkstar/*.bmp samples/darkstar/*.ppl

sed -n '/^\.SH EXAMPLES/,/^\.SH OUTPUT/s/^\\fB\(trilobite .*\)\\fR$/\1/p' "$build/trilobite.1" | sed 's/\\&//g' |
    grep -v '\.png' >"$work/examples.sh"
[ "$(wc -l <"$work/examples.sh")" -ge 6 ] || { echo "only these examples:" && cat "$work/examples.sh" && exit 1; }
while read -r line; do
    (cd "$work" && PATH=$work/bin:$PATH sh -euc "$line" >said 2>&1) || {
        echo "FAILED under Valgrind: $line" && tail -n 30 "$work/said" && exit 1; }
done <"$work/examples.sh"
