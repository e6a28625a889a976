# The map of a room, as SVG and as a picture; no display is needed.
trilobite convert "$SAMPLES/courtyard.roo" map.svg
head -n 3 map.svg
grep -c L map.svg
trilobite convert "$SAMPLES/courtyard.roo" map.png --automap --size 120x100
trilobite info map.png | grep -E 'width|height'
trilobite convert "$SAMPLES/windmill.dts" map.svg --force
