#!/bin/sh
# Runs a program for Windows, with a Wine of its own in build-windows.
#
#     wine.sh PROGRAM [WORD...]
export WINEPREFIX="${WINEPREFIX:-$(cd "$(dirname "$0")/../.." && pwd)/build-windows/wine}" WINEDEBUG=-all
# No browser or Mono is to be offered for download.
export WINEDLLOVERRIDES="mscoree=d;mshtml=d;winemenubuilder.exe=d"
exec wine "$@"
