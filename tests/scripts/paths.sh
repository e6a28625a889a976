#!/bin/sh
# Every file and folder of the repository that a document names exists, and every relative link leads to a file.
set -eu
cd "$(dirname "$0")/../.."
missing=$(grep -rhoE '`(src|tool|tools|tests|viewer|fuzz|bench|packaging|include|samples|docs)/[A-Za-z0-9_./-]+`' ./*.md docs |
    tr -d '`' | sort -u | while read -r path; do
    [ -e "$path" ] || echo "$path"
done)
broken=$(grep -roE '\]\([^)#:]+[)#]' --include='*.md' ./*.md docs | sed 's/^\([^:]*\):](\(.*\).$/\1 \2/' | while read -r page link; do
    [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
done)
[ -z "$missing$broken" ] || {
    echo "named in documents, and not there:"
    echo "$missing$broken"
    exit 1
}
