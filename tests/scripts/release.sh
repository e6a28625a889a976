#!/bin/sh
# Brings the command without sanitizers up to date, in build/.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release
cmake --build build --target trilobite_command
