"""Where the files that documents reference are searched for."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Union

from . import _declarations as c
from ._library import encode, lib
from ._session import Handle, Loose, Session

Source = Union[str, "os.PathLike[str]", Mapping[str, bytes]]


class Assets:
    """Places to search, in this order: folders, volumes and archives by their path, and files in memory by their name.
    What is in folders is listed once for all documents that have the same Assets."""

    def __init__(self, *sources: Source) -> None:
        for source in sources:
            if not isinstance(source, (str, os.PathLike, Mapping)):
                raise TypeError(f"assets are paths, or bytes by name, not {type(source).__name__}")
        self.sources = sources
        self.cache = Loose(lib.tlb_directory_cache_create(None), lib.tlb_directory_cache_free)

    def open_in(self, session: Session, beside: str | None) -> Handle:
        """The places for a session; `beside`: also the folder of a document."""
        held = [{name: bytes(memoryview(data)) for name, data in source.items()}
                for source in self.sources if isinstance(source, Mapping)]
        handle = session.make(lib.tlb_assets_free, lib.tlb_assets_create, session.context, owners=held)
        in_memory = iter(held)
        for source in self.sources:
            if not isinstance(source, Mapping):
                session.call(lib.tlb_assets_add, handle.pointer, encode(source))
                continue
            for name, data in next(in_memory).items():
                session.call(lib.tlb_assets_add_memory, handle.pointer, encode(name), as_bytes(data))
        if beside is not None:
            session.call(lib.tlb_assets_add_beside, handle.pointer, encode(beside))
        return handle


def as_bytes(data: bytes) -> Any:
    """A tlb_bytes of the bytes, which have to stay."""
    struct = c.tlb_bytes()
    struct.size = len(data)
    struct.data = c.cast(c.c_char_p(data), type(struct.data))
    return struct


def assets_of(value: Assets | Source | Iterable[Source] | None) -> Assets | None:
    """What `assets` of trilobite.open may be, as Assets; None: nothing was given."""
    if value is None or isinstance(value, Assets):
        return value
    if isinstance(value, (str, os.PathLike, Mapping)):
        return Assets(value)
    return Assets(*value)
