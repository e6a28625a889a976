#!/bin/sh
# Runs a program for Windows, with a Wine of its own in build-windows.
#
#     wine.sh PROGRAM [WORD...]
export WINEPREFIX="${WINEPREFIX:-$(cd "$(dirname "$0")/../.." && pwd)/build-windows/wine}" WINEDEBUG=-all
# No browser or Mono is to be offered for download.
export WINEDLLOVERRIDES="mscoree=d;mshtml=d;winemenubuilder.exe=d"
# Words and file names are UTF-8, even of a caller that sets another locale.
export LC_ALL=C.UTF-8
exec wine "$@"
