trilobite info "$SAMPLES/rooms.dif"
trilobite info --json "$SAMPLES/rooms.dif" | tail -n 20
trilobite info --json "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" | grep -o '"interiorFileVersion":[0-9]*'
