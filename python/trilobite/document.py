"""Documents: files of any format, opened."""

from __future__ import annotations

import json
import os
from types import TracebackType
from typing import Any, Iterable, Mapping, Union

from . import _declarations as c
from ._core import Core
from ._library import encode, lib, text
from ._session import Handle, Limits, Session, bytes_of
from ._values import value_of
from .archive import Members
from .assets import Assets, Source, assets_of
from .errors import Diagnostic
from .fields import Struct, root_of
from .format import Format, format_of, pointer_of
from .options import Options
from .scene import Scene

Path = Union[str, "os.PathLike[str]"]


class Report(tuple[Diagnostic, ...]):
    """What a check found. Of each code only some diagnostics are kept (Limits.max_per_code); all are counted."""

    errors: int
    warnings: int
    notes: int

    @property
    def is_valid(self) -> bool:
        return self.errors == 0


class Document:
    """A file, opened by trilobite.open, build or create. It loses nothing: saved unmodified, its bytes are those that
    it was opened from."""

    def __init__(self, core: Core, diagnostics: tuple[Diagnostic, ...]) -> None:
        self._held: Core | None = core
        self._root: Struct | None = None
        self.diagnostics = diagnostics  # what opening it, and later the last call, reported

    # --- life

    def close(self) -> None:
        """Frees it as soon as nothing made of it, such as a scene, needs it. Later calls raise ValueError."""
        self._held = self._root = None

    @property
    def _core(self) -> Core:
        if self._held is None:
            raise ValueError("the document is closed")
        return self._held

    def __enter__(self) -> Document:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        try:
            return f"<Document {self.name or 'without name'}: {self.format.title}>"
        except ValueError:
            return "<Document, closed>"

    def _call(self, function: Any, *arguments: Any, take: Any = lambda: None) -> Any:
        """Calls a function on the document as its fields are."""
        core = self._core
        core.apply()
        handle = core.handle
        result, self.diagnostics = handle.session.call_for(take, function, handle.pointer, *arguments)
        return result

    # --- facts

    @property
    def format(self) -> Format:
        core = self._core  # kept, should another thread close the document
        return format_of(lib.tlb_document_format(core.handle.pointer))

    @property
    def name(self) -> str:
        """The name or the path it was opened with."""
        core = self._core
        return text(lib.tlb_document_name(core.handle.pointer))

    def info(self) -> dict[str, Any]:
        """A summary: format, version, vertices, triangles, bounds, materials, textures, files, animations …"""
        value = c.POINTER(c.tlb_value)()
        found: dict[str, Any] = self._call(lib.tlb_info, value, take=lambda: value_of(value.contents))
        return found

    def check(self) -> Report:
        """Validates every rule of the format and, where assets were given, that the files that it needs are there."""
        result = c.tlb_check_result()
        assets = self._core.assets
        if assets is None:
            self._call(lib.tlb_check, result)
        else:
            self._call(lib.tlb_check_assets, assets.pointer, result)
        report = Report(self.diagnostics)
        report.errors, report.warnings, report.notes = result.errors, result.warnings, result.notes
        return report

    def query(self, *words: object) -> Any:
        """One of format.queries: query("ray", 0, 3, 4, 0, 3, -8)."""
        return self._ask(lib.tlb_query, words)

    # --- fields

    @property
    def fields(self) -> Struct:
        """All fields, by the names of the format's description."""
        core = self._core
        if self._root is None:
            self._root = root_of(core)
        return self._root

    def apply(self) -> None:
        """Gives the library what was set in `fields` now, not at the next call that needs it."""
        self._core.apply()

    def set(self, *assignments: str) -> None:
        """Sets fields by their paths, as the command does: set("details[0].portals[2].zoneFront=3")."""
        self._core.apply()
        self.diagnostics = self._core.edit(assignments)
        self._core.changed()

    def update(self) -> tuple[Diagnostic, ...]:
        """Makes anew what follows from other fields, such as bounds and the BSP tree: what was."""
        self._call(lib.tlb_document_update)
        self._core.changed()
        return self.diagnostics

    def operate(self, *words: object) -> Any:
        """One of format.operations: operate("close"). What was done."""
        answer = self._ask(lib.tlb_operate, words)
        self._core.changed()
        return answer

    def _ask(self, function: Any, words: tuple[object, ...]) -> Any:
        answer = c.POINTER(c.tlb_value)()
        texts = [encode(str(word)) for word in words]
        return self._call(function, (c.c_char_p * len(texts))(*texts), len(texts), answer,
                          take=lambda: value_of(answer.contents))

    def to_json(self, path: str = "") -> str:
        """Every field, or those of a part ("details[0].planes"), as JSON."""
        self._core.apply()
        return self._core.dump(path).decode()

    # --- results

    def save(self, path: Path, replace: bool = False) -> None:
        """Saves it. With `replace` an existing file is replaced, once the new one is complete."""
        self._call(lib.tlb_save_path, encode(path), bool(replace))

    def __bytes__(self) -> bytes:
        """As bytes of its format."""
        found = c.tlb_bytes()
        saved: bytes = self._call(lib.tlb_save_memory, found, take=lambda: bytes_of(found))
        return saved

    def scene(self, **options: Any) -> Scene:
        """The document as a scene: meshes, materials, nodes, animations. Options are those of the format."""
        scene = c.POINTER(c.tlb_scene)()
        handle = self._core.handle
        chosen = Options(handle.session, options, self._core.assets, None)
        made = self._call(lib.tlb_document_scene, chosen.struct, scene,
                          take=lambda: Handle(handle.session, scene, lib.tlb_scene_free, handle))
        return Scene(made, self.diagnostics)

    @property
    def members(self) -> Members:
        """What an archive contains."""
        return Members(self._core)


# --- making them


def open_document(source: Path | bytes, *, assets: Assets | Source | Iterable[Source] | None = None,
                  format: str | Format | None = None, name: str | None = None,
                  limits: Limits | None = None) -> Document:
    """Opens a file by its path, which may go on into an archive ("game.vol/tank.dts"), or bytes.

    `assets`: where to search for textures and other files that it references (Assets), besides the folder of the file.
    `format`: None detects it. `name`: of bytes, for messages and what is made of them.
    """
    places = assets_of(assets)
    session = Session(limits, None if places is None else places.cache)
    document = c.POINTER(c.tlb_document)()
    beside: str | None = None
    if isinstance(source, (bytes, bytearray, memoryview)):
        held: bytes | None = bytes(source)
        called = None if name is None else encode(name)
        call: tuple[Any, ...] = (lib.tlb_open_memory, session.context, held, memoryview(source).nbytes, called)
    elif name is not None:
        raise TypeError("a file has the name of its path")
    elif isinstance(source, (str, os.PathLike)):
        held, beside = None, os.fspath(source)
        call = (lib.tlb_open_path, session.context, encode(source))
    else:
        raise TypeError(f"a document is opened by a path or bytes, not {type(source).__name__}")
    handle, diagnostics = session.call_for(lambda: Handle(session, document, lib.tlb_document_free, held),
                                           *call, pointer_of(format), document)
    return Document(Core(handle, None if places is None else places.open_in(session, beside)), diagnostics)


def build(source: str | bytes | Mapping[str, Any], *, name: str | None = None,
          limits: Limits | None = None) -> Document:
    """A document of what Document.to_json wrote: JSON, or dicts and lists. What is left out has its default."""
    if isinstance(source, Mapping):
        source = json.dumps(source)
    if not isinstance(source, (str, bytes)):
        raise TypeError(f"a document is built from JSON or a dict, not {type(source).__name__}")
    written = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    session = Session(limits)
    document = c.POINTER(c.tlb_document)()
    handle, diagnostics = session.call_for(lambda: Handle(session, document, lib.tlb_document_free), lib.tlb_build,
                                           session.context, written, len(written),
                                           None if name is None else encode(name), document)
    return Document(Core(handle, None), diagnostics)


def create(format: str | Format, kind: str | None = None, *, limits: Limits | None = None) -> Document:
    """A new document, as empty as its format allows. `kind`: of archives, "pvol" or "vol"."""
    session = Session(limits)
    document = c.POINTER(c.tlb_document)()
    handle, diagnostics = session.call_for(lambda: Handle(session, document, lib.tlb_document_free),
                                           lib.tlb_document_create, session.context, pointer_of(format),
                                           None if kind is None else encode(kind), document)
    return Document(Core(handle, None), diagnostics)
