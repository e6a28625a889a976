#!/bin/sh
# Every golden command line and the tests on a terminal, with the npm package's command. What the package's documentation
# says it does not do is left out: pictures of models, and limits that the caller had ignored.
#
#     commands.sh PACKAGE
set -eu
package=$(realpath "$1")
cd "$(dirname "$0")/../.."
without='convert_without_a_display convert_without_opengl gallery gallery_black help json nothing_to_see picture_on_foot render_too_much sheet volume_kept wrong_names'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nexec node "%s/dist/trilobite.js" "$@"\n' "$package" >"$work/trilobite"
chmod +x "$work/trilobite"
scripts=""
for script in tests/cli/*.sh; do
    name=$(basename "$script" .sh)
    case " $without " in *" $name "*) ;; *) scripts="$scripts $PWD/$script" ;; esac
done
# shellcheck disable=SC2086
sh tests/cli/run.sh "$work/trilobite" $scripts
python3 tests/terminal.py "$work/trilobite"
