# Darkstar interior lighting. Generated from the layout in Trilobite's sources.
meta:
  id: dil
  title: Darkstar interior lighting
  file-extension: [dil]
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
      expr: '(name_len == ((class_name == "ITRMissionLighting") ? 18 : 11)) and (((class_name == "ITRMissionLighting") ? ((class_name == "ITRMissionLighting") ? 0 : 1) : ((class_name == "ITRLighting") ? 0 : 1)) == 0)'
  - id: name_pad
    -orig-id: namePad
    size: 1
    if: '(name_len % 2) != 0'
  - id: version
    -orig-id: version
    type: s4
    valid:
      expr: '(version >= 4) and (version <= 7)'
  - id: geometry_build_id
    -orig-id: geometryBuildId
    type: s4
  - id: light_scale_shift
    -orig-id: lightScaleShift
    type: s4
  - id: light_map_list_size
    -orig-id: lightMapListSize
    type: s4
  - id: n_states
    -orig-id: nStates
    type: u4
  - id: n_state_data
    -orig-id: nStateData
    type: u4
  - id: n_lights
    -orig-id: nLights
    type: u4
  - id: n_surfaces
    -orig-id: nSurfaces
    type: u4
  - id: n_map_bytes
    -orig-id: nMapBytes
    type: u4
  - id: states
    -orig-id: states
    type: state
    repeat: expr
    repeat-expr: n_states
  - id: state_data
    -orig-id: stateData
    type: state_data
    repeat: expr
    repeat-expr: n_state_data
  - id: lights
    -orig-id: lights
    type: light
    repeat: expr
    repeat-expr: n_lights
  - id: surfaces
    -orig-id: surfaces
    type: surface
    repeat: expr
    repeat-expr: n_surfaces
  - id: map_bytes
    -orig-id: mapBytes
    size: n_map_bytes
  - id: name_bytes
    -orig-id: nameBytes
    type: u4
  - id: names
    -orig-id: names
    size: name_bytes
    type: str
  - id: huffman
    -orig-id: huffman
    type: u1
    if: version >= 6
  - id: n_nodes
    -orig-id: nNodes
    type: u4
    if: '(version >= 6) and (huffman != 0)'
  - id: n_leaves
    -orig-id: nLeaves
    type: u4
    if: '(version >= 6) and (huffman != 0)'
  - id: nodes
    -orig-id: nodes
    type: huffman_node
    repeat: expr
    repeat-expr: n_nodes
    if: '(version >= 6) and (huffman != 0)'
  - id: colors
    -orig-id: colors
    type: u4
    repeat: expr
    repeat-expr: n_leaves
    if: '(version >= 6) and (huffman != 0)'
  - id: relit_count
    -orig-id: relitCount
    type: s4
    if: 'class_name == "ITRMissionLighting"'
  - id: relit
    -orig-id: relit
    size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
    if: 'class_name == "ITRMissionLighting"'
  - id: rest
    -orig-id: rest
    size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
    if: '((place.offset + (size & 0x7fffffff)) - _io.pos) > 0'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  state:
    seq:
      - id: red
        -orig-id: red
        type: u2
      - id: green
        -orig-id: green
        type: u2
      - id: blue
        -orig-id: blue
        type: u2
      - id: mono
        -orig-id: mono
        type: u2
      - id: time
        -orig-id: time
        type: f4
      - id: data_count
        -orig-id: dataCount
        type: s2
      - id: data_index
        -orig-id: dataIndex
        type: s2
  state_data:
    seq:
      - id: surface
        -orig-id: surface
        type: s2
      - id: light_index
        -orig-id: lightIndex
        type: s2
      - id: map_index
        -orig-id: mapIndex
        type: s4
  light:
    seq:
      - id: id
        -orig-id: id
        type: s4
      - id: name_offset
        -orig-id: nameOffset
        type: s4
      - id: state_count
        -orig-id: stateCount
        type: s4
      - id: state_index
        -orig-id: stateIndex
        type: s4
      - id: duration
        -orig-id: duration
        type: f4
      - id: anim_flags
        -orig-id: animFlags
        type: u4
  surface:
    seq:
      - id: map
        -orig-id: map
        type: u4
      - id: light_count
        -orig-id: lightCount
        type: s2
      - id: light_index
        -orig-id: lightIndex
        type: s2
      - id: w
        -orig-id: w
        type: u1
      - id: h
        -orig-id: h
        type: u1
      - id: off_x
        -orig-id: offX
        type: u1
      - id: off_y
        -orig-id: offY
        type: u1
  huffman_node:
    seq:
      - id: one
        -orig-id: one
        type: s4
      - id: zero
        -orig-id: zero
        type: s4
  place:
    doc: An offset, for what comes later. It has no bytes.
    params:
      - id: offset
        type: s8
