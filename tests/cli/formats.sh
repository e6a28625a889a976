trilobite formats | head -n 2
trilobite formats | grep '| dif'
trilobite formats --json | grep '"name": "dif"'
# Options, for programs that make dialogs of them.
trilobite formats --json | grep -A 9 '"option": "lod"' | head -n 10
