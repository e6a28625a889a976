trilobite extract "$SAMPLES/outpost.vol"
for how in none rle lzh; do
    trilobite pack --kind vol --compress $how $how.vol readme.txt map.txt orders.txt bricks.bmp
    trilobite ls $how.vol
    trilobite extract $how.vol -C $how
    for file in readme.txt map.txt orders.txt bricks.bmp; do
        cmp $file $how/$file
    done
    trilobite check $how.vol
done
