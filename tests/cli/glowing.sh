# A lamp that only emits is not black where materials cannot emit: without texture it has that color.
model() { # name, material
    mkdir "$1" && printf 'newmtl lamp\n%b\n' "$2" >"$1/lamp.mtl"
    printf 'mtllib lamp.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl lamp\nf 1 2 3\n' >"$1/lamp.obj"
}
model glowing 'Kd 0.5 0 0\nKe 0.25 0.5 2'
model colored 'Kd 0.75 0.5 1'
trilobite convert glowing/lamp.obj lamp.iqe && grep '^vc' lamp.iqe | sort -u
trilobite convert glowing/lamp.obj lamp.dts && trilobite dump lamp.dts | grep -o '"red.*rgbF'
for name in glowing colored; do (cd "$name" && trilobite convert -q lamp.obj lamp.dts --to torque-dts); done
cmp glowing/lamp.png colored/lamp.png
