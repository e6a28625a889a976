# A model without triangles, and a view of an inside that is not there.
trilobite new iqe >nothing.json && trilobite build nothing.json nothing.iqe
trilobite convert nothing.iqe nothing.glb
trilobite convert nothing.iqe nothing.png --size 64x64
trilobite convert "$SAMPLES/../fuzz/seeds/torque-dts/cock-v24.dts" cock.png --view inside -q
echo "exit $?"
trilobite convert "$SAMPLES/windmill.dts" mill.png --view inside -q
echo "exit $?"
ls
