# OBJ is a document: text keeps its spelling, what refers to nothing is found, a field is set in place.
cat >box.obj <<'END'
# a comment
mtllib box.mtl missing one.mtl ../../secret.mtl
o Box
v 0 0 0
v  1.50 0 0 # spelled
v 1 1 0 1 0.5 0
v 0 1 \
  0
vt 0 0
vt 1 1
vn 0 0 1
usemtl red paint
s off
f 1/1/1 2/2/1 3//1 -1/-1/-1
usemtl plain
f 1 2 9
l 1 2
END
cat >box.mtl <<'END'
newmtl red paint
Kd 1 0.5 0.25
Ks 0.1 0.2 0.3
Ns 10
d 0.5
map_Kd -clamp on -s 2 2 1 -o 0.5 0 ../../etc/paint.png
map_Bump -bm 0.5 bumps.png
Pr 0.25
newmtl plain
Kd red
illum 0
END
trilobite roundtrip box.obj
trilobite dump box.obj 'statements[4]' && trilobite dump box.obj 'statements[5]'
trilobite dump --map box.obj | sed -n '/statements.5/p'
trilobite check box.obj
echo "exit $?"
cp box.obj set.obj
trilobite set set.obj 'statements[3].values[0]=2' 'statements[11].corners[0]=[2,0,1]' && diff box.obj set.obj
trilobite diff box.obj set.obj
trilobite dump box.obj | sed 's/red paint/blue/' >box.json && trilobite build box.json built.obj && diff box.obj built.obj
trilobite info box.obj
# Materials come from the files next to it, and nothing from outside.
trilobite convert box.obj box.gltf
trilobite dump box.gltf materials
trilobite dump box.gltf accessors | grep -o '"max".*'
# To every other format.
for to in glb iqm iqe nff bff; do trilobite convert box.obj out.$to 2>/dev/null && trilobite info out.$to | grep -E 'format:|triangles'; done
mkdir again && trilobite convert box.obj again/box.obj 2>/dev/null; cat again/box.obj again/box.mtl
