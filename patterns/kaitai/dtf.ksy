# Darkstar terrain. Generated from the layout in Trilobite's sources.
meta:
  id: dtf
  title: Darkstar terrain
  file-extension: [dtf]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: tag
    -orig-id: tag
    contents: [71, 70, 73, 76]
  - id: size
    -orig-id: size
    type: u4
  - id: place
    type: place(_io.pos)
  - id: version
    -orig-id: version
    type: u4
    valid:
      expr: version <= 1
  - id: dml_name_length
    -orig-id: dmlNameLength
    type: u4
  - id: dml_name
    -orig-id: dmlName
    size: dml_name_length
    type: str
  - id: last_id
    -orig-id: lastId
    type: s4
  - id: details
    -orig-id: details
    type: s4
  - id: scale
    -orig-id: scale
    type: s4
  - id: bounds
    -orig-id: bounds
    type: f4
    repeat: expr
    repeat-expr: 6
  - id: origin_x
    -orig-id: originX
    type: s4
  - id: origin_y
    -orig-id: originY
    type: s4
  - id: h_min
    -orig-id: hMin
    type: f4
  - id: h_max
    -orig-id: hMax
    type: f4
  - id: size_x
    -orig-id: sizeX
    type: s4
  - id: size_y
    -orig-id: sizeY
    type: s4
    valid:
      expr: '(size_x > 0) and (size_y > 0) and (size_x <= 0x1000) and (size_y <= 0x1000)'
  - id: kind
    -orig-id: kind
    type: s4
    if: version != 0
  - id: map
    -orig-id: map
    type: map
    repeat: expr
    repeat-expr: size_y
  - id: n_blocks
    -orig-id: nBlocks
    type: u4
  - id: blocks
    -orig-id: blocks
    type: block
    repeat: expr
    repeat-expr: n_blocks
  - id: rest
    -orig-id: rest
    size: '(place.offset + size) - _io.pos'
    if: '((place.offset + size) - _io.pos) > 0'
  - id: pad
    -orig-id: pad
    size: '(((_io.size - _io.pos) < (size & 1)) ? (_io.size - _io.pos) : (size & 1))'
    if: '(((_io.size - _io.pos) < (size & 1)) ? ((_io.size - _io.pos) != 0) : ((size & 1) != 0))'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  map:
    seq:
      - id: values
        type: s4
        repeat: expr
        repeat-expr: _parent.size_x
  block:
    seq:
      - id: id
        -orig-id: id
        type: s4
      - id: name_length
        -orig-id: nameLength
        type: u4
      - id: name
        -orig-id: name
        size: name_length
        type: str
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
