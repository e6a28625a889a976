# Textures that are not there: looked for only with --assets, there and beside the file.
cp "$SAMPLES/courtyard.roo" .
trilobite check courtyard.roo
trilobite check courtyard.roo --assets "$SAMPLES/darkstar"
cp "$SAMPLES/textures/grd00003.bgf" .
trilobite check courtyard.roo --assets "$SAMPLES/darkstar" | cut -d' ' -f1-4
trilobite check courtyard.roo --assets "$SAMPLES/textures"
trilobite check courtyard.roo --assets nowhere
