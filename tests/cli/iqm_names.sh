# raylib copies 32 bytes of each name: those of scenes are cut to 31 so that they stay different, with the files of
# their textures. IQE keeps what it has, and `check` notes it.
cat >walls.obj <<'E'
mtllib walls.mtl
v 0 0 0
v 1 0 0
v 0 1 0
vt 0 0
vt 1 0
vt 0 1
usemtl the-wall-of-the-northern-tower-with-ivy
f 1/1 2/2 3/3
usemtl the-wall-of-the-northern-tower-with-moss
f 1/1 3/3 2/2
usemtl short-enough-for-raylib-31-byte
f 2/2 3/3 1/1
usemtl painted
f 3/3 1/1 2/2
usemtl small
f 1/1 3/3 2/2
E
cat >walls.mtl <<'E'
newmtl the-wall-of-the-northern-tower-with-ivy
newmtl the-wall-of-the-northern-tower-with-moss
newmtl short-enough-for-raylib-31-byte
newmtl painted
map_Kd a-painting-that-is-much-longer-than-others.png
newmtl small
map_Kd a-painting-of-31-byte.png
E
cp "$SAMPLES/textures/wall.png" a-painting-that-is-much-longer-than-others.png
cp "$SAMPLES/textures/floor.png" a-painting-of-31-byte.png
trilobite convert walls.obj walls.iqm
trilobite info walls.iqm | grep material:
trilobite check walls.iqm
rm -f a-painting* && ls
trilobite convert walls.iqm walls.iqe
sed 's/short-enough-for-raylib-31-byte/the-long-name-of-the-only-shutter/' walls.iqe >other.iqe
trilobite convert other.iqe other.iqm && trilobite check --all other.iqm
