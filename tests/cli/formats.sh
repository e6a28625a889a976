trilobite formats | grep '| dif'
trilobite formats --json | grep '"name": "dif"'
