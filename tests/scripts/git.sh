#!/bin/sh
# What docs/GIT.md says works, with its own lines, in a repository made for it: differences of fields, the hook, and the
# check of the GitHub action.
#
#     git.sh TRILOBITE
set -eu
command=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/scripts/need.sh"
need git command -v git
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home" "$work/repository"
ln -s "$command" "$work/bin/trilobite"
export PATH="$work/bin:$PATH" HOME="$work/home" GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE XDG_CONFIG_HOME
git config --global user.name Test
git config --global user.email test@example.org
git config --global init.defaultBranch main

block() { # language, number
    awk -v want="$1" -v number="$2" '$0 == "```" want { inside = ++count == number; next } /^```/ { inside = 0 } inside' \
        "$root/docs/GIT.md"
}
fail() { echo "FAILED: $*"; cat "$work/out"; exit 1; }
expect() { grep -qF -e "$1" "$work/out" || fail "not there: $1"; }
status() { # EXPECTED COMMAND...
    expected=$1 code=0
    shift
    "$@" >"$work/out" 2>&1 || code=$?
    [ "$code" -eq "$expected" ] || fail "exit status $code, not $expected: $*"
}

cd "$work/repository"
git init -q
block gitattributes 1 >.gitattributes
block sh 1 >"$work/configure"
[ "$(wc -l <"$work/configure")" -ge 4 ]
sh -eu "$work/configure"
cp "$root/samples/rooms.dif" "$root/samples/outpost.vol" "$root/samples/windmill.dts" .
git add .
git commit -qm "Add rooms"
first=$(git rev-parse HEAD)
trilobite set rooms.dif 'details[0].portals[0].zoneFront=7'
printf 'more\n' >new.txt
trilobite pack outpost.vol --update new.txt
rm new.txt

status 0 git diff
expect '"zoneFront": 7'
grep -q '^@@.*"zonePortalList"' "$work/out" || fail "no name of the list"
expect 'new.txt'
git commit -qam "Change a portal"
status 0 git log -p -1
expect '"zoneFront": 7'
block sh 2 >"$work/difftool"
status 0 sh -eu "$work/difftool"
expect 'details[0].portals[0].zoneFront: 2 != 7'

git show "$first:rooms.dif" >"$work/first.dif"
head -c 300 "$work/first.dif" >"$work/broken.dif"
status 0 trilobite diff "$work/first.dif" "$work/first.dif"
status 1 trilobite diff "$work/first.dif" rooms.dif
status 3 trilobite diff "$work/first.dif" "$work/broken.dif"

# The action: names with blanks and what annotations give a meaning; patterns without the case of letters.
sed -n 's/^      run: \(sh .*\)/\1/p' "$root/packaging/action/action.yml" >"$work/action"
[ -s "$work/action" ]
FILES=$(awk '/^ *files:/ { mine = 1 } /^ *assets:/ { mine = 0 } mine && /^ *\*\./' "$root/packaging/action/action.yml")
export FILES GITHUB_ACTION_PATH="$root/packaging/action"
status 1 env BASE="$first" sh "$work/action"
expect '::error file=rooms.dif,title=DIF_PORTAL::details[0].portals[0].zoneFront: index 7 out of range'
expect '::warning file=rooms.dif,title=DIF_PORTAL_SIDES::'
! grep -q 'windmill' "$work/out" || fail "what did not change is checked"
status 0 env BASE="$(git rev-parse HEAD)" sh "$work/action"
expect 'no files to check'
status 1 env BASE=0000000000000000000000000000000000000000 sh "$work/action"
expect 'windmill.dts'
git checkout -q "$first" -- rooms.dif
git commit -qam "Restore the portal"
status 0 env BASE="$first" sh "$work/action"
mkdir 'a, b'
cp "$work/broken.dif" 'a, b/100%: x.DIF'
git add .
git commit -qm "Add a damaged file"
status 3 env BASE="$first" sh "$work/action"
expect '::error file=a%2C b/100%25%3A x.DIF,title=TRUNCATED::details: header claims'
status 3 env BASE="$first" ASSETS="$root/samples/textures" sh "$work/action"

# The hook sees what is staged, and nothing of the folder.
git rm -rqf 'a, b'
git commit -qm "Remove it"
block hook 1 >.git/hooks/pre-commit
chmod +x .git/hooks/pre-commit
cp "$work/broken.dif" damaged.dif
git add damaged.dif
status 1 git commit -qm "Add a damaged file"
expect TRUNCATED
cp "$work/first.dif" damaged.dif
status 1 git commit -qm "Add a damaged file"
git add damaged.dif
status 0 git commit -qm "Add a sound file"
# What git says of a damaged file is what the command says.
cp "$work/broken.dif" damaged.dif
status 128 git diff
expect TRUNCATED
status 0 git diff --no-textconv
expect 'Binary files'
