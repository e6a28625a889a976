#!/bin/sh
# .ci/run of the last commit, in a fresh clone. Where there is no corpus, its tests are skipped.
set -eu
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || echo "gate: uncommitted changes are not in what is tried"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet . "$work/trilobite"
if [ -d "${TLB_CORPUS:-}" ]; then
    export CI=true CORPUS="$TLB_CORPUS"
else
    unset CI
fi
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL sh "$work/trilobite/.ci/run" </dev/null
