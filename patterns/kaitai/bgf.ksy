# Meridian 59 bitmaps. Generated from the layout in Trilobite's sources.
meta:
  id: bgf
  title: Meridian 59 bitmaps
  file-extension: [bgf]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: signature
    -orig-id: signature
    contents: [66, 71, 70, 17]
  - id: version
    -orig-id: version
    type: u4
    valid:
      expr: '(version == 10) or (version == 9)'
  - id: name
    -orig-id: name
    size: 32
    type: str
  - id: num_bitmaps
    -orig-id: numBitmaps
    type: u4
  - id: num_groups
    -orig-id: numGroups
    type: u4
  - id: max_indices
    -orig-id: maxIndices
    type: u4
  - id: shrink
    -orig-id: shrink
    type: u4
  - id: bitmaps
    -orig-id: bitmaps
    type: bitmap
    repeat: expr
    repeat-expr: num_bitmaps
  - id: groups
    -orig-id: groups
    type: group
    repeat: expr
    repeat-expr: num_groups
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  bitmap:
    seq:
      - id: width
        -orig-id: width
        type: u4
      - id: height
        -orig-id: height
        type: u4
      - id: xoff
        -orig-id: xoff
        type: s4
      - id: yoff
        -orig-id: yoff
        type: s4
      - id: hotspot_count
        -orig-id: hotspotCount
        type: u1
      - id: hotspots
        -orig-id: hotspots
        type: hotspots
        repeat: expr
        repeat-expr: hotspot_count
      - id: type
        -orig-id: type
        type: u1
        valid:
          expr: type <= 1
      - id: length
        -orig-id: length
        type: u4
        if: type == 1
      - id: length_2
        -orig-id: length
        type: s4
        if: type != 1
      - id: data
        -orig-id: data
        size: '((type == 1) ? length : (width * height))'
  hotspots:
    seq:
      - id: number
        -orig-id: number
        type: s1
      - id: x
        -orig-id: x
        type: s4
      - id: y
        -orig-id: y
        type: s4
  group:
    seq:
      - id: count
        -orig-id: count
        type: u4
      - id: indices
        -orig-id: indices
        type: s4
        repeat: expr
        repeat-expr: count
