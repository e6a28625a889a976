# GLBs to edit have every level, collision and names that come back; a shape is the same from the second conversion on.
trilobite convert "$SAMPLES/windmill.dts" mill.glb --editable 2>/dev/null
trilobite dump mill.glb | grep -o '"name": "[^"]*_LOD[0-9]*"\|"lod": [0-9]*\|"minPixels": [0-9]*\|"collision": "[a-z]*"'
again() { # sample, extension, options
    from=$SAMPLES/$1 extension=$2
    shift 2
    for i in 0 1 2 3; do
        mkdir -p $i
        trilobite convert -q --force "$from" $i/x.glb --editable 2>/dev/null
        trilobite convert -q --force $i/x.glb $i/x.$extension "$@" 2>/dev/null
        from=$i/x.$extension
    done
    cmp 2/x.$extension 3/x.$extension && echo "$extension: the same"
}
again windmill.dts dts --bitmaps no
again lighthouse.nff nff
again lighthouse.bff bff
