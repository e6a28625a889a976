# What all formats have comes first, then the format's own part; what a file does not have is left out of the text.
trilobite info "$SAMPLES/rooms.dif"
trilobite info "$SAMPLES/textures/brick.png"
trilobite info --json "$SAMPLES/windmill.dts" | head -n 24
trilobite info --json "$SAMPLES/darkstar/hall.dis" | head -n 20
trilobite info --json "$SAMPLES/rooms.dif" "$SAMPLES/rooms-v14.dif" | grep -o '"interiorFileVersion":[0-9]*'
trilobite info "$SAMPLES/torque/weathercock_spin.dsq"
