#!/bin/sh
# The types of files: file(1) and desktops find that of every sample and seed, as `info` does, and give none of ours to
# other files. The entries of the desktop are valid, and the thumbnailer's own command draws, within its limits.
#
#     types.sh BUILD COMMAND      COMMAND: without sanitizers, which take more memory than the thumbnailer allows
set -eu
build=$(realpath "$1")
command=$(realpath "$2")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
for program in file gio update-mime-database desktop-file-validate; do
    need types command -v $program
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$command" "$work/bin/trilobite"
PATH=$work/bin:$PATH
tab=$(printf '\t')
fail() { echo "FAILED: $*"; exit 1; }
none() { # MESSAGE FILE
    [ ! -s "$2" ] || { cat "$2"; fail "$1"; }
}

# TITLE, TYPE, whether files of it have signatures.
awk -F'[<>"]' '/<mime-type/ { type = $3 } /<comment/ { title = $3; magic = 0 } /<magic/ { magic = 1 }
    /<\/mime-type/ { print title "\t" type "\t" magic }' "$build/trilobite.xml" >"$work/types"
# A new format gets a type (tool/manual/types.c), or is one of these, which others define.
trilobite formats | awk -F' *[|] *' '$5 == "yes" { print $3 }' | sort >"$work/titles"
cut -f 1 "$work/types" | sort | comm -13 - "$work/titles" >"$work/others"
diff "$work/others" - <<END || fail "a format (<) has no type: tool/manual/types.c"
GIMP palette
JASC palette
Microsoft bitmap
Microsoft palette (RIFF PAL)
PNG picture
Palette of bare bytes
WAD archive
Wavefront OBJ
ZIP archive
glTF binary
glTF with files beside it
END

# What `info` says of each file: FILE, TYPE, whether it has signatures.
find samples fuzz/seeds -type f | sort >"$work/files"
trilobite info --jsonl -T "$work/files" 2>/dev/null |
    sed -n 's/^{"file":"\([^"]*\)","format":"[^"]*","title":"\([^"]*\)".*/\1\t\2/p' >"$work/titles" || true
awk -F'\t' 'NR == FNR { type[$1] = $2; magic[$1] = $3; next } { print $1 "\t" type[$2] "\t" magic[$2] + 0 }' \
    "$work/types" "$work/titles" >"$work/wanted"
[ "$(wc -l <"$work/wanted")" -ge 250 ] || fail "few files: $(wc -l <"$work/wanted")"

# Compares with what a program found: FILE, TYPE. None of our types is wrong, and samples have theirs. `signatures`: the
# program goes by these alone, and none before comments.
judge() { # PROGRAM, 0 or signatures
    awk -F'\t' -v program="$1" -v alone="$2" '
        FILENAME ~ /types$/ { ours[$2]; next }
        FILENAME ~ /found$/ { if ($2 in ours) found[$1] = $2; next }
        { required = $2 != "" && $1 ~ /^samples/ && $1 !~ /\.bmp$/ && (!alone || $3) }
        found[$1] != $2 && (found[$1] != "" || required) { print program ": " $1 " is " found[$1] ", not " $2 }
    ' "$work/types" "$work/found" "$work/wanted" >"$work/differences"
    none "wrong types" "$work/differences"
}
file -N -F "$tab" --mime-type -m "$build/trilobite.magic" -f "$work/files" | sed "s/$tab */$tab/" >"$work/found"
judge file signatures
file -b -m "$build/trilobite.magic" samples/rooms.dif | grep -qx 'Torque interior'
# A small shape without an exporter's version has the signature of sequences, too.
printf '\030\0\0\0\321\0\0\0\255\0\0\0\302\0\0\0\1\0\0\0' >"$work/small"
file -b -m "$build/trilobite.magic" "$work/small" | grep -qx 'Torque shape' || fail "a small shape"

export XDG_DATA_HOME="$work/share" XDG_DATA_DIRS="$work/share"
mkdir -p "$work/share/mime/packages"
cp "$build/trilobite.xml" "${MIME:=/usr/share/mime/packages/freedesktop.org.xml}" "$work/share/mime/packages/"
update-mime-database "$work/share/mime" 2>"$work/said" || fail "update-mime-database: $(cat "$work/said")"
xargs gio info -a standard::content-type <"$work/files" |
    sed -n 's/^uri: file:\/\/\(.*\)/\1/p; s/^ *standard::content-type: /\t/p' | paste -d '' - - |
    sed "s|^$PWD/||; s/%23/#/g" >"$work/found"
judge gio 0

# Files of others, among them C++ that begins with a namespace; pages of formats show how files begin.
printf 'namespace example\n{\n}\n' >"$work/example"
{
    find docs src tests/scripts viewer/src tests/gltf -type f ! -path '*/node_modules/*' ! -path 'docs/formats/*'
    find /usr/bin /usr/lib /usr/share/doc -type f 2>/dev/null | head -n 1500
    echo "$work/example"
} >"$work/foreign"
file -b --mime-type -m "$build/trilobite.magic" -f "$work/foreign" | sort -u >"$work/found"
cut -f 2 "$work/types" | sort | comm -12 - "$work/found" >"$work/differences"
none "found in files that are not ours" "$work/differences"

# The desktop.
sed -n 's/^MimeType=//p' "$build/trilobite.desktop" "$build/trilobite.thumbnailer" | tr ';' '\n' | sed '/^$/d' | sort -u >"$work/named"
[ "$(wc -l <"$work/named")" -ge 20 ]
cut -f 2 "$work/types" | sort | comm -13 - "$work/named" >"$work/differences"
none "types that there are not" "$work/differences"
desktop-file-validate "$build/trilobite.desktop"
! command -v appstreamcli >/dev/null || appstreamcli validate --no-net packaging/desktop/*.metainfo.xml >"$work/said" || fail "$(cat "$work/said")"

# The line of the thumbnailer, as a file manager runs it.
line=$(sed -n 's/^Exec=//p' "$build/trilobite.thumbnailer")
thumbnail() { # IN OUT SIZE
    quoted=$(printf '%s' "$1" | sed "s/'/'\\\\''/g; s/[&|\\\\]/\\\\&/g")
    eval "$(printf '%s' "$line" | sed "s|%i|'$quoted'|; s|%o|'$2'|; s|%s|$3|")"
}
size_of() { od -A n -j 16 -N 8 -t x1 "$1" | tr -d ' '; }
cp samples/windmill.dts "$work/a mill's -\$x.dts"
: >"$work/mill" # file managers make the file before
thumbnail "$work/a mill's -\$x.dts" "$work/mill" 128 >"$work/said" 2>&1 || fail "thumbnailer: $(cat "$work/said")"
none "the thumbnailer says something" "$work/said"
[ "$(size_of "$work/mill")" = 0000008000000080 ] || fail "the thumbnail is not of 128 by 128"
mkdir "$work/limits"
printf '#!/bin/sh\nulimit -t; ulimit -v; ulimit -f\n' >"$work/limits/trilobite"
chmod +x "$work/limits/trilobite"
(PATH=$work/limits:$PATH && thumbnail in out 256) | paste -s -d ' ' >"$work/said"
grep -qx '20 2000000 32768' "$work/said" || fail "limits of the thumbnailer: $(cat "$work/said")"
truncate -s 3G "$work/huge.dif"
printf '\054\0\0\0\0\001\0\0\0' | dd of="$work/huge.dif" conv=notrunc 2>/dev/null
for file in "$work/huge.dif" tests/invalid/too-many-details.dif tests/invalid/roo-grid-too-large.roo fuzz/seeds/vol/bomb.vol; do
    ! thumbnail "$file" "$work/hostile" 256 >/dev/null 2>&1 || fail "a thumbnail of $file"
    [ ! -e "$work/hostile" ]
done
