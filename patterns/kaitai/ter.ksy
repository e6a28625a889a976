# Torque terrain. Generated from the layout in Trilobite's sources.
meta:
  id: ter
  title: Torque terrain
  file-extension: [ter]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: version
    -orig-id: version
    type: u1
    valid:
      expr: '(version >= 1) and (version <= 7)'
  - id: heights
    -orig-id: heights
    type: u2x256
    repeat: expr
    repeat-expr: 256
    if: version < 7
  - id: base_material_map
    -orig-id: baseMaterialMap
    type: u1x256
    repeat: expr
    repeat-expr: 256
    if: version < 7
  - id: material_names
    -orig-id: materialNames
    type: string
    repeat: expr
    repeat-expr: 8
    if: version < 7
  - id: undescribed
    -orig-id: undescribed
    size-eos: true
    if: '(version < 7) and (version >= 2)'
  - id: length
    -orig-id: length
    type: u4
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 3)'
  - id: texture_script
    -orig-id: textureScript
    size: length
    type: str
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 3)'
  - id: length_2
    -orig-id: length
    type: u4
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 3)'
  - id: heightfield_script
    -orig-id: heightfieldScript
    size: length_2
    type: str
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 3)'
  - id: length_3
    -orig-id: length
    type: u1
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 5)'
  - id: edge_path1
    -orig-id: edgePath1
    size: length_3
    type: str
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 5)'
  - id: length_4
    -orig-id: length
    type: u1
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 5)'
  - id: edge_path2
    -orig-id: edgePath2
    size: length_4
    type: str
    if: '(version < 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2)) and (version < 2) and (version >= 5)'
  - id: size
    -orig-id: size
    type: u4
    if: '(version >= 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
    valid:
      expr: '(version < 7) or ((version < 7) and (version >= 2)) or ((version < 7) and ((version >= 7) or (version < 2)) and (version >= 2)) or ((size >= 1) and (size <= 0x2000))'
  - id: heights_2
    -orig-id: heights
    type: heights_2
    repeat: expr
    repeat-expr: size
    if: '(version >= 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
  - id: layer_map
    -orig-id: layerMap
    type: layer_map
    repeat: expr
    repeat-expr: size
    if: '(version >= 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
  - id: material_count
    -orig-id: materialCount
    type: u4
    if: '(version >= 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
  - id: material_names_2
    -orig-id: materialNames
    type: string
    repeat: expr
    repeat-expr: material_count
    if: '(version >= 7) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '((_io.size - _io.pos) > 0) and ((version >= 7) or (version < 2)) and ((version >= 7) or ((version < 7) and (version >= 2)) or (version < 2))'
types:
  u2x256:
    seq:
      - id: values
        type: u2
        repeat: expr
        repeat-expr: 256
  u1x256:
    seq:
      - id: values
        type: u1
        repeat: expr
        repeat-expr: 256
  string:
    seq:
      - id: length
        -orig-id: length
        type: u1
      - id: value
        size: length
        type: str
  heights_2:
    seq:
      - id: values
        type: u2
        repeat: expr
        repeat-expr: _parent.size
  layer_map:
    seq:
      - id: values
        type: u1
        repeat: expr
        repeat-expr: _parent.size
