# Flat ground is stood on, where there is nothing else to see.
trilobite new ter >flat.json && trilobite build flat.json flat.ter
trilobite convert flat.ter flat.png --view inside --size 64x48
ls
