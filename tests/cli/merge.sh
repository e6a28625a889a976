# Animations from IQE, IQM and glTF join a model: one is named, cut and slowed down.
cat >stick.iqe <<'END'
# Inter-Quake Export
joint root -1
pq 0 0 0 0 0 0 -1
joint tip 0
pq 0 0 1 0 0 0 -1
mesh stick
material wood
vp 0 0 0
vt 0 0
vb 0 1
vp 1 0 0
vt 1 0
vb 0 1
vp 0 0 2
vt 0 1
vb 1 1
fm 0 1 2
END
{
    sed '/^mesh/,$d' stick.iqe
    printf 'animation wave\nframerate 10\n'
    for height in 1 2 3 4 5; do
        printf 'frame\npq 0 0 0 0 0 0 -1\npq 0 0 %d 0 0 0 -1\n' $height
    done
} >wave.iqe
trilobite convert wave.iqe wave.iqm
trilobite convert wave.iqe wave.glb
for other in wave.iqe wave.iqm wave.glb; do
    echo "-- $other"
    trilobite convert stick.iqe made.iqm --force --merge $other --name slow --fps 5 --start 1 --end 3
    trilobite info made.iqm | grep -e animations: -e joints: -e frames: -e triangles:
    trilobite convert made.iqm made.iqe --force
    sed -n '/^animation/,$p' made.iqe
done
trilobite convert stick.iqe none.iqm --merge none.iqe
echo "exit $?"
ls none.iqm
