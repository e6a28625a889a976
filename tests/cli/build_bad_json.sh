printf '{"format": "dif",\n "interiorResourceFileVersion": "x"}' | trilobite build - out.dif
printf '{"format": ' | trilobite build - out.dif
printf '{"format": "cube"}' | trilobite build - out.dif
trilobite dump "$SAMPLES/rooms.dif" | sed 's/"minPixels": [0-9]*/"minPixels": -1/' | trilobite build - out.dif
trilobite build - out.dif </dev/null
trilobite dump "$SAMPLES/rooms.dif" | sed 's/"minPixels":/"minPixel": 9, &/' | trilobite build - out.dif
printf '{"details": []}' | trilobite build - out.dif
