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
# An archive does not become a member of itself, however the folder and it are spelled.
mkdir own && echo x >own/x.txt
trilobite pack own/own.zip own && trilobite pack own/own.zip "$PWD/own/" --update && trilobite pack own/own.zip ./own --force
trilobite ls own/own.zip
