# The archive of many members is opened once: opened for each, it took minutes of the processor.
i=0
while [ $i -lt 5000 ]; do
    printf 'JASC-PAL\r\n0100\r\n1\r\n0 0 0\r\n' >"$i.pal"
    i=$((i + 1))
done
mkdir game
find . -name '*.pal' | sort | trilobite pack game/many.vol -T -
ulimit -t 4
trilobite catalog game -o game.csv
grep -c ',jasc,,ok,' game.csv
