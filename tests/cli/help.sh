trilobite -h | head -1
trilobite --help
trilobite roundtrip --help
trilobite --version
trilobite convert --help
trilobite help convert dif map.svg html
trilobite pack -h | tail -4
trilobite convert room.roo --help | grep -A 3 '^to'
trilobite view --help all | grep -c automap
trilobite help convert fbx
