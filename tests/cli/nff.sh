# Text keeps its spelling; binary and text are one document; the other NFF is named.
trilobite roundtrip $SAMPLES/lighthouse.nff | tail -n 1
trilobite convert $SAMPLES/lighthouse.nff out.bff
trilobite convert out.bff out.nff
trilobite convert $SAMPLES/lighthouse.nff baked.nff --bake-normals
diff $SAMPLES/lighthouse.nff baked.nff | grep '^>' | head -n 1
trilobite dump $SAMPLES/lighthouse.nff objects[3].vertices[0]
# The columns of a table are what some material has.
trilobite convert $SAMPLES/lighthouse.nff scene.glb
trilobite convert scene.glb again.nff -q
cat again.mat
printf 'v\nfrom 1 2 3\n' >haines.nff
trilobite info haines.nff
