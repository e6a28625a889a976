trilobite convert "$SAMPLES/rooms.dif" no/such/folder/out.glb 2>/dev/null
