# Of two inputs that become one file the first is kept, whatever --force says; what cannot be one takes no name.
mkdir a b out
cp "$SAMPLES/lighthouse.nff" a/x.nff
cp "$SAMPLES/trilobite.iqe" b/x.iqe && cp b/x.iqe a
echo notes >b/x.cs
trilobite convert --to glb --force b/x.cs b/x.iqe out 2>&1 | grep -v DROPPED
ls out
trilobite convert -j 2 --to glb --force a/x.nff a/x.iqe out 2>&1 | grep FILE_EXISTS
trilobite convert a/x.nff one.glb 2>/dev/null
cmp one.glb out/x.glb && ls out
