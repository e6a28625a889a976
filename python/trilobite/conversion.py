"""Documents as files of other formats, and as pictures."""

from __future__ import annotations

import os
import threading
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ContextManager, Sequence, Union, overload

from . import _declarations as c
from ._arrays import numpy_module
from ._library import encode, lib, text
from ._session import Handle, Loose, bytes_of
from .document import Document
from .errors import Diagnostic
from .format import Format, formats, pointer_of
from .options import Options
from .scene import bitmap_array

if TYPE_CHECKING:
    from numpy import ndarray as Array


@dataclass(frozen=True)
class File:
    name: str  # without folder
    data: bytes


class Files(Sequence[File]):
    """The files that a conversion made: the first is the one requested, others go beside it."""

    def __init__(self, handle: Handle, diagnostics: tuple[Diagnostic, ...]) -> None:
        self._handle = handle
        found = handle.pointer.contents
        self._files = tuple(File(text(found.data[i].name), bytes_of(found.data[i].bytes)) for i in range(found.count))
        self.diagnostics = diagnostics  # what was dropped or missing

    @overload
    def __getitem__(self, index: int) -> File: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[File]: ...

    def __getitem__(self, index: int | slice) -> File | Sequence[File]:
        return self._files[index]

    def __len__(self) -> int:
        return len(self._files)

    def __bytes__(self) -> bytes:
        """The file that was requested."""
        return self._files[0].data

    def save(self, folder: Union[str, "os.PathLike[str]"] = "", replace: bool = False) -> list[str]:
        """Saves them in a folder as one: all of them, or none. Their paths."""
        session = self._handle.session
        session.call(lib.tlb_files_save, session.context, self._handle.pointer, encode(folder), bool(replace))
        return [os.path.join(folder, file.name) for file in self._files]


def convert(document: Document, to: str | Format, *, name: str | None = None, **options: Any) -> Files:
    """A document as files of a format ("glb"), or of another version of its own.

    `name`: of the first file; by default the document's, with the extension of the format. Options are named as those
    of the command (formats()[name].options), with _ for -.
    """
    target = pointer_of(to)
    if name is None:
        base = os.path.splitext(text(lib.tlb_path_base(encode(document.name))))[0] or "untitled"
        extensions = formats()[str(to)].extensions
        name = f"{base}.{extensions[0] if extensions else to}"
    handle = document._core.handle
    session = handle.session
    chosen = Options(session, options, document._core.assets, None)
    files = c.POINTER(c.tlb_files)()
    made = document._call(lib.tlb_convert, target, encode(name), chosen.struct, files,
                          take=lambda: Handle(session, files, lib.tlb_files_free, handle))
    return Files(made, document.diagnostics)


class Renderer:
    """What pictures need besides their scene, kept from one to the next: much faster for many small ones. One thread at
    a time draws with it."""

    def __init__(self) -> None:
        self._held: Loose | None = Loose(lib.tlb_renderer_create(None), lib.tlb_renderer_free)
        self.lock = threading.Lock()

    @property
    def pointer(self) -> Any:
        if self._held is None:
            raise ValueError("the renderer is closed")
        return self._held.pointer

    def close(self) -> None:
        with self.lock:
            self._held = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def render(document: Document, width: int = 640, height: int = 480, *, renderer: Renderer | None = None,
           **options: Any) -> Array[Any, Any]:
    """The document as a picture: height x width x 4 bytes, R, G, B and straight alpha. Options are those of PNG: view,
    background, time …"""
    numpy_module()
    handle = document._core.handle
    session = handle.session
    bitmap = c.POINTER(c.tlb_bitmap)()
    lock: ContextManager[object] = nullcontext()
    if renderer is not None:
        lock = renderer.lock
    with lock:
        chosen = Options(session, {"size": (width, height), **options}, document._core.assets, renderer)
        made = document._call(lib.tlb_document_draw, chosen.struct, bitmap,
                              take=lambda: Handle(session, bitmap, lib.tlb_bitmap_free))
    return bitmap_array(made)
