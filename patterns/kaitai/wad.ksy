# WAD archive. Generated from the layout in Trilobite's sources.
meta:
  id: wad
  title: WAD archive
  file-extension: [wad]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: place
    type: place(_io.pos)
  - id: identification
    -orig-id: identification
    contents: [80, 87, 65, 68]
    if: '(_io.size <= place.offset) or (peek_0 != 73)'
  - id: identification_2
    -orig-id: identification
    contents: [73, 87, 65, 68]
    if: '(_io.size > place.offset) and (peek_0 == 73)'
  - id: numlumps
    -orig-id: numlumps
    type: u4
  - id: infotableofs
    -orig-id: infotableofs
    type: u4
    valid:
      expr: '(infotableofs >= 12) and (infotableofs <= _io.size)'
  - id: data
    -orig-id: data
    size: infotableofs - 12
  - id: lumps
    -orig-id: lumps
    type: lump
    repeat: expr
    repeat-expr: numlumps
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
instances:
  peek_0:
    pos: place.offset
    type: u1
types:
  lump:
    seq:
      - id: filepos
        -orig-id: filepos
        type: u4
      - id: size
        -orig-id: size
        type: u4
      - id: name
        -orig-id: name
        size: 8
        type: str
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
