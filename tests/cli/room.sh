room="$SAMPLES/courtyard.roo"
trilobite convert "$room" rebuilt.roo --rebuild && cmp "$room" rebuilt.roo && echo rebuilt
trilobite convert "$room" v12.roo --roo-version 12 && cmp "$SAMPLES/courtyard-v12.roo" v12.roo && echo version 12
trilobite convert v12.roo v15.roo --roo-version 15 && cmp "$room" v15.roo && echo and back
trilobite convert "$room" secret.roo --encrypt && trilobite dump secret.roo encryption
trilobite convert secret.roo clear.roo --decrypt && cmp "$room" clear.roo && echo decrypted
trilobite convert "$room" x.roo --roo-version 13
trilobite query "$room" point 3000 3000
trilobite query "$room" ray 3000 3000 1500 3000 9000 1500
trilobite query "$room" path 1000 1000 12000 2000
trilobite query "$room" square 2 4
