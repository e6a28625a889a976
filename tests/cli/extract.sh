trilobite extract "$SAMPLES/outpost.vol" -C all
ls all
cat all/map.txt
trilobite extract -j 2 "$SAMPLES/outpost.vol" '*.BMP' readme.txt -C some/where
ls some/where
trilobite extract "$SAMPLES/outpost.vol" 'o*' -C some/where 'z*' && echo not reached
ls some/where
trilobite extract "$SAMPLES/outpost.vol" readme.txt -C all && echo not reached
trilobite extract "$SAMPLES/outpost.vol" readme.txt -C all --force
echo "-- folders of DOS"
: >nothing
trilobite pack -q dos.pk3 nothing
sed -i 's/nothing/a\\b\/c\\d/g' dos.pk3
trilobite extract dos.pk3 -C dos
find dos -type f
