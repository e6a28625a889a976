# Folders are packed with their names in them, listed with all that is known, and written out again.
mkdir -p game/shapes/small texts out
cp "$SAMPLES/windmill.dts" game/shapes/small/
echo one >game/one.txt && echo two >game/shapes/two.txt && echo three >three.txt
trilobite pack game.vol game three.txt
trilobite ls -l game.vol
trilobite ls --json game.vol '*.txt'
# The archive itself is left out of a folder that it is in.
cp game.vol game/game.vol && trilobite pack game/game.vol game --force && trilobite ls game/game.vol
# Members on standard output, in the order of the archive.
trilobite extract game.vol '*.txt' -C -
trilobite extract -O game.vol 'shapes/*.txt' one.txt -j 4
trilobite cat game.vol/one.txt game.vol/three.txt
trilobite extract -O game.vol 'shapes/small/windmill.dts' | cmp - "$SAMPLES/windmill.dts" && echo the same
trilobite extract game.vol -O >/dev/full
echo "exit $?"
trilobite cat game.vol/none.txt game.vol/one.txt
echo "exit $?"
# Names without their first folders; what has no more is left out.
trilobite extract game.vol --strip-components 1 -C out && find out -type f | sort
trilobite extract game.vol --strip-components 1 -C out 'shapes/two.txt'
echo "exit $?"
trilobite extract game.vol --strip-components one
echo "exit $?"
# Files that are not there, empty folders.
mkdir empty && trilobite pack empty.vol empty && trilobite ls empty.vol
trilobite pack none.vol game absent.txt
echo "exit $?"
trilobite pack clash.vol game/one.txt game
echo "exit $?"
ls
