#!/bin/sh
# The libraries that the command and its tests need, for Windows: static ones, from Debian's sources of them. zlib is a
# package of Debian's.
#
#     libraries.sh SOURCES FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" "$2"
sources=$(cd "$1" && pwd)
folder=$(cd "$2" && pwd)
[ ! -f "$folder/complete" ] || exit 0
sh "$here/../../tools/debian_sources.sh" "$sources" libpng1.6 popt xz-utils libarchive meshoptimizer draco cmocka jansson musl sqlite3

quietly() { # command
    "$@" >"$folder/log" 2>&1 || { tail -40 "$folder/log"; exit 1; }
}

build() { # package, option of CMake...
    package=$1
    shift
    [ ! -f "$folder/$package" ] || return 0
    echo "$package for Windows"
    quietly cmake -G Ninja -S "$sources/$package" -B "$sources/$package/build-windows" -Wno-dev \
        -DCMAKE_TOOLCHAIN_FILE="$here/mingw.cmake" -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib \
        -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF "$@"
    quietly cmake --build "$sources/$package/build-windows"
    quietly cmake --install "$sources/$package/build-windows"
    : >"$folder/$package"
}

build libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF
build xz-utils
build libarchive -DENABLE_TEST=OFF -DENABLE_TAR=OFF -DENABLE_CPIO=OFF -DENABLE_CAT=OFF -DENABLE_CNG=OFF -DENABLE_OPENSSL=OFF \
    -DZLIB_WINAPI=OFF -DZLIB_DLL=OFF -DENABLE_LIBXML2=OFF -DENABLE_EXPAT=OFF -DENABLE_ICONV=OFF -DENABLE_PCREPOSIX=OFF
# With what it needs itself.
archives="$folder/lib/libarchive_static.a $folder/lib/liblzma.a"
{ echo "create $folder/lib/libarchive.a" && printf 'addlib %s\n' $archives && echo save; } | x86_64-w64-mingw32-ar -M
build meshoptimizer
build draco
build cmocka -DCMAKE_C_FLAGS=-D__USE_MINGW_ANSI_STDIO=1 -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF -DUNIT_TESTING=OFF
cp "$folder/lib/libcmocka-static.a" "$folder/lib/libcmocka.a"
build jansson -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_BUILD_DOCS=OFF

echo "popt for Windows"
mkdir -p "$sources/popt/build-windows"
cd "$sources/popt/build-windows"
# Its sources are POSIX's: there is no terminal to be measured, and nobody runs it for somebody else.
sed -i 's/^#define[ \t]*POPT_USE_TIOCGWINSZ//' ../src/popthelp.c
quietly ../configure --host=x86_64-w64-mingw32 --prefix="$folder" --disable-shared --disable-nls \
    CPPFLAGS="-Dgetuid=getpid -Dgeteuid=getpid -Dgetgid=getpid -Dgetegid=getpid"
quietly make -C src install

echo "SQLite for Windows"
mkdir -p "$sources/sqlite3/build-windows"
cd "$sources/sqlite3/build-windows"
# Debian has the sources that its one file is made of.
quietly ../configure --disable-tcl --disable-readline
quietly make sqlite3.c sqlite3.h
quietly x86_64-w64-mingw32-gcc -O2 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DEFAULT_MEMSTATUS=0 -c sqlite3.c
x86_64-w64-mingw32-ar rcs "$folder/lib/libsqlite3.a" sqlite3.o
cp sqlite3.h "$folder/include/"

# The same input gives the same bytes everywhere: sin and its like are those of the page, not those of msvcrt.
echo "functions of musl for Windows"
mkdir -p "$sources/musl/build-windows"
cd "$sources/musl/build-windows"
: >endian.h
: >features.h
for name in sin cos sincos sincosf tan atan atan2 sinf cosf acosf atanf atan2f pow powf log2 hypot fmod remainder remquo __sin __cos __tan \
    __sindf __cosdf __rem_pio2 __rem_pio2f __rem_pio2_large pow_data powf_data log2_data exp_data exp2f_data __math_oflow \
    __math_uflow __math_xflow __math_invalid __math_invalidf __math_divzero __math_oflowf __math_uflowf __math_xflowf; do
    quietly x86_64-w64-mingw32-gcc -std=gnu11 -O2 -ffp-contract=off -D__CRT__NO_INLINE -Dhidden= "-Dweak_alias(a, b)=" \
        -D__BYTE_ORDER=1 -D__LITTLE_ENDIAN=1 -D__BIG_ENDIAN=2 -I. -I../src/internal -I../arch/generic -c "../src/math/$name.c"
done
x86_64-w64-mingw32-ar rcs "$folder/lib/libm.a" ./*.o

ln -sfn /usr/include/stb "$folder/include/stb"
rm -rf "$folder"/lib/*.dll.a "$folder/bin"
: >"$folder/complete"
