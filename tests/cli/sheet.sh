cp "$SAMPLES"/darkstar/world.ppl "$SAMPLES"/darkstar/leaf.bmp "$SAMPLES"/darkstar/brick.bmp .
echo "no picture" >broken.bmp
trilobite convert world.ppl leaf.bmp brick.bmp broken.bmp sheet.png --size 64x48
echo "exit $?"
trilobite info sheet.png
trilobite convert leaf.bmp brick.bmp sheet.png
echo "exit $?"
trilobite convert leaf.bmp brick.bmp --size 9x9 small.png
echo "exit $?"
trilobite convert leaf.bmp brick.bmp --size wide small.png
echo "exit $?"
echo "-- columns and labels"
trilobite convert world.ppl leaf.bmp brick.bmp row.png --size 64x48 --sheet-columns 3 --labels no
trilobite info row.png | grep -e width -e height
trilobite convert world.ppl leaf.bmp brick.bmp row.png --sheet-columns 0
echo "exit $?"
trilobite convert world.ppl leaf.bmp brick.bmp row.png --labels maybe
echo "exit $?"
trilobite convert world.ppl leaf.bmp large.png --sheet-columns 10000 --size 4096x4096
echo "exit $?"
trilobite convert leaf.bmp single.png --labels no
echo "exit $?"
echo "-- any number of jobs"
for jobs in 0 1 5; do
    trilobite convert world.ppl leaf.bmp brick.bmp broken.bmp jobs.png --size 64x48 -j $jobs --force 2>jobs.txt
    echo "exit $?"
    cmp sheet.png jobs.png
    cat jobs.txt
done
ls
echo "-- JSON of each input; options that none uses"
trilobite convert --json world.ppl broken.bmp json.png --size 64x48
echo "exit $?"
trilobite convert --jsonl world.ppl leaf.bmp json.png --size 64x48 --lod 0 --force
echo "exit $?"
trilobite convert world.ppl leaf.bmp json.png --skip-existing
echo "exit $?"
