trilobite formats | grep '| dif'
trilobite formats --json | grep '"name"' | head -n 1
