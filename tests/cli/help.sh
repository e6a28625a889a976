trilobite -h | head -1
trilobite --help
trilobite roundtrip --help
trilobite --version
trilobite convert --help
trilobite help convert dif map.svg html
trilobite pack -h | tail -4
trilobite convert room.roo --help | grep -A 3 '^to'
# Of paths only what reading the first and writing the last uses.
trilobite convert room.roo room.glb --help | grep '^[ft][a-z]* [a-z]*:'
trilobite help fly 2>&1 | head -n 2
trilobite view --help all | grep -c automap
trilobite help convert fbx
