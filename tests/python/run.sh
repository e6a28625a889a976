#!/bin/sh
# The Python package: its wheel is built of the library in BUILD, installed into a fresh environment, and tried there,
# as docs/PYTHON.md says; then its tests run, with numpy, which the environment does not have.
#
# Where SANITIZED has a library with sanitizers, the tests of memory run with that, too: what is freed is overwritten.
#
#     run.sh BUILD [SANITIZED]
set -eu
build=$(realpath "$1") sanitized=$(realpath "${2:-$1}")
cd "$(dirname "$0")/../.."
. tests/scripts/need.sh
python=$(for each in python3 /usr/bin/python3; do
    ! "$each" -c 'import ensurepip, numpy, pycparser, wheel' 2>/dev/null || { command -v "$each" && break; }
done)
need python test -n "$python"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PYTHONNOUSERSITE=1
unset PYTHONPATH

# The commands of the page; `make wheel` is what the Makefile has for it, of the library that there is.
blocks() { # LANGUAGE
    awk -v want="$1" '$0 == "```" want { inside = 1; next } /^```/ { inside = 0 } inside { print }' docs/PYTHON.md
}
mkdir "$work/install" "$work/bin"
ln -s "$PWD/python" "$PWD/include" "$PWD/LICENSE" "$work/install"
ln -s "$python" "$work/bin/python3"
blocks sh | sed "s|^make wheel.*|python3 python/build_wheel.py '$build' build|
    s|pip install |pip install -q --no-index |" >"$work/install.sh"
grep -q 'pip install' "$work/install.sh"
(cd "$work/install" && PATH=$work/bin:$PATH sh -eu "$work/install.sh" >/dev/null)
"$work/install/env/bin/python" tests/python/without_numpy.py samples

# A library of another version, and one that is none, are refused.
site=$(echo "$work"/install/env/lib/python3*/site-packages)
refuses() { # TEXT SOURCE
    echo "$2" | cc -shared -x c - -o "$work/other.so"
    ! TRILOBITE_LIBRARY=$work/other.so PYTHONPATH=$site "$python" -c 'import trilobite' 2>"$work/said" &&
        grep -q "ImportError: .*$1" "$work/said" || { echo "FAILED: $1" && cat "$work/said" && exit 1; }
}
refuses 'version 9.1.0; this package was made for' 'const char *tlb_version(void) { return "9.1.0"; }'
version=$("$work/install/env/bin/python" -c 'import trilobite; print(trilobite.__version__)')
refuses 'not the library' "const char *tlb_version(void) { return \"$version\"; }"

blocks python >"$work/page.py"
export PYTHONPATH="$site" TLB_PYTHON_PAGE="$work/page.py" TLB_PYTHON_BUILD="$build"
cd tests/python
"$python" -X dev -m unittest
! grep -q 'TLB_SANITIZE:BOOL=ON' "$sanitized/CMakeCache.txt" ||
    TRILOBITE_LIBRARY=$sanitized/libtrilobite.so LD_PRELOAD=$(cc -print-file-name=libasan.so) PYTHONMALLOC=malloc \
        ASAN_OPTIONS=detect_leaks=0:intercept_tls_get_addr=0:max_free_fill_size=1000000:free_fill_byte=170 \
        "$python" -m unittest test_memory test_documents.Making
