#!/bin/sh
# Brings what is installed up to date without sanitizers, in build/.
set -eu
cd "$(dirname "$0")/../.."
cmake --preset release
cmake --build build
