trilobite ls "$SAMPLES/outpost.vol"
trilobite ls --json "$SAMPLES/outpost.vol"
trilobite ls "$SAMPLES/rooms.dif"
