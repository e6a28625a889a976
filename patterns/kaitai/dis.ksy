# Darkstar interior. Generated from the layout in Trilobite's sources.
meta:
  id: dis
  title: Darkstar interior
  file-extension: [dis]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: tag
    -orig-id: tag
    contents: [73, 84, 82, 115]
  - id: size
    -orig-id: size
    type: u4
  - id: place
    type: place(_io.pos)
  - id: version
    -orig-id: version
    type: s4
    valid:
      expr: version == 3
  - id: num_states
    -orig-id: numStates
    type: u4
  - id: states
    -orig-id: states
    type: state
    repeat: expr
    repeat-expr: num_states
  - id: num_lods
    -orig-id: numLods
    type: u4
  - id: lods
    -orig-id: lods
    type: lod
    repeat: expr
    repeat-expr: num_lods
  - id: num_lod_light_states
    -orig-id: numLodLightStates
    type: u4
  - id: lod_light_states
    -orig-id: lodLightStates
    type: u4
    repeat: expr
    repeat-expr: num_lod_light_states
  - id: num_light_states
    -orig-id: numLightStates
    type: u4
  - id: light_states
    -orig-id: lightStates
    type: u4
    repeat: expr
    repeat-expr: num_light_states
  - id: name_size
    -orig-id: nameSize
    type: u4
  - id: names
    -orig-id: names
    size: name_size
    type: str
  - id: material_list_offset
    -orig-id: materialListOffset
    type: s4
  - id: linked_interior
    -orig-id: linkedInterior
    type: u1
  - id: rest
    -orig-id: rest
    size: '(place.offset + size) - _io.pos'
    if: '((place.offset + size) - _io.pos) > 0'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  state:
    seq:
      - id: name_offset
        -orig-id: nameOffset
        type: u4
      - id: lod_idx
        -orig-id: lodIdx
        type: u4
      - id: num_lods
        -orig-id: numLods
        type: u4
  lod:
    seq:
      - id: min_pixels
        -orig-id: minPixels
        type: u4
      - id: geometry_name_offset
        -orig-id: geometryNameOffset
        type: u4
      - id: light_state_idx
        -orig-id: lightStateIdx
        type: u4
      - id: linkable_faces
        -orig-id: linkableFaces
        type: u4
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
