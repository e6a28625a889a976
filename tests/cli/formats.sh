trilobite formats | head -n 2
trilobite formats | grep '| dif'
trilobite formats --json | grep '"name": "dif"'
# Options, for programs that make dialogs of them.
trilobite formats --json | grep -A 9 '"option": "lod"' | head -n 10
# What can be done with a format, and what one of its options is for.
trilobite formats --json | sed -n '/"name": "dif"/,/"options"/p'
trilobite formats --json | grep '"option": "rebuild"' | head -n 1
