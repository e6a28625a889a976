# Palette of bare bytes. Generated from the layout in Trilobite's sources.
meta:
  id: act
  title: Palette of bare bytes
  file-extension: [act]
  endian: le
  encoding: ISO-8859-1
seq:
  - id: colors
    -orig-id: colors
    type: u1x3
    repeat: expr
    repeat-expr: 256
  - id: tail
    -orig-id: tail
    size-eos: true
    if: '(_io.size - _io.pos) > 0'
types:
  u1x3:
    seq:
      - id: values
        type: u1
        repeat: expr
        repeat-expr: 3
