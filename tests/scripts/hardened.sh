#!/bin/sh
# hardened.sh BUILD: the command and the library are what programs for untrusted files should be, and the library has nothing
# that could be written and is not its caller's. (Draco is C++, whose streams and exceptions have.)
set -eu
cd "$(dirname "$0")/../.."
failed=""
expect() { # what, where it is to be found
    printf '%s\n' "$2" | grep -q "$1" || failed="$failed
$file: no $1"
}
for file in "$1/trilobite" "$1/libtrilobite.so"; do
    dynamic=$(readelf -dW "$file")
    expect 'BIND_NOW\|NOW' "$dynamic"
    expect GNU_RELRO "$(readelf -lW "$file")"
    expect 'GNU_STACK.*RW ' "$(readelf -lW "$file")"
    expect 'DYN (' "$(readelf -hW "$file")"
    symbols=$(readelf -sW --dyn-syms "$file")
    expect __stack_chk_fail "$symbols"
    expect '__[a-z]*_chk@' "$symbols"
    # Debian's C library has no mark of it yet: the code alone is ready.
    [ "$(uname -m)" != x86_64 ] || expect endbr64 "$(objdump -d "$file" | grep -m 20 endbr64)"
done
state=$(size -A "$1/libtrilobite.a" | awk '/^[^ ]+\.o / { object = $1 }
    $1 ~ /^\.(data|bss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 && object !~ /^draco/ { print object ": " $2 " bytes in " $1 }')
[ -z "$state" ] || failed="$failed
$state"
[ -z "$failed" ] || { echo "$failed" && exit 1; }
