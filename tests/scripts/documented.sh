#!/bin/sh
# Every public function is documented: by a comment above it or above the group that it is in, without a blank line
# in between, or at the end of its line.
#
#     documented.sh [FOLDER OF HEADERS]
set -eu
cd "$(dirname "$0")/../.."
find "${1:-include/trilobite}" -name '*.h' | sort | xargs awk '
    FNR == 1 || /^$/ { documented = 0 }
    /^\/\*/ && !/^\/\* ---/ { documented = 1 }
    /^TLB_API/ { declaration = ""; inside = 1; line = FNR }
    inside {
        declaration = declaration $0
        if ($0 ~ /;/) {
            inside = 0
            if (!documented && declaration !~ /;[ ]*\/\*/) {
                match(declaration, /tlb_[a-z0-9_]*\(/)
                printf "%s:%d: %s is not documented\n", FILENAME, line, substr(declaration, RSTART, RLENGTH - 1)
                failed = 1
            }
        }
    }
    END { exit failed }'
