# What a library of materials says is written back: straight, through a GLB to edit, and by way of options.
cat >box.obj <<'END'
mtllib box.mtl
o Box
v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v 1 1 2
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl glass
f 1/1 4/4 3/3 2/2
usemtl paint
f 1/1 2/2 5/3
f 2/1 3/2 5/3
usemtl plain
f 3/1 4/2 5/3
f 4/1 1/2 5/3
END
cat >box.mtl <<'END'
newmtl glass
Ka 0.1 0.1 0.1
Kd 0.5 0.75 1
Ks 1 1 1
Ns 96.5
Ni 1.45
d 0.25
illum 7
map_Bump -bm 0.5 bumps.png
norm normals.png
newmtl paint
Kd 1 1 1
Ke 0 0 0.5
Tf 1 0.5 1
Pr 0.25
Pm 1
aniso 0.1
map_Kd -clamp on brick.png
map_d brick.png
map_Ks shine.png
refl -type sphere sky.png
newmtl plain
Kd 1 0 0
illum 0
END
cp "$SAMPLES/textures/brick.png" .
mkdir a b c
trilobite convert box.obj a/box.obj && cat a/box.mtl
trilobite convert a/box.obj b/box.obj && cmp a/box.mtl b/box.mtl && cmp a/box.obj b/box.obj && echo the same
trilobite convert -q box.obj c/box.glb --editable && trilobite convert c/box.glb c/box.obj && cmp a/box.mtl c/box.mtl && echo the same from a GLB
# A texture that glTF moves is moved in MTL, too; extras that are no words of MTL, or texts of several lines, are left out.
moved='"baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"offset": [0.25, 0.5]}}}'
trilobite dump c/box.glb | sed "s/\"baseColorTexture\": {\"index\": 0}/$moved/"'; s/"Pm": 1/"Pm": "1\\nnewmtl plain", "rust": 2/' >c.json
trilobite build c.json c/box.glb --force && mkdir d && trilobite convert c/box.glb d/box.obj
diff a/box.mtl d/box.mtl
# To every other format.
trilobite convert -q box.obj box.dts && trilobite info box.dts | grep "triangles\|materials:\|textures" && trilobite check box.dts
trilobite convert -q box.obj box.bff && trilobite info box.bff | grep "triangles\|materials:\|textures" && trilobite check box.bff
trilobite convert -q box.obj box.html && grep -o "<title>[^<]*" box.html
