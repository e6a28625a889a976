# Of a list of pictures a scene has the first; that the others are only named is said there and back.
cp "$SAMPLES/../fuzz/seeds/torque-dts/cock-v24.dts" weathercock.dts && printf 'brick.png 15\nCLOTH 5\nplank 5\nlights/Brick 5\n' >lampflash.ifl
trilobite convert weathercock.dts cock.glb --editable --assets "$SAMPLES/textures" 2>&1 | grep lists
trilobite convert cock.glb cock.dts --to torque-dts 2>&1 | grep lists
cat lampflash.ifl
# With one picture there is nothing to say.
echo brick >lampflash.ifl
trilobite convert --force weathercock.dts cock.glb --editable --assets "$SAMPLES/textures" 2>&1 | grep lists || echo nothing
