# What no open leaf or sector sees is left out, and counted: nothing of the samples, but of copies a surface that is
# turned to face the solid, a side of a pillar likewise, and a sector whose floor is above its ceiling.
cull() {
    trilobite convert "$1" all.obj --force -q
    trilobite convert "$1" seen.obj --force --face-cull 2>&1 | grep CULLED
    echo "$(grep -c ^f all.obj) faces, $(grep -c ^f seen.obj) of them seen"
}
cull "$SAMPLES/rooms.dif"
cull "$SAMPLES/darkstar/hall.dis"
cull "$SAMPLES/courtyard.roo"
cp "$SAMPLES/rooms.dif" "$SAMPLES/darkstar/hall-00.dig" "$SAMPLES/courtyard.roo" .
trilobite set rooms.dif 'details[0].surfaces[0].planeIndex=32769' && cull rooms.dif
trilobite set hall-00.dig 'surfaces[8].flags=32' && cull hall-00.dig
trilobite set courtyard.roo 'sectors[2].floorHeight=300' && cull courtyard.roo
