trilobite extract "$SAMPLES/outpost.vol" '*.txt'
trilobite pack some.vol readme.txt map.txt
trilobite pack some.vol orders.txt && echo not reached
trilobite pack --update some.vol orders.txt "$SAMPLES/outpost.vol/*.bmp" --compress rle
trilobite ls some.vol
trilobite pack some.vol --remove 'M*.txt' --remove '*.bmp' --remove 'map*'
trilobite ls some.vol
trilobite pack some.vol --remove 'x*' && echo not reached
trilobite pack some.vol --update orders.txt "$SAMPLES/outpost.vol/orders.txt" && echo not reached
trilobite pack some.vol --update readme.txt --compress lz && echo not reached
trilobite pack other.vol readme.txt --kind zip && echo not reached
trilobite pack other.vol && echo not reached
[ ! -e other.vol ] && echo not made
trilobite pack some.unknown readme.txt && echo not reached
trilobite ls some.vol
