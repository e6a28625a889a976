# What is reported is the file that the name led to: here a Phoenix bitmap in a volume beside the interior.
cp "$SAMPLES/rooms.dif" "$SAMPLES/outpost.vol" .
trilobite convert rooms.dif rooms.glb
