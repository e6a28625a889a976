# A surface without a light map is not lit by that of its neighbours: it has a material of its own.
cp "$SAMPLES"/darkstar/hall* .
trilobite convert -q hall.dis lit.glb --light map && trilobite info lit.glb | grep materials
trilobite set hall-000.dil 'surfaces[0].map=0xffffffff' 'surfaces[1].map=0xffffffff'
trilobite convert -q hall.dis partly.glb --light map && trilobite info partly.glb | grep materials
# Ground of a block is where it is converted to: the terrain beside it has the size of its squares.
cp "$SAMPLES"/darkstar/hills* .
trilobite query 'hills#0.dtb' height 10 10 >alone && trilobite query hills.dtf height 10 10 | grep -v '^cell\|^block' | diff alone - && cat alone
