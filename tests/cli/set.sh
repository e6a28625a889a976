# Fields are set in place; only they differ, and setting them back gives the same bytes.
cp "$SAMPLES/rooms.dif" "$SAMPLES/lighthouse.nff" "$SAMPLES/courtyard.roo" "$SAMPLES/outpost.vol" .
trilobite set rooms.dif 'details[0].portals[0].zoneFront=1' 'details[0].boundingBox[1]=-20.5' \
    'details[0].points[2]=[1, 2.5, 3]' 'details[0].materials[0]=concrete' 'details[0].windings[0..1]=[3,4]'
trilobite diff "$SAMPLES/rooms.dif" rooms.dif
trilobite diff --json "$SAMPLES/rooms.dif" rooms.dif >/dev/null 2>&1
trilobite set rooms.dif "details[0].portals[0]=$(trilobite dump "$SAMPLES/rooms.dif" 'details[0].portals[0]')" \
    "details[0].boundingBox=$(trilobite dump "$SAMPLES/rooms.dif" 'details[0].boundingBox')" \
    "details[0].points[2]=$(trilobite dump "$SAMPLES/rooms.dif" 'details[0].points[2]')" \
    "details[0].materials[0]=$(trilobite dump "$SAMPLES/rooms.dif" 'details[0].materials[0]')" \
    "details[0].windings=$(trilobite dump "$SAMPLES/rooms.dif" 'details[0].windings')"
cmp "$SAMPLES/rooms.dif" rooms.dif && echo the same
# Lists grow, parts that may be missing go; a room's checksum is computed anew.
trilobite set rooms.dif 'triggers[0].properties[+]={"name": "a", "value": "b"}' 'gameEntities=[]' -o grown.dif
trilobite diff rooms.dif grown.dif
trilobite set courtyard.roo 'things[0].x=100' -o kept.roo
trilobite set courtyard.roo 'things[0].x=100' security=null -o computed.roo && trilobite check computed.roo
# Text keeps its spelling elsewhere.
trilobite set lighthouse.nff 'objects[0].polygons[0].color=[1,2,3]' && diff "$SAMPLES/lighthouse.nff" lighthouse.nff
# A member of a volume.
trilobite ls outpost.vol 'hall.d*'
trilobite set outpost.vol/hall.dml 'materials[0].red=9' && trilobite diff "$SAMPLES/outpost.vol" outpost.vol
trilobite ls outpost.vol 'hall.d*'
trilobite set outpost.vol/hall.dml 'materials[0].red=8' -o hall.dml && trilobite dump hall.dml 'materials[0].red'
# An existing file is replaced with --force only, but for the file itself.
trilobite set rooms.dif 'details[0].minPixels=1' -o grown.dif
echo "exit $?"
trilobite set rooms.dif 'details[0].minPixels=1' -o grown.dif --force && trilobite dump grown.dif 'details[0].minPixels'
trilobite set - 'details[0].minPixels=2' <rooms.dif | trilobite dump - 'details[0].minPixels'
