"""What a document is to the parts that work on it: its handle, and what its fields are read and changed by."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from . import _declarations as c
from ._library import encode, lib
from ._session import Handle, send, written
from ._tree import Tree


class Core(Tree):
    def __init__(self, handle: Handle, assets: Handle | None) -> None:
        super().__init__()
        self.handle = handle
        self.assets = assets

    def dump(self, path: str = "") -> bytes:
        handle = self.handle
        return written(handle.session, lib.tlb_dump, handle.pointer, encode(path))

    def map_to(self, receive: Callable[[bytes], object]) -> None:
        handle = self.handle
        send(handle.session, receive, lib.tlb_map, handle.pointer, None)

    def edit(self, assignments: Sequence[str]) -> Any:
        handle = self.handle
        texts = [encode(a) for a in assignments]
        return handle.session.call(lib.tlb_edit, handle.pointer, (c.c_char_p * len(texts))(*texts), len(texts))
