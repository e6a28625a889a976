# A polygon with a hole, whose cut is passed twice, keeps it: the area of its triangles is 16 - 4.
cat >ring.obj <<'END'
v 0 0 0
v 4 0 0
v 4 4 0
v 0 4 0
v 1 1 0
v 1 3 0
v 3 3 0
v 3 1 0
f 1 2 3 4 1 5 6 7 8 5
END
mkdir out && trilobite convert ring.obj out/ring.obj
awk '/^v / { x[++n] = $2; y[n] = $3 }
    /^f / { for (i = 2; i < 5; i++) { split($i, c, "/"); a[i] = c[1] }
        twice = (x[a[3]] - x[a[2]]) * (y[a[4]] - y[a[2]]) - (x[a[4]] - x[a[2]]) * (y[a[3]] - y[a[2]]); area += (twice < 0 ? -twice : twice) / 2 }
    END { print area }' out/ring.obj
