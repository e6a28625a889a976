# Textures are told apart by their folders: two of one name are two. Names that lead to one file are one.
mkdir a b
cp "$SAMPLES/textures/wall.png" a/diffuse.png && cp "$SAMPLES/textures/floor.png" b/diffuse.png
triangle() { echo "usemtl $1"; printf 'v 0 0 %s\nv 1 0 %s\nv 0 1 %s\nvt 0 0\nf -3/1 -2/1 -1/1\n' "$2" "$2" "$2"; }
{ echo 'mtllib x.mtl' && triangle head 0 && triangle body 1 && triangle hand 2; } >x.obj
printf 'newmtl head\nmap_Kd a/diffuse.png\nnewmtl body\nmap_Kd b/diffuse.png\nnewmtl hand\nmap_Kd b\\Diffuse.PNG\n' >x.mtl
trilobite convert x.obj x.glb && trilobite info x.glb | grep 'materials\|textures'
trilobite convert x.glb again.obj && cmp a/diffuse.png again-diffuse.png && cmp b/diffuse.png again-diffuse_1.png
# So are those that are nowhere.
printf 'newmtl head\nmap_Kd a/none.png\nnewmtl body\nmap_Kd b/none.png\nnewmtl hand\nmap_Kd none.png\n' >x.mtl
trilobite convert x.obj none.glb
# Their names are kept: in OBJ by a gray image, in NFF and IQE as a word.
for format in obj nff iqe; do trilobite convert -q none.glb kept.$format; done
grep -h 'none' kept.mtl kept.nff kept.iqe
