# Textures that change over time are nodes that take turns; without them the scene has the first picture alone.
count() { tr , "\n" <"$1" | grep -c "\"name\": *\"lamp"; }
trilobite convert "$SAMPLES/windmill.dts" turns.gltf --assets "$SAMPLES/textures"
trilobite convert "$SAMPLES/windmill.dts" still.gltf --assets "$SAMPLES/textures" --flips no
count turns.gltf
count still.gltf
trilobite convert "$SAMPLES/windmill.dts" never.gltf --flips maybe
trilobite convert "$SAMPLES/windmill.dts" rest.obj --assets "$SAMPLES/textures"
