#!/bin/sh
# Links of the pages in Markdown lead to files and headings that are there.
set -eu
cd "$(dirname "$0")/../.."
python3 tests/site/links.py .
