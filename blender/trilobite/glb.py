"""The JSON of a GLB. All else in the file stays as it is."""

import json
import struct
from pathlib import Path

_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<I4s")


def read(path):
    """The JSON, and the bytes of the chunks after it."""
    data = Path(path).read_bytes()
    start = _HEADER.size + _CHUNK.size
    size, _ = _CHUNK.unpack_from(data, _HEADER.size)
    return json.loads(data[start : start + size]), data[start + size :]


def write(path, document, rest):
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    size = _HEADER.size + _CHUNK.size + len(text) + len(rest)
    Path(path).write_bytes(_HEADER.pack(b"glTF", 2, size) + _CHUNK.pack(len(text), b"JSON") + text + rest)
