#!/bin/sh
# No product is passed to tlb_alloc, tlb_zalloc or tlb_allocate: where size_t has 32 bits it may overflow. The functions
# for arrays check it.
#
#     products.sh [FOLDER...]
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- src tool viewer/wasm examples bench
# A call goes on to the parenthesis that ends it; formatted, a product has blanks on both sides of its sign.
find "$@" -name '*.[ch]' ! -path src/base/arena.c | sort | xargs awk '
    !open && match($0, /tlb_(z?alloc|allocate)\(/) { call = ""; $0 = substr($0, RSTART); depth = 0; open = 1 }
    open {
        for (i = 1; i <= length($0) && open; i++) {
            c = substr($0, i, 1)
            call = call c
            depth += c == "("
            depth -= c == ")"
            if (c == ")" && !depth)
                open = 0
        }
        if (!open && call ~ / \* /) {
            printf "%s:%d: %s\n", FILENAME, FNR, call
            failed = 1
        }
    }
    END { exit failed }'
