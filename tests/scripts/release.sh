#!/bin/sh
# Brings the command and the shared library without sanitizers up to date, in build/.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release
cmake --build build --target trilobite_command trilobite_shared
