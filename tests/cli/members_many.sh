# The archive of many members is opened once: opened for each, it took minutes of the processor.
i=0
while [ $i -lt 8000 ]; do
    : >"$i.txt"
    i=$((i + 1))
done
find . -name '*.txt' | sort | trilobite pack many.vol -T -
ulimit -t 8
trilobite info 'many.vol/*' 2>&1 | grep -c UNKNOWN_FORMAT
trilobite check -j 2 'many.vol/1*' 2>&1 | grep -c UNKNOWN_FORMAT
