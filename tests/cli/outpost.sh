# samples/outpost.vol again, from JSON and pictures by the command alone, and what is shown of its members.
mkdir made && cd made
trilobite extract "$SAMPLES/outpost.vol" readme.txt map.txt orders.txt bricks.bmp
for file in windmill.dts darkstar/world.ppl darkstar/hall.dis darkstar/hall.dml darkstar/hall-00.dig \
    darkstar/hall-000.dil darkstar/hall-01.dig darkstar/hall-010.dil; do
    trilobite dump "$SAMPLES/$file" >it.json
    trilobite build it.json "${file##*/}"
done
for texture in brick wood cloth sign wall floor pillar; do
    trilobite convert "$SAMPLES/textures/$texture.png" $texture.bmp --to pbmp --palette world.ppl 2>/dev/null
done
trilobite pack outpost.vol readme.txt
trilobite pack outpost.vol --update map.txt --compress rle
trilobite pack outpost.vol --update orders.txt --compress lzh
trilobite pack outpost.vol --update bricks.bmp windmill.dts world.ppl hall.dis hall.dml hall-00.dig hall-000.dil \
    hall-01.dig hall-010.dil
trilobite pack outpost.vol --update brick.bmp wood.bmp cloth.bmp sign.bmp wall.bmp floor.bmp pillar.bmp --compress lzh
cmp outpost.vol "$SAMPLES/outpost.vol" && echo the same
mkdir ../alone && mv outpost.vol ../alone && cd ../alone
trilobite check outpost.vol 'outpost.vol/*.d??'
for member in windmill.dts hall.dis hall-00.dig hall.dml sign.bmp world.ppl; do
    trilobite convert outpost.vol/$member ${member%.*}-${member##*.}.glb
done
ls *.glb
trilobite query outpost.vol/hall.dis leaf 0 -4 2 | head -n 2
