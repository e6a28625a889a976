# What Torque3D's own code answered, to the last digit: within 0.005 of a plane it is on it, and near an edge there is
# no surface.
trilobite query "$SAMPLES/rooms.dif" ray 0 3 2 0 3 -10 --engine torque
trilobite query "$SAMPLES/rooms.dif" ray -0.605 3.225 0.004 -0.605 3.225 0 --engine torque
trilobite query "$SAMPLES/rooms.dif" ray -0.605 3.225 0.004 -0.605 3.225 0
trilobite query "$SAMPLES/rooms.dif" ray 6.525 -8.1 2 0.49 -0.49 0 --engine torque
trilobite query "$SAMPLES/rooms.dif" ray 6.625 0.415 2 6.625 4.65 -0.004 --engine torque
trilobite query "$SAMPLES/rooms-v14.dif" ray -7.17 4.935 -0.003 -4.4 0.535 0.004 --engine=torque
trilobite query "$SAMPLES/rooms-v14.dif" ray -5.585 5.81 0.003 8.295 5.81 -0.006 --engine torque
trilobite query "$SAMPLES/rooms.dif" ray 0 0 0 1 1 1 --engine quake
