# Darkstar shape. Generated from the layout in Trilobite's sources.
meta:
  id: dts
  title: Darkstar shape
  file-extension: [dts]
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
      expr: '(name_len == 9) and (class_name == "TS::Shape")'
  - id: name_pad
    -orig-id: namePad
    size: 1
    if: '(name_len % 2) != 0'
  - id: version
    -orig-id: version
    type: s4
    valid:
      expr: '(version >= 1) and (version <= 8)'
  - id: num_nodes
    -orig-id: numNodes
    type: u4
  - id: num_sequences
    -orig-id: numSequences
    type: u4
  - id: num_sub_sequences
    -orig-id: numSubSequences
    type: u4
  - id: num_key_frames
    -orig-id: numKeyFrames
    type: u4
  - id: num_transforms
    -orig-id: numTransforms
    type: u4
  - id: num_names
    -orig-id: numNames
    type: u4
  - id: num_objects
    -orig-id: numObjects
    type: u4
  - id: num_details
    -orig-id: numDetails
    type: u4
  - id: num_meshes
    -orig-id: numMeshes
    type: u4
  - id: num_transitions
    -orig-id: numTransitions
    type: u4
    if: version >= 2
  - id: num_frame_triggers
    -orig-id: numFrameTriggers
    type: u4
    if: version >= 4
  - id: radius
    -orig-id: radius
    type: f4
  - id: center
    -orig-id: center
    type: f4
    repeat: expr
    repeat-expr: 3
  - id: min_bounds
    -orig-id: minBounds
    type: f4
    repeat: expr
    repeat-expr: 3
    if: version >= 8
  - id: max_bounds
    -orig-id: maxBounds
    type: f4
    repeat: expr
    repeat-expr: 3
    if: version >= 8
  - id: nodes
    -orig-id: nodes
    type: node
    repeat: expr
    repeat-expr: num_nodes
  - id: sequences
    -orig-id: sequences
    type: sequence
    repeat: expr
    repeat-expr: num_sequences
  - id: sub_sequences
    -orig-id: subSequences
    type: sub_sequence
    repeat: expr
    repeat-expr: num_sub_sequences
  - id: key_frames
    -orig-id: keyFrames
    type: key_frame
    repeat: expr
    repeat-expr: num_key_frames
  - id: transforms
    -orig-id: transforms
    type: transform
    repeat: expr
    repeat-expr: num_transforms
  - id: names
    -orig-id: names
    type: fixed_name
    repeat: expr
    repeat-expr: num_names
  - id: objects
    -orig-id: objects
    type: object
    repeat: expr
    repeat-expr: num_objects
  - id: details
    -orig-id: details
    type: detail
    repeat: expr
    repeat-expr: num_details
  - id: transitions
    -orig-id: transitions
    type: transition
    repeat: expr
    repeat-expr: num_transitions
    if: version >= 2
  - id: frame_triggers
    -orig-id: frameTriggers
    type: frame_trigger
    repeat: expr
    repeat-expr: num_frame_triggers
    if: version >= 4
  - id: default_materials
    -orig-id: defaultMaterials
    type: s4
    if: version >= 5
  - id: always_node
    -orig-id: alwaysNode
    type: s4
    if: version >= 6
  - id: meshes
    -orig-id: meshes
    type: mesh
    repeat: expr
    repeat-expr: num_meshes
  - id: has_materials
    -orig-id: hasMaterials
    type: u4
  - id: material_list
    -orig-id: materialList
    type: material_list
    if: has_materials != 0
  - id: rest
    -orig-id: rest
    size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
    if: '((place.offset + (size & 0x7fffffff)) - _io.pos) > 0'
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  node:
    seq:
      - id: name
        -orig-id: name
        type: s2
        if: _parent.version >= 8
      - id: name_2
        -orig-id: name
        type: s4
        if: _parent.version < 8
      - id: parent
        -orig-id: parent
        type: s2
        if: _parent.version >= 8
      - id: parent_2
        -orig-id: parent
        type: s4
        if: _parent.version < 8
      - id: num_sub_sequences
        -orig-id: numSubSequences
        type: s2
        if: _parent.version >= 8
      - id: num_sub_sequences_2
        -orig-id: numSubSequences
        type: s4
        if: _parent.version < 8
      - id: first_sub_sequence
        -orig-id: firstSubSequence
        type: s2
        if: _parent.version >= 8
      - id: first_sub_sequence_2
        -orig-id: firstSubSequence
        type: s4
        if: _parent.version < 8
      - id: default_transform
        -orig-id: defaultTransform
        type: s2
        if: _parent.version >= 8
      - id: default_transform_2
        -orig-id: defaultTransform
        type: s4
        if: _parent.version < 8
  sequence:
    seq:
      - id: name
        -orig-id: name
        type: s4
      - id: cyclic
        -orig-id: cyclic
        type: s4
      - id: duration
        -orig-id: duration
        type: f4
      - id: priority
        -orig-id: priority
        type: s4
      - id: first_trigger_frame
        -orig-id: firstTriggerFrame
        type: s4
        if: _parent.version >= 4
      - id: num_trigger_frames
        -orig-id: numTriggerFrames
        type: s4
        if: _parent.version >= 4
      - id: num_ifl_sub_sequences
        -orig-id: numIFLSubSequences
        type: s4
        if: _parent.version >= 5
      - id: first_ifl_sub_sequence
        -orig-id: firstIFLSubSequence
        type: s4
        if: _parent.version >= 5
  sub_sequence:
    seq:
      - id: sequence_idx
        -orig-id: sequenceIdx
        type: s2
        if: _parent.version >= 8
      - id: sequence_idx_2
        -orig-id: sequenceIdx
        type: s4
        if: _parent.version < 8
      - id: num_key_frames
        -orig-id: numKeyFrames
        type: s2
        if: _parent.version >= 8
      - id: num_key_frames_2
        -orig-id: numKeyFrames
        type: s4
        if: _parent.version < 8
      - id: first_key_frame
        -orig-id: firstKeyFrame
        type: s2
        if: _parent.version >= 8
      - id: first_key_frame_2
        -orig-id: firstKeyFrame
        type: s4
        if: _parent.version < 8
  key_frame:
    seq:
      - id: pos
        -orig-id: pos
        type: f4
      - id: key
        -orig-id: key
        type: u2
        if: _parent.version >= 8
      - id: key_2
        -orig-id: key
        type: u4
        if: _parent.version < 8
      - id: mat_index
        -orig-id: matIndex
        type: u2
        if: '(_parent.version >= 3) and (_parent.version >= 8)'
      - id: mat_index_2
        -orig-id: matIndex
        type: u4
        if: '(_parent.version >= 3) and (_parent.version < 8)'
  transform:
    seq:
      - id: rot
        -orig-id: rot
        type: s2
        repeat: expr
        repeat-expr: 4
        if: _parent.version >= 7
      - id: rot_2
        -orig-id: rot
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _parent.version < 7
      - id: pos
        -orig-id: pos
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: scale
        -orig-id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _parent.version <= 7
  fixed_name:
    seq:
      - id: data
        -orig-id: data
        size: 24
        type: str
  object:
    seq:
      - id: name
        -orig-id: name
        type: s2
      - id: flags
        -orig-id: flags
        type: u2
      - id: mesh_index
        -orig-id: meshIndex
        type: s4
      - id: node_index
        -orig-id: nodeIndex
        type: s2
        if: _parent.version >= 8
      - id: node_index_2
        -orig-id: nodeIndex
        type: s4
        if: _parent.version < 8
      - id: pad
        -orig-id: pad
        type: u2
        if: _parent.version >= 8
      - id: offset_flags
        -orig-id: offsetFlags
        type: u4
        if: _parent.version < 8
      - id: offset_rot
        -orig-id: offsetRot
        type: f4
        repeat: expr
        repeat-expr: 9
        if: _parent.version < 8
      - id: offset
        -orig-id: offset
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: num_sub_sequences
        -orig-id: numSubSequences
        type: s2
        if: _parent.version >= 8
      - id: num_sub_sequences_2
        -orig-id: numSubSequences
        type: s4
        if: _parent.version < 8
      - id: first_sub_sequence
        -orig-id: firstSubSequence
        type: s2
        if: _parent.version >= 8
      - id: first_sub_sequence_2
        -orig-id: firstSubSequence
        type: s4
        if: _parent.version < 8
  detail:
    seq:
      - id: root_node
        -orig-id: rootNode
        type: s4
      - id: size
        -orig-id: size
        type: f4
  transition:
    seq:
      - id: start_sequence
        -orig-id: startSequence
        type: s4
      - id: end_sequence
        -orig-id: endSequence
        type: s4
      - id: start_position
        -orig-id: startPosition
        type: f4
      - id: end_position
        -orig-id: endPosition
        type: f4
      - id: duration
        -orig-id: duration
        type: f4
      - id: transform
        -orig-id: transform
        type: transition_transform
    types:
      transition_transform:
        seq:
          - id: rot
            -orig-id: rot
            type: s2
            repeat: expr
            repeat-expr: 4
            if: _parent._parent.version >= 7
          - id: rot_2
            -orig-id: rot
            type: f4
            repeat: expr
            repeat-expr: 4
            if: _parent._parent.version < 7
          - id: pos
            -orig-id: pos
            type: f4
            repeat: expr
            repeat-expr: 3
          - id: scale
            -orig-id: scale
            type: f4
            repeat: expr
            repeat-expr: 3
            if: _parent._parent.version <= 7
  frame_trigger:
    seq:
      - id: pos
        -orig-id: pos
        type: f4
      - id: value
        -orig-id: value
        type: s4
  mesh:
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
          expr: '(name_len == 15) and (class_name == "TS::CelAnimMesh")'
      - id: name_pad
        -orig-id: namePad
        size: 1
        if: '(name_len % 2) != 0'
      - id: version
        -orig-id: version
        type: s4
        valid:
          expr: '(version >= 1) and (version <= 3)'
      - id: num_verts
        -orig-id: numVerts
        type: u4
      - id: verts_per_frame
        -orig-id: vertsPerFrame
        type: s4
      - id: num_texture_verts
        -orig-id: numTextureVerts
        type: u4
      - id: num_faces
        -orig-id: numFaces
        type: u4
      - id: num_frames
        -orig-id: numFrames
        type: u4
      - id: texture_verts_per_frame
        -orig-id: textureVertsPerFrame
        type: s4
        if: version >= 2
      - id: scale
        -orig-id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        if: version < 3
      - id: origin
        -orig-id: origin
        type: f4
        repeat: expr
        repeat-expr: 3
        if: version < 3
      - id: radius
        -orig-id: radius
        type: f4
      - id: vertices
        -orig-id: vertices
        type: u1x4
        repeat: expr
        repeat-expr: num_verts
      - id: texture_verts
        -orig-id: textureVerts
        type: f4x2
        repeat: expr
        repeat-expr: num_texture_verts
      - id: faces
        -orig-id: faces
        type: face
        repeat: expr
        repeat-expr: num_faces
      - id: frames
        -orig-id: frames
        type: frame
        repeat: expr
        repeat-expr: num_frames
      - id: rest
        -orig-id: rest
        size: '(place.offset + (size & 0x7fffffff)) - _io.pos'
        if: '((place.offset + (size & 0x7fffffff)) - _io.pos) > 0'
      - id: pad
        -orig-id: pad
        size: '((((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) < ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1))) ? ((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) : ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1)))'
        if: '((((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) < ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1))) ? (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) != 0) : (((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1)) != 0))'
    types:
      frame:
        seq:
          - id: first_vert
            -orig-id: firstVert
            type: s4
          - id: scale
            -orig-id: scale
            type: f4
            repeat: expr
            repeat-expr: 3
            if: _parent.version >= 3
          - id: origin
            -orig-id: origin
            type: f4
            repeat: expr
            repeat-expr: 3
            if: _parent.version >= 3
  u1x4:
    seq:
      - id: values
        type: u1
        repeat: expr
        repeat-expr: 4
  f4x2:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 2
  face:
    seq:
      - id: vert_index0
        -orig-id: vertIndex0
        type: s4
      - id: tex_index0
        -orig-id: texIndex0
        type: s4
      - id: vert_index1
        -orig-id: vertIndex1
        type: s4
      - id: tex_index1
        -orig-id: texIndex1
        type: s4
      - id: vert_index2
        -orig-id: vertIndex2
        type: s4
      - id: tex_index2
        -orig-id: texIndex2
        type: s4
      - id: mat_index
        -orig-id: matIndex
        type: s4
  material_list:
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
      - id: pad
        -orig-id: pad
        size: '((((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) < ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1))) ? ((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) : ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1)))'
        if: '((((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) < ((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1))) ? (((_parent.place.offset + (_parent.size & 0x7fffffff)) - _io.pos) != 0) : (((0 - (size & 0x7fffffff)) & (((size & 0x80000000) != 0) ? 3 : 1)) != 0))'
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
