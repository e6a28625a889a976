trilobite convert "$SAMPLES/rooms.dif" no/such/folder/out.glb 2>messages
code=$?
grep WRITE messages
exit $code
