# A room with what the server's programs place in it.
room="$SAMPLES/courtyard.roo"
trilobite convert "$room" room.glb --kod "$SAMPLES/kod" --all
trilobite info room.glb | head -n 9
trilobite convert -q "$room" room.gltf --kod "$SAMPLES/kod"
grep -o '"name": *"\(Signpost\|Lantern\|Plant\|Sound\|RID_LANE\|objects\|exits\)"' room.gltf | sort | uniq -c
trilobite convert "$room" map.svg --automap --kod "$SAMPLES/kod"
echo $?
trilobite convert "$room" none.glb --kod nowhere
echo $?
cp "$room" tower.roo
trilobite convert tower.roo tower.glb --kod "$SAMPLES/kod" --assets "$SAMPLES/textures"
trilobite convert "$room" room.roo --kod "$SAMPLES/kod" --roo-version 14
