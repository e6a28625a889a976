# A level that is a moving mesh and nothing else: its name makes it a mover, which has an interior and a path of its own.
cat >step.obj <<END
mtllib step.mtl
o mover_step
v 0 0 0
v 2 0 0
v 2 0 2
v 0 0 2
v 0 1 0
v 2 1 0
v 2 1 2
v 0 1 2
usemtl stone
f 1 2 3 4
f 8 7 6 5
f 5 6 2 1
f 6 7 3 2
f 7 8 4 3
f 8 5 1 4
END
printf 'newmtl stone\n' >step.mtl
trilobite convert step.obj step.dif
trilobite info step.dif | grep -E 'subObjects|pathFollowers|surfaces|convexHulls'
trilobite check step.dif
