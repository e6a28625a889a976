"""What the nodes of a document's fields share: how the document is read, and what its strings are."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Callable, Protocol, Sequence

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_NOT_FINITE = re.compile(r"nan(:[0-9a-f]{8})?|-?inf")
_MAP_LINE = re.compile(rb'^0x[0-9a-f]+\t\d+\t([^\t\n]*)\t(\(bytes\)$|"|\{"latin1":)', re.M)
_MAP_INDEX = re.compile(rb"\[\d+(?:\.\.\d+)?\]")
_SPELLINGS = {"spelling", "end", "close", "numBitmaps", "numGroups"}  # in texts, how lines are written
_CHUNK = "chunks[].chunkData"  # of GLB, whose map has what is in it


class Root(Protocol):
    """What a tree asks of its root (fields.Struct)."""

    _touched: bool

    def _adopt(self, raw: Any) -> None: ...

    def _assignments(self, path: str) -> Any: ...

    def _settle(self) -> None: ...


class Tree:
    """What the nodes of a document share. It does not refer to the root, so that nothing is a circle."""

    def __init__(self) -> None:
        self.root: Callable[[], Root | None] = lambda: None
        self._kinds: dict[str, str] | None = None
        self.format = ""
        self._is_text = False
        self._stale = False

    def dump(self) -> bytes:
        """The document as JSON."""
        raise NotImplementedError

    def map_to(self, receive: Callable[[bytes], object]) -> None:
        """Its map, in parts."""
        raise NotImplementedError

    def edit(self, assignments: Sequence[str]) -> object:
        raise NotImplementedError

    def changed(self) -> None:
        """The document is no longer what was read."""
        self._stale, self._kinds = True, None

    def refresh(self) -> None:
        if self._stale:
            root = self.root()
            if root is not None:
                root._adopt(json.loads(self.dump()))
            self._stale = False

    def apply(self) -> None:
        """Gives the library what was set. When it refuses, all of it is still set in the tree."""
        root = self.root()
        if root is not None and root._touched:
            self.edit(list(root._assignments("")))
            root._settle()
            self.changed()

    def kind(self, pattern: str) -> str | None:
        """Whether a field is "bytes" or "text", by its path with [] for indices; None: neither. JSON has both as
        strings: the map of the document says it."""
        if self._kinds is None:
            self._kinds = self._read_kinds()
            self._is_text = any(path.endswith("(text)") for path in self._kinds)
        return self._kinds.get(pattern)

    def _read_kinds(self) -> dict[str, str]:
        found: dict[bytes, str] = {}
        rest = b""

        def receive(part: bytes) -> None:
            nonlocal rest
            lines, rest = (rest + part).rpartition(b"\n")[::2]
            for path, value in _MAP_LINE.findall(lines):
                found[_MAP_INDEX.sub(b"[]", path)] = "bytes" if value == b"(bytes)" else "text"

        self.map_to(receive)
        found[_CHUNK.encode()] = "bytes"
        return {path.decode(errors="surrogateescape"): kind for path, kind in found.items()}

    def is_text(self) -> bool:
        """Whether the file is a text: its map shows what is between the values."""
        self.kind("")
        return self._is_text

    def is_spelling(self, name: str) -> bool:
        """Whether JSON has it, and the library keeps it for itself: it is not to be set."""
        return name in _SPELLINGS and self.is_text()

    def decode(self, pattern: str, value: str) -> str | bytes | float:
        """A string of the JSON: text, bytes in base64, or a number that JSON cannot write."""
        if not value:
            # Maps of binary files have every text, even an empty one; others have not.
            is_text = self.kind(pattern) == "text" or self.is_text() or self.format in ("gltf", "glb")
            return "" if is_text else b""
        if _NOT_FINITE.fullmatch(value) and self.kind(pattern) is None:
            return float(value[:3] if value.startswith("nan") else value)
        if _BASE64.fullmatch(value) and self.kind(pattern) == "bytes":
            return base64.b64decode(value)
        return value

    def encode(self, pattern: str, value: bytes) -> str | dict[str, str]:
        if self.kind(pattern) == "text":
            return {"latin1": value.decode("latin-1")}
        return base64.b64encode(value).decode()
