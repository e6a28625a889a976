"""The package works without numpy, but for what is made of arrays: that says what is missing."""

import sys

import trilobite

with trilobite.open(f"{sys.argv[1]}/windmill.dts", assets=f"{sys.argv[1]}/textures") as document:
    assert document.check().is_valid
    assert document.fields.nodes[0].parent == -1
    assert bytes(trilobite.convert(document, "glb"))[:4] == b"glTF"
    for attempt in (document.scene, lambda: trilobite.render(document)):
        try:
            attempt()
            raise SystemExit("arrays without numpy")
        except ImportError as error:
            assert "numpy" in str(error), error
