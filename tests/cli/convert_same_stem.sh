cp "$SAMPLES/rooms.dif" m.dif
cp "$SAMPLES/rooms.dif" mm.dif
cp "$SAMPLES/windmill.dts" m.dts
echo "no model" >m.txt
for order in "m.txt m.dif m.dts mm.dif" "mm.dif m.dts m.txt m.dif m.dts"; do
    mkdir out
    trilobite convert -j 1 --to obj $order out 2>&1 | grep -v warning
    ls out
    rm -r out
done
