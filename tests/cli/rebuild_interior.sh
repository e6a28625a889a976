# An interior edited as JSON: all points raised. What it derives does not fit, until it is rebuilt; what was not edited
# is the same after it.
trilobite convert "$SAMPLES/rooms.dif" same.dif --rebuild && cmp "$SAMPLES/rooms.dif" same.dif && echo the same
trilobite dump "$SAMPLES/rooms.dif" | awk '
    /"forceFields"/ { done = 1 }
    /"points": \[/ { points = !done }
    points && match($0, /-?[0-9.e-]+\]/) { z = substr($0, RSTART, RLENGTH - 1); sub(/-?[0-9.e-]+\]/, z + 8 "]") }
    /^ *\],?$/ { points = 0 }
    { print }' >raised.json
trilobite build raised.json raised.dif
trilobite check raised.dif | tail -n 1
trilobite convert raised.dif rebuilt.dif --rebuild
trilobite check rebuilt.dif
trilobite query "$SAMPLES/rooms.dif" ray 1 1 20 1 1 -20
trilobite query rebuilt.dif ray 1 1 28 1 1 -12
sed 's/"points": \[/&\n["nan", 0, 0],/' raised.json | trilobite build - nan.dif && trilobite convert nan.dif x.dif --rebuild
