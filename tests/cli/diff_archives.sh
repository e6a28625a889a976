cp "$SAMPLES/outpost.vol" a.vol
trilobite diff a.vol a.vol
trilobite extract a.vol 'map.txt' readme.txt
echo more >>map.txt
tr t T <readme.txt >new.txt && mv new.txt readme.txt
cp a.vol b.vol
trilobite pack b.vol --remove '*.dil' --update map.txt --compress lzh
trilobite pack b.vol --update readme.txt
echo 1 >"some file.txt"
trilobite pack b.vol --update "some file.txt"
trilobite diff a.vol b.vol
trilobite pack c.vol map.txt readme.txt
trilobite pack d.vol readme.txt map.txt
trilobite diff c.vol d.vol >order.txt
grep -c 'stringData' order.txt
# Whose members would be unpacked for hours is compared by its fields.
cp "$SAMPLES/../fuzz/seeds/vol/bomb.vol" bomb.vol
trilobite diff bomb.vol bomb.vol 2>&1
