# What a format converts to is listed.
trilobite convert "$SAMPLES/rooms.dif" rooms.roo
echo $?
trilobite convert "$SAMPLES/outpost.vol" outpost.glb
echo $?
# So is what a file converts to, by what is in it: a picture is no interior, a model is no bitmap.
for target in dif dis gpl; do
    trilobite convert "$SAMPLES/textures/brick.png" "brick.$target"
    echo $?
done
for target in pbmp act; do
    trilobite convert -q "$SAMPLES/rooms.dif" rooms --to "$target"
    echo $?
done
trilobite convert -q "$SAMPLES/trilobite.iqe" trilobite.bgf
echo $?
printf 'v 0 0 0\n' >point.obj
for target in dts torque-dts dif; do
    trilobite convert point.obj point --to "$target"
    echo $?
done
# Where the scene cannot be made, the list is by the formats alone.
printf '\211PNG\r\n\032\n' >damaged.png
trilobite convert damaged.png damaged.roo
echo $?
# What is listed works.
targets() { trilobite convert -q "$1" out.roo --to roo 2>&1 | sed 's/.*converted to: //; s/,//g'; }
for file in rooms.dif textures/brick.png darkstar/brick.bmp lighthouse.nff; do
    for target in $(targets "$SAMPLES/$file"); do
        case $target in html | png | pbmp | dtb) continue ;; esac # slow, or with an option
        trilobite convert -q "$SAMPLES/$file" out --to "$target" --force || echo "$file to $target: $?"
    done
done
echo tried
