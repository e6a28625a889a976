# What a format converts to is listed.
trilobite convert "$SAMPLES/rooms.dif" rooms.roo
echo $?
trilobite convert "$SAMPLES/outpost.vol" outpost.glb
echo $?
