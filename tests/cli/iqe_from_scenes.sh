# Parts of different colors keep theirs where they share vertices: of four corners two are there twice.
printf 'newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n' >two.mtl
printf 'mtllib two.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nusemtl red\nf 1//1 2//1 3//1\nusemtl blue\nf 1//1 3//1 4//1\n' >two.obj
trilobite convert two.obj two.iqe && grep '^v[pc]\|^fa\|^material' two.iqe
# What vanishes at once is there for all but one of 24 frames a second.
trilobite convert -q "$SAMPLES/windmill.dts" mill.iqe --assets "$SAMPLES/textures" && grep -A 2 '^animation' mill.iqe
