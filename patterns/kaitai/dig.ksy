# Darkstar interior geometry. Generated from the layout in Trilobite's sources.
meta:
  id: dig
  title: Darkstar interior geometry
  file-extension: [dig]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: tag
    -orig-id: tag
    contents: [80, 69, 82, 83]
  - id: size
    -orig-id: size
    type: u4
  - id: place
    type: place(_io.pos)
  - id: name_len
    -orig-id: nameLen
    type: u2
  - id: class_name
    -orig-id: className
    size: name_len
    type: str
    valid:
      expr: '(name_len == 11) and (class_name == "ITRGeometry")'
  - id: name_pad
    -orig-id: namePad
    size: 1
    if: '(name_len % 2) != 0'
  - id: version
    -orig-id: version
    type: s4
    valid:
      expr: '(version == 4) or (version == 5) or (version == 7)'
  - id: build_id
    -orig-id: buildId
    type: s4
  - id: texture_scale
    -orig-id: textureScale
    type: f4
  - id: box
    -orig-id: box
    type: f4
    repeat: expr
    repeat-expr: 6
  - id: num_surfaces
    -orig-id: numSurfaces
    type: u4
  - id: num_bsp_nodes
    -orig-id: numBSPNodes
    type: u4
  - id: num_solid_leafs
    -orig-id: numSolidLeafs
    type: u4
    if: version >= 7
  - id: num_empty_leafs
    -orig-id: numEmptyLeafs
    type: u4
    if: version >= 7
  - id: num_leafs
    -orig-id: numLeafs
    type: u4
    if: version < 7
  - id: num_pvs_bits
    -orig-id: numPVSBits
    type: u4
  - id: num_verts
    -orig-id: numVerts
    type: u4
  - id: num_point3_fs
    -orig-id: numPoint3Fs
    type: u4
  - id: num_point2_fs
    -orig-id: numPoint2Fs
    type: u4
  - id: num_planes
    -orig-id: numPlanes
    type: u4
  - id: surfaces
    -orig-id: surfaces
    type: surface
    repeat: expr
    repeat-expr: num_surfaces
  - id: nodes
    -orig-id: nodes
    type: node
    repeat: expr
    repeat-expr: num_bsp_nodes
  - id: solid_leaves
    -orig-id: solidLeaves
    type: solid_leaf
    repeat: expr
    repeat-expr: num_solid_leafs
    if: version >= 7
  - id: empty_leaves
    -orig-id: emptyLeaves
    type: empty_leaf
    repeat: expr
    repeat-expr: num_empty_leafs
    if: version >= 7
  - id: leaves
    -orig-id: leaves
    type: leaf
    repeat: expr
    repeat-expr: num_leafs
    if: version < 7
  - id: bits
    -orig-id: bits
    size: num_pvs_bits
  - id: verts
    -orig-id: verts
    type: vertex
    repeat: expr
    repeat-expr: num_verts
  - id: points3
    -orig-id: points3
    type: f4x3
    repeat: expr
    repeat-expr: num_point3_fs
  - id: points2
    -orig-id: points2
    type: f4x2
    repeat: expr
    repeat-expr: num_point2_fs
  - id: planes
    -orig-id: planes
    type: f4x4
    repeat: expr
    repeat-expr: num_planes
  - id: highest_mip
    -orig-id: highestMip
    type: s4
  - id: flags
    -orig-id: flags
    type: u4
  - id: rest
    -orig-id: rest
    size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
    if: '((place.offset + (size & 0x7fffffff)) - _io.pos) > 0'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  surface:
    seq:
      - id: flags
        -orig-id: flags
        type: u1
      - id: material
        -orig-id: material
        type: u1
      - id: ts_x
        -orig-id: tsX
        type: u1
      - id: ts_y
        -orig-id: tsY
        type: u1
      - id: to_x
        -orig-id: toX
        type: u1
      - id: to_y
        -orig-id: toY
        type: u1
      - id: plane_idx
        -orig-id: planeIdx
        type: u2
      - id: vert_idx
        -orig-id: vertIdx
        type: u4
      - id: point_idx
        -orig-id: pointIdx
        type: u4
      - id: num_verts
        -orig-id: numVerts
        type: u1
      - id: point_bytes
        -orig-id: pointBytes
        type: u1
      - id: pad
        -orig-id: pad
        type: u2
  node:
    seq:
      - id: plane_idx
        -orig-id: planeIdx
        type: u2
      - id: front
        -orig-id: front
        type: s2
      - id: back
        -orig-id: back
        type: s2
      - id: fill
        -orig-id: fill
        type: s2
  solid_leaf:
    seq:
      - id: surf_idx
        -orig-id: surfIdx
        type: u4
      - id: plane_idx
        -orig-id: planeIdx
        type: u4
      - id: surf_bytes
        -orig-id: surfBytes
        type: u2
      - id: plane_bytes
        -orig-id: planeBytes
        type: u2
  empty_leaf:
    seq:
      - id: flags
        -orig-id: flags
        type: u2
      - id: surf_bytes
        -orig-id: surfBytes
        type: u2
      - id: pvs_idx
        -orig-id: pvsIdx
        type: u4
      - id: surf_idx
        -orig-id: surfIdx
        type: u4
      - id: plane_idx
        -orig-id: planeIdx
        type: u4
      - id: box
        -orig-id: box
        type: f4
        repeat: expr
        repeat-expr: 6
      - id: plane_bytes
        -orig-id: planeBytes
        type: u2
      - id: pad
        -orig-id: pad
        type: u2
  leaf:
    seq:
      - id: flags
        -orig-id: flags
        type: u2
      - id: pvs_bytes
        -orig-id: pvsBytes
        type: u2
      - id: pvs_idx
        -orig-id: pvsIdx
        type: u4
      - id: junk
        -orig-id: junk
        type: u4
      - id: surf_bytes
        -orig-id: surfBytes
        type: u2
      - id: plane_bytes
        -orig-id: planeBytes
        type: u2
      - id: surf_idx
        -orig-id: surfIdx
        type: u4
      - id: plane_idx
        -orig-id: planeIdx
        type: u4
      - id: box
        -orig-id: box
        type: f4
        repeat: expr
        repeat-expr: 6
  vertex:
    seq:
      - id: p_idx
        -orig-id: pIdx
        type: u2
      - id: t_idx
        -orig-id: tIdx
        type: u2
  f4x3:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 3
  f4x2:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 2
  f4x4:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 4
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
