#!/bin/sh
# Every file and folder of the repository that a document names exists.
set -eu
cd "$(dirname "$0")/../.."
missing=$(grep -rhoE '`(src|tool|tools|tests|viewer|fuzz|bench|packaging|include|samples|docs)/[A-Za-z0-9_./-]+`' ./*.md docs |
    tr -d '`' | sort -u | while read -r path; do
    [ -e "$path" ] || echo "$path"
done)
[ -z "$missing" ] || {
    echo "named in documents, and not there:"
    echo "$missing"
    exit 1
}
