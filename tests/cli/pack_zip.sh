# What does not fit a buffer goes to the file past it; the directory says where.
seq 1 40000 >numbers.txt
printf 'short\n' >short.txt
for how in none deflate; do
    trilobite pack --compress $how $how.zip numbers.txt short.txt
    trilobite pack --update --compress $how $how.zip short.txt
    trilobite ls -l $how.zip
    trilobite check $how.zip
    trilobite extract $how.zip -C $how
    cmp numbers.txt $how/numbers.txt
done
