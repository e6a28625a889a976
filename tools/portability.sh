#!/bin/sh
# What every file of samples, seeds and tests/invalid gives in every direction (tests/hashes), with other compilers, at other
# optimizations and on other machines: it has to be the same. s390x, which has the other byte order, is played by qemu.
#
#     portability.sh [NAME...]   all of gcc-O0 gcc-O3 clang-O0 clang-O2 i386 s390x, or those
set -u
cd "$(dirname "$0")/.."
failed=""
log=build-portability/log
mkdir -p build-portability

try() { # name, what runs programs, options of cmake
    name=$1
    run=$2
    shift 2
    build=build-portability/$name
    # shellcheck disable=SC2086
    if cmake -S . -B "$build" -G Ninja -DTLB_TESTS=ON -DTLB_PICTURES=OFF -DCMAKE_BUILD_TYPE= "$@" >$log 2>&1 &&
        nice cmake --build "$build" --target test_hashes >>$log 2>&1 &&
        nice $run "$build/tests/test_hashes" tests/hashes samples fuzz/seeds tests/invalid >>$log 2>&1; then
        echo "$name: the same"
    else
        failed="$failed $name"
        echo "$name: FAILED"
        tail -n 20 $log | cut -c 1-300
    fi
}

# The libraries are unpacked from packages, not installed: those of several architectures have to be of one version, which
# Debian's archives of security updates do not keep.
unpack() { # Debian's name of the architecture, into root
    rm -rf "$root"
    mmdebstrap --quiet --variant=extract --architectures="$1" --include=libc6-dev,libgcc-s1,libpopt-dev,libpng-dev,libstb-dev,\
zlib1g-dev,libarchive-dev,libcmocka-dev,libjansson-dev,libmeshoptimizer-dev,libdraco-dev \
        bookworm "$root" "deb http://deb.debian.org/debian bookworm main" >$log 2>&1 || return 1
    find "$root/usr/lib" -type l -lname '/*' | while read -r link; do
        ln -sf "$root$(readlink "$link")" "$link" # not to this machine's
    done
    touch "$root/unpacked"
}

cross() { # Debian's name of the architecture, of its compiler, what runs programs, flags
    root=$PWD/build-portability/root-$1
    libraries=$("$2-gcc" -print-multiarch)
    [ -e "$root/unpacked" ] || unpack "$1" || { failed="$failed $1" && echo "$1: no libraries" && tail -n 5 $log && return; }
    export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_LIBDIR="$root/usr/lib/$libraries/pkgconfig"
    try "$1" "$3" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$1" -DCMAKE_C_COMPILER="$2-gcc" \
        -DCMAKE_CXX_COMPILER="$2-g++" -DCMAKE_LIBRARY_ARCHITECTURE="$libraries" -DCMAKE_SYSROOT="$root" \
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_C_FLAGS="-O2 ${4:-}"
    unset PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
}

for name in ${*:-gcc-O0 gcc-O3 clang-O0 clang-O2 i386 s390x}; do
    case $name in
    gcc-* | clang-*) try "$name" "" -DCMAKE_C_COMPILER="${name%-*}" -DCMAKE_C_FLAGS="-${name#*-}" ;;
    i386) # runs here, with libraries of its own
        own=$PWD/build-portability/root-i386
        cross i386 i686-linux-gnu "$own/lib/ld-linux.so.2 --library-path $own/lib/i386-linux-gnu:$own/usr/lib/i386-linux-gnu" \
            "-msse2 -mfpmath=sse"
        ;;
    s390x) cross s390x s390x-linux-gnu "qemu-s390x -L build-portability/root-s390x" ;;
    *) echo "no such machine: $name" && exit 2 ;;
    esac
done
[ -z "$failed" ] || { echo "not the same:$failed" && exit 1; }
