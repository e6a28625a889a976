# Numbers at the end of their range, and one beyond; so many of an option, and one more.
accepts() {
    if "$@" >/dev/null 2>errors; then echo "accepted: $1 $2 ..."; else cat errors; fi
}
echo "-- jobs, components, columns, shards"
accepts trilobite info "$SAMPLES/rooms.dif" "$SAMPLES/windmill.dts" -j 1024
accepts trilobite info "$SAMPLES/rooms.dif" "$SAMPLES/windmill.dts" -j 1025
accepts trilobite info "$SAMPLES/rooms.dif" "$SAMPLES/windmill.dts" -j -1
accepts trilobite extract "$SAMPLES/outpost.vol" --strip-components 255 -C out
accepts trilobite extract "$SAMPLES/outpost.vol" --strip-components 256 -C out
accepts trilobite convert "$SAMPLES/darkstar/leaf.bmp" "$SAMPLES/darkstar/brick.bmp" sheet.png --sheet-columns 10000
accepts trilobite convert "$SAMPLES/darkstar/leaf.bmp" "$SAMPLES/darkstar/brick.bmp" sheet.png --sheet-columns 10001
for shard in 1/1 1000000/1000000 0000001/1 1/1000001 2/1 0/1 1/0 00000001/1 /1 1/; do
    accepts trilobite catalog "$SAMPLES/darkstar" -o shard.csv --force --shard $shard
done
echo "-- folders of assets, members to remove"
many() { # option, count
    i=0
    while [ $i -lt "$2" ]; do
        printf '%s %s ' "$1" .
        i=$((i + 1))
    done
}
# shellcheck disable=SC2046
accepts trilobite check "$SAMPLES/rooms.dif" $(many --assets 64)
# shellcheck disable=SC2046
accepts trilobite check "$SAMPLES/rooms.dif" $(many --assets 65)
cp "$SAMPLES/outpost.vol" game.vol
# shellcheck disable=SC2046
accepts trilobite pack game.vol $(many --remove 65)
