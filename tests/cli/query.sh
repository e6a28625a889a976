trilobite query "$SAMPLES/rooms.dif"
trilobite query "$SAMPLES/rooms.dif" ray 0 3 2 0 3 -10
trilobite query --json "$SAMPLES/rooms.dif" point -5 3 1
trilobite query "$SAMPLES/rooms.dif" which way
