# Darkstar material list. Generated from the layout in Trilobite's sources.
meta:
  id: dml
  title: Darkstar material list
  file-extension: [dml]
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
      expr: '(name_len == 16) and (class_name == "TS::MaterialList")'
  - id: name_pad
    -orig-id: namePad
    size: 1
    if: '(name_len % 2) != 0'
  - id: version
    -orig-id: version
    type: s4
    valid:
      expr: '(version >= 1) and (version <= 4)'
  - id: num_details
    -orig-id: numDetails
    type: u4
  - id: num_materials
    -orig-id: numMaterials
    type: u4
    valid:
      expr: '(num_details * num_materials) <= 0xffffffff'
  - id: place_2
    type: place(_io.pos)
  - id: materials
    -orig-id: materials
    type: material
    repeat: expr
    repeat-expr: num_details * num_materials
  - id: rest
    -orig-id: rest
    size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
    if: '((place.offset + (size & 0x7fffffff)) - _io.pos) > 0'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  material:
    seq:
      - id: flags
        -orig-id: flags
        type: u4
      - id: alpha
        -orig-id: alpha
        type: f4
      - id: index
        -orig-id: index
        type: s4
      - id: red
        -orig-id: red
        type: u1
      - id: green
        -orig-id: green
        type: u1
      - id: blue
        -orig-id: blue
        type: u1
      - id: rgb_flags
        -orig-id: rgbFlags
        type: u1
      - id: file
        -orig-id: file
        size: '((_parent.version == 1) ? 16 : 32)'
        type: str
      - id: type
        -orig-id: type
        type: u4
        if: '(_parent.version >= 3) or ((_parent.version == 1) and (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _parent.place_2.offset) != ((_parent.num_details * _parent.num_materials) * 32)))'
      - id: elasticity
        -orig-id: elasticity
        type: f4
        if: '(_parent.version >= 3) or ((_parent.version == 1) and (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _parent.place_2.offset) != ((_parent.num_details * _parent.num_materials) * 32)))'
      - id: friction
        -orig-id: friction
        type: f4
        if: '(_parent.version >= 3) or ((_parent.version == 1) and (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _parent.place_2.offset) != ((_parent.num_details * _parent.num_materials) * 32)))'
      - id: use_default_props
        -orig-id: useDefaultProps
        type: u4
        if: '(_parent.version == 4) or ((_parent.version == 1) and ((_parent.version >= 3) or (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _parent.place_2.offset) != ((_parent.num_details * _parent.num_materials) * 32))))'
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
