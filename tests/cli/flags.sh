# Flags by name: in the map, in JSON and in assignments.
trilobite dump --map "$SAMPLES/courtyard.roo" sectors | grep flags | head -4
trilobite dump --map "$SAMPLES/rooms.dif" 'details[0].surfaces' | grep surfaceFlags | head -2
trilobite set "$SAMPLES/courtyard.roo" 'sidedefs[0].flags=passable|mapAlways|0x400' security=null -o set.roo
trilobite dump --map set.roo 'sidedefs[0].flags'
trilobite dump "$SAMPLES/courtyard.roo" | sed '/"security"/d; 0,/"flags": [0-9]*/s//"flags": ["passable", "mapAlways", "scrollSlow"]/' |
    trilobite build - built.roo && trilobite dump --map built.roo 'sidedefs[0].flags'
trilobite set "$SAMPLES/rooms.dif" 'details[0].surfaces[0].surfaceFlags=outsideVisible|shiny' -o none.dif
echo "exit $?"
trilobite set "$SAMPLES/windmill.dts" 'objects[0].flags=invisible' -o set.dts && trilobite dump --map set.dts 'objects[0].flags'
