# A skinned model becomes a shape of Torque: both engines' files are .dts, so the format is given.
trilobite convert "$SAMPLES/trilobite.iqm" bug.dts --to torque-dts
trilobite info bug.dts
trilobite check bug.dts
# Details and collision come back, textures are written beside it unless they are left out.
trilobite convert -q "$SAMPLES/torque/weathercock.dts" cock.glb --editable --assets "$SAMPLES/textures"
trilobite convert -q cock.glb cock.dts --to torque-dts --bitmaps no && trilobite info cock.dts | sed -n '/details/,/sequences/p'
trilobite convert -q cock.glb big.dts --to torque-dts --scale 2 --dts-version 26 && trilobite info big.dts | grep "version\|radius"
trilobite convert cock.glb old.dts --to torque-dts --dts-version 23
ls
# What appears and disappears keeps that as a node's own mesh, which --editable writes; as a part of a skin it does not.
trilobite convert -q "$SAMPLES/windmill.dts" rigged.glb --assets "$SAMPLES/textures"
trilobite convert rigged.glb rigged.dts --to torque-dts --bitmaps no
trilobite convert -q "$SAMPLES/windmill.dts" editable.glb --editable --assets "$SAMPLES/textures"
trilobite convert editable.glb editable.dts --to torque-dts --bitmaps no
