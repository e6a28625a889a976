# A small file of triangles that all cover the picture.
{
    printf 'nff\nversion 2.1\n\nheap\n3\n0 0 0\n1 0 0\n0 1 0\n400\n'
    yes '3 0 1 2 0xfff both' | head -n 400
} >heap.nff
trilobite convert heap.nff heap.png
trilobite convert heap.nff heap.png --wireframe --size 16x16
ls
trilobite convert heap.nff heap.glb
sed 's/^400$/90/; /both/{101,$d;}' heap.nff | head -n 99 >low.nff
trilobite convert low.nff low.png && ls *.png
