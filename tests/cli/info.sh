trilobite info "$SAMPLES/rooms.dif"
trilobite info --json "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" | head -c 120
