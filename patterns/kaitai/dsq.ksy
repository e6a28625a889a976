# Torque sequences. Generated from the layout in Trilobite's sources.
meta:
  id: dsq
  title: Torque sequences
  file-extension: [dsq]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: version
    -orig-id: version
    type: u4
    valid:
      expr: '(version >= 18) and (version <= 28)'
  - id: num_nodes
    -orig-id: numNodes
    type: u4
  - id: node_names
    -orig-id: nodeNames
    type: string
    repeat: expr
    repeat-expr: num_nodes
  - id: num_objects
    -orig-id: numObjects
    type: u4
    valid:
      expr: num_objects == 0
  - id: old_num_objects
    -orig-id: oldNumObjects
    type: u4
  - id: num_node_states
    -orig-id: numNodeStates
    type: u4
    if: version < 22
  - id: node_states
    -orig-id: nodeStates
    type: node_state
    repeat: expr
    repeat-expr: num_node_states
    if: version < 22
  - id: num_node_rotations
    -orig-id: numNodeRotations
    type: u4
    if: version >= 22
  - id: node_rotations
    -orig-id: nodeRotations
    type: s2x4
    repeat: expr
    repeat-expr: num_node_rotations
    if: version >= 22
  - id: num_node_translations
    -orig-id: numNodeTranslations
    type: u4
    if: version >= 22
  - id: node_translations
    -orig-id: nodeTranslations
    type: f4x3
    repeat: expr
    repeat-expr: num_node_translations
    if: version >= 22
  - id: num_node_uniform_scales
    -orig-id: numNodeUniformScales
    type: u4
    if: version >= 22
  - id: node_uniform_scales
    -orig-id: nodeUniformScales
    type: f4
    repeat: expr
    repeat-expr: num_node_uniform_scales
    if: version >= 22
  - id: num_node_aligned_scales
    -orig-id: numNodeAlignedScales
    type: u4
    if: version >= 22
  - id: node_aligned_scales
    -orig-id: nodeAlignedScales
    type: f4x3
    repeat: expr
    repeat-expr: num_node_aligned_scales
    if: version >= 22
  - id: num_node_arbitrary_scales
    -orig-id: numNodeArbitraryScales
    type: u4
    if: version >= 22
  - id: node_arbitrary_scale_rots
    -orig-id: nodeArbitraryScaleRots
    type: s2x4
    repeat: expr
    repeat-expr: num_node_arbitrary_scales
    if: version >= 22
  - id: node_arbitrary_scale_factors
    -orig-id: nodeArbitraryScaleFactors
    type: f4x3
    repeat: expr
    repeat-expr: num_node_arbitrary_scales
    if: version >= 22
  - id: num_ground_frames
    -orig-id: numGroundFrames
    type: u4
    if: version >= 22
  - id: ground_translations
    -orig-id: groundTranslations
    type: f4x3
    repeat: expr
    repeat-expr: num_ground_frames
    if: version >= 22
  - id: ground_rotations
    -orig-id: groundRotations
    type: s2x4
    repeat: expr
    repeat-expr: num_ground_frames
    if: version >= 22
  - id: num_object_states
    -orig-id: numObjectStates
    type: u4
  - id: object_states
    -orig-id: objectStates
    type: object_state
    repeat: expr
    repeat-expr: num_object_states
  - id: num_sequences
    -orig-id: numSequences
    type: u4
  - id: sequences
    -orig-id: sequences
    type: sequences
    repeat: expr
    repeat-expr: num_sequences
  - id: num_triggers
    -orig-id: numTriggers
    type: u4
  - id: triggers
    -orig-id: triggers
    type: trigger
    repeat: expr
    repeat-expr: num_triggers
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  string:
    seq:
      - id: length
        -orig-id: length
        type: u4
      - id: value
        size: length
        type: str
  node_state:
    seq:
      - id: rotation
        -orig-id: rotation
        type: s2
        repeat: expr
        repeat-expr: 4
      - id: translation
        -orig-id: translation
        type: f4
        repeat: expr
        repeat-expr: 3
  s2x4:
    seq:
      - id: values
        type: s2
        repeat: expr
        repeat-expr: 4
  f4x3:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 3
  object_state:
    seq:
      - id: vis
        -orig-id: vis
        type: f4
      - id: frame_index
        -orig-id: frameIndex
        type: s4
      - id: mat_frame_index
        -orig-id: matFrameIndex
        type: s4
  sequences:
    seq:
      - id: length
        -orig-id: length
        type: u4
      - id: name
        -orig-id: name
        size: length
        type: str
      - id: flags
        -orig-id: flags
        type: u4
        if: _parent.version >= 22
      - id: num_keys
        -orig-id: numKeys
        type: s4
      - id: duration
        -orig-id: duration
        type: f4
      - id: blend
        -orig-id: blend
        type: u1
        if: _parent.version < 22
      - id: cyclic
        -orig-id: cyclic
        type: u1
        if: _parent.version < 22
      - id: make_path
        -orig-id: makePath
        type: u1
        if: _parent.version < 22
      - id: priority
        -orig-id: priority
        type: s4
      - id: first_ground
        -orig-id: firstGround
        type: s4
      - id: num_ground
        -orig-id: numGround
        type: s4
      - id: base_rotation
        -orig-id: baseRotation
        type: s4
      - id: base_translation
        -orig-id: baseTranslation
        type: s4
        if: _parent.version >= 22
      - id: base_scale
        -orig-id: baseScale
        type: s4
        if: _parent.version >= 22
      - id: base_object_state
        -orig-id: baseObjectState
        type: s4
      - id: base_decal_state
        -orig-id: baseDecalState
        type: s4
      - id: first_trigger
        -orig-id: firstTrigger
        type: s4
      - id: num_triggers
        -orig-id: numTriggers
        type: s4
      - id: tool_begin
        -orig-id: toolBegin
        type: f4
      - id: rotation_matters
        -orig-id: rotationMatters
        type: rotation_matters
      - id: translation_matters
        -orig-id: translationMatters
        type: translation_matters
        if: _parent.version >= 22
      - id: scale_matters
        -orig-id: scaleMatters
        type: scale_matters
        if: _parent.version >= 22
      - id: decal_matters
        -orig-id: decalMatters
        type: decal_matters
      - id: ifl_matters
        -orig-id: iflMatters
        type: ifl_matters
      - id: vis_matters
        -orig-id: visMatters
        type: vis_matters
      - id: frame_matters
        -orig-id: frameMatters
        type: frame_matters
      - id: mat_frame_matters
        -orig-id: matFrameMatters
        type: mat_frame_matters
  rotation_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  translation_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  scale_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  decal_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  ifl_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  vis_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  frame_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  mat_frame_matters:
    seq:
      - id: unused
        -orig-id: unused
        type: u4
      - id: num_words
        -orig-id: numWords
        type: u4
      - id: words
        -orig-id: words
        type: u4
        repeat: expr
        repeat-expr: num_words
  trigger:
    seq:
      - id: state
        -orig-id: state
        type: u4
      - id: pos
        -orig-id: pos
        type: f4
