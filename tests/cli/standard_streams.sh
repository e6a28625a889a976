trilobite info - <"$SAMPLES/rooms.dif" | head -3
trilobite convert "$SAMPLES/rooms.dif" - --to glb 2>/dev/null | head -c 4
