# A map of a palette that is too short for its type.
trilobite dump "$SAMPLES/outpost.vol/world.ppl" >world.json
sed 's/"map": "AAcO/"map": "/' world.json >short.json
trilobite build short.json world.ppl
ls
