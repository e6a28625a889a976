echo mine >out.glb
trilobite convert "$SAMPLES/rooms.dif" out.glb
code=$?
cat out.glb
trilobite convert --force "$SAMPLES/rooms.dif" out.glb 2>/dev/null
head -c 4 out.glb
exit $code
