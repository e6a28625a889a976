trilobite extract "$SAMPLES/outpost.vol" -C all
ls all
cat all/map.txt
trilobite extract -j 2 "$SAMPLES/outpost.vol" '*.BMP' readme.txt -C some/where
ls some/where
trilobite extract "$SAMPLES/outpost.vol" 'o*' -C some/where 'z*' && echo not reached
ls some/where
trilobite extract "$SAMPLES/outpost.vol" readme.txt -C all && echo not reached
trilobite extract "$SAMPLES/outpost.vol" readme.txt -C all --force
