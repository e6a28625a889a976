# A shape with other meshes: nodes, details, sequences and materials are those of the original.
kept() { trilobite info "$1" | grep -E "nodes:|animations:|rootNode:|frameTriggers:|objects:"; }
kept "$SAMPLES/windmill.dts"
trilobite convert "$SAMPLES/trilobite.iqm" bug.dts --like "$SAMPLES/windmill.dts"
kept bug.dts
trilobite check bug.dts
# One sequence, from a glTF that an editor may have changed.
trilobite convert -q "$SAMPLES/windmill.dts" mill.glb --assets "$SAMPLES/textures"
trilobite convert mill.glb turned.dts --like "$SAMPLES/windmill.dts" --sequence turn
kept turned.dts
trilobite check turned.dts
trilobite query turned.dts triggers turn 0 1.25
# What cannot be.
trilobite convert mill.glb no.dts --like "$SAMPLES/windmill.dts" --sequence fly
trilobite convert mill.glb no.dts --like "$SAMPLES/lighthouse.nff"
trilobite convert mill.glb no.dts --sequence turn
trilobite convert mill.glb no.dts --like nowhere.dts
ls *.dts
