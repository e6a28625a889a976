"""The fields of a document as a tree of attributes, with the names of the format's description.

The tree is the JSON of the document (tlb_dump), read at once and wrapped where it is looked at. What is set is collected
and given to the library (tlb_edit) before the next call that needs the document; the tree is then read again when it is
next looked at. Nodes keep their identity through that.
"""

from __future__ import annotations

import base64
import json
import math
import re
import weakref
from typing import Any, Callable, Iterator, Mapping, MutableSequence, Sequence, overload

from .errors import Error

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_NOT_FINITE = re.compile(r"nan(:[0-9a-f]{8})?|-?inf")
_MAP_LINE = re.compile(rb'^0x[0-9a-f]+\t\d+\t([^\t\n]*)\t(\(bytes\)$|"|\{"latin1":)', re.M)
_MAP_INDEX = re.compile(rb"\[\d+(?:\.\.\d+)?\]")
_CHUNK = "chunks[].chunkData"  # of GLB, whose map has what is in it
_NAME = re.compile(r"[^.\[\]=\"]+")  # what paths can have


class Tree:
    """What the nodes of a document share. It does not refer to the root, so that nothing is a circle."""

    def __init__(self) -> None:
        self._root: Callable[[], Struct | None] = lambda: None
        self._kinds: dict[str, str] | None = None
        self._format = ""
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

    def root(self) -> Struct:
        root = Struct(self, None, "", json.loads(self.dump()))
        self._format = root._raw["format"]
        self._root = weakref.ref(root)
        return root

    def changed(self) -> None:
        """The document is no longer what was read."""
        self._stale, self._kinds = True, None

    def refresh(self) -> None:
        if self._stale:
            root = self._root()
            if root is not None:
                root._adopt(json.loads(self.dump()))
            self._stale = False

    def apply(self) -> None:
        """Gives the library what was set. When it refuses, all of it is still set in the tree."""
        root = self._root()
        if root is not None and root._touched:
            self.edit(list(root._assignments("")))
            root._settle()
            self.changed()

    def kind(self, pattern: str) -> str | None:
        """Whether a field is "bytes" or "text", by its path with [] for indices; None: neither. JSON has both as
        strings: the map of the document says it."""
        if self._kinds is None:
            self._kinds = self._read_kinds()
            # Maps of binary files have every text, even an empty one; those of text and JSON have not.
            self._is_text = self._format in ("gltf", "glb") or any(p.endswith("(text)") for p in self._kinds)
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

    def decode(self, pattern: str, value: str) -> str | bytes | float:
        """A string of the JSON: text, bytes in base64, or a number that JSON cannot write."""
        if not value:
            return "" if self.kind(pattern) == "text" or self._is_text else b""
        if _NOT_FINITE.fullmatch(value) and self.kind(pattern) is None:
            return float(value[:3] if value.startswith("nan") else value)
        if _BASE64.fullmatch(value) and self.kind(pattern) == "bytes":
            return base64.b64decode(value)
        return value

    def encode(self, pattern: str, value: bytes) -> str | dict[str, str]:
        if self.kind(pattern) == "text":
            return {"latin1": value.decode("latin-1")}
        return base64.b64encode(value).decode()


class _Node:
    """A struct or a list of the tree. `_raw` has what JSON had, or nodes in its place."""

    __slots__ = ("_tree", "_parent", "_key", "_raw", "_changed", "_touched", "_new", "__weakref__")

    _raw: Any

    def __init__(self, tree: Tree, parent: _Node | None, key: str, raw: Any, new: bool = False) -> None:
        for name, value in (("_tree", tree), ("_parent", weakref.ref(parent) if parent is not None else lambda: None),
                            ("_key", key), ("_raw", raw), ("_changed", set()), ("_touched", False), ("_new", new)):
            object.__setattr__(self, name, value)

    # --- reading

    def _pattern(self, key: str) -> str:
        """The path of a member with [] for indices: what tells the kinds of fields."""
        names = [key]
        node: _Node | None = self
        while node is not None:
            names.append(node._key)
            node = node._parent()
        return ".".join(reversed([n for n in names if n])).replace(".[]", "[]")

    def _wrap(self, at: Any, key: str, value: Any) -> Any:
        if type(value) is str:
            return self._tree.decode(self._pattern(key), value)
        if _is_latin1(value):
            return value["latin1"].encode("latin-1")
        if type(value) in (dict, list):
            kind = Struct if type(value) is dict else List
            value = self._raw[at] = kind(self._tree, self, key, value, self._new or self._is_new(at))
        return value

    def _is_new(self, at: Any) -> bool:
        """Whether the document does not have this member yet."""
        return False

    def _plain(self) -> Any:
        """Without nodes, as JSON has it."""
        raise NotImplementedError

    def _values(self) -> Iterator[tuple[Any, Any]]:
        raise NotImplementedError

    # --- setting

    def _put(self, at: Any, key: str, value: Any) -> None:
        old = self._raw[at]
        if isinstance(value, dict) and (isinstance(old, Struct) or type(old) is dict and not _is_latin1(old)):
            struct = self._wrap(at, key, old)
            for name, member in value.items():
                struct._set(name, member)
        elif isinstance(value, list) and isinstance(old, (List, list)):
            self._wrap(at, key, old)[:] = value
        else:
            self._raw[at] = value
            self._changed.add(at)
            self._touch()

    def _touch(self) -> None:
        node: _Node | None = self
        while node is not None and not node._touched:
            object.__setattr__(node, "_touched", True)
            node = node._parent()

    def _json(self, key: str, value: Any) -> Any:
        """A member as JSON for the library."""
        if isinstance(value, bytes):
            return self._tree.encode(self._pattern(key), value)
        if type(value) in (dict, list):
            value = self._wrap_detached(key, value)
        return value._plain() if isinstance(value, _Node) else value

    def _wrap_detached(self, key: str, value: Any) -> _Node:
        return (Struct if type(value) is dict else List)(self._tree, self, key, value)

    def _assignments(self, path: str) -> Iterator[str]:
        raise NotImplementedError

    def _settle(self) -> None:
        object.__setattr__(self, "_changed", set())
        object.__setattr__(self, "_touched", False)
        for _, value in self._values():
            if isinstance(value, _Node) and value._touched:
                value._settle()

    def _adopt(self, raw: Any) -> None:
        """Takes what was read anew; nodes stay where something of their kind is in their place."""
        for at, value in self._values():
            if isinstance(value, _Node):
                new = raw[at] if at in (raw if isinstance(raw, dict) else range(len(raw))) else None
                if type(new) is type(value._raw) and not _is_latin1(new):
                    value._adopt(new)
                    raw[at] = value
                else:
                    object.__setattr__(value, "_parent", lambda: None)
        object.__setattr__(self, "_raw", raw)
        object.__setattr__(self, "_new", False)


class Struct(_Node):
    """A struct: its fields are attributes, or items by name."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}; there are {', '.join(self._raw)}") from None

    def __getitem__(self, name: str) -> Any:
        return self._wrap(name, name, self._complete(name)[name])

    def _complete(self, name: object = None) -> dict[str, Any]:
        """All fields, or at least this one: what a new struct was not given has a default of the library."""
        self._tree.refresh()
        if self._new and name not in self._raw:
            self._tree.apply()
            self._tree.refresh()
        return self._raw  # type: ignore[no-any-return]

    def __setattr__(self, name: str, value: Any) -> None:
        self._set(name, _to_raw(value))

    __setitem__ = __setattr__

    def __delattr__(self, name: str) -> None:
        """Removes a part that may be missing."""
        self[name]
        self._set(name, None)

    __delitem__ = __delattr__

    def __contains__(self, name: object) -> bool:
        return name in self._complete(name)

    def __iter__(self) -> Iterator[str]:
        """The names of the fields."""
        return iter(list(self._complete()))

    def __len__(self) -> int:
        return len(self._complete())

    def __dir__(self) -> list[str]:
        return list(self)

    def __eq__(self, other: object) -> bool:
        return plain(self) == dict(other) if isinstance(other, (Struct, Mapping)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Struct({', '.join(f'{name}={_brief(self[name])}' for name in self)})"

    def _values(self) -> Iterator[tuple[str, Any]]:
        return iter(self._raw.items())

    def _set(self, name: str, value: Any) -> None:
        self._tree.refresh()
        if name in self._raw or self._new:
            self._raw.setdefault(name, None)
            self._put(name, name, value)
            return
        # A part that may be missing, or a mistake: the library knows, and is asked at once.
        self._tree.apply()
        self._raw[name] = value
        self._changed.add(name)
        self._touch()
        try:
            self._tree.apply()
        except Error as error:
            self._raw.pop(name, None)
            self._changed.discard(name)
            raise AttributeError(str(error)) from error

    def _plain(self) -> dict[str, Any]:
        return {name: self._json(name, value) for name, value in self._raw.items()}

    def _assignments(self, path: str) -> Iterator[str]:
        for name, value in self._raw.items():
            if name in self._changed or isinstance(value, _Node) and value._touched:
                if not _NAME.fullmatch(name):
                    yield f"{path}={json.dumps({name: self._json(name, value)})}"
                elif name in self._changed:
                    yield f"{path}{'.' if path else ''}{name}={json.dumps(self._json(name, value))}"
                else:
                    yield from value._assignments(f"{path}{'.' if path else ''}{name}")


class List(_Node, MutableSequence[Any]):
    """A list of structs, rows, numbers or texts. numpy.array(list) is one of all its numbers."""

    __slots__ = ("_length",)  # of the document's list, to which elements were appended; -1: it is replaced

    _length: int

    def __init__(self, tree: Tree, parent: _Node | None, key: str, raw: list[Any], new: bool = False) -> None:
        super().__init__(tree, parent, key, raw, new)
        self._length = len(raw)

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        self._tree.refresh()
        if isinstance(index, slice):
            return [self._element(i) for i in range(*index.indices(len(self._raw)))]
        return self._element(range(len(self._raw))[index])

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self._tree.refresh()
        if isinstance(index, slice):
            self._raw[index] = _to_raw(value if isinstance(value, _Node) else list(value))
            self._replace()
        else:
            self._put(range(len(self._raw))[index], "[]", _to_raw(value))

    def __delitem__(self, index: int | slice) -> None:
        self._tree.refresh()
        del self._raw[index]
        self._replace()

    def insert(self, index: int, value: Any) -> None:
        self._tree.refresh()
        is_last = index >= len(self._raw)
        self._raw.insert(index, _to_raw(value))
        if is_last:
            self._touch()
        else:
            self._replace()

    def __len__(self) -> int:
        self._tree.refresh()
        return len(self._raw)

    def __iter__(self) -> Iterator[Any]:
        return (self._element(i) for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return plain(self) == list(other) if isinstance(other, (List, list, tuple)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __array__(self, dtype: Any = None) -> Any:
        import numpy

        return numpy.array(plain(self), dtype)

    def __repr__(self) -> str:
        shown = [_brief(self[i]) for i in range(min(len(self), 4))]
        return f"List([{', '.join(shown)}{f', … {len(self)} in all' if len(self) > 4 else ''}])"

    def _element(self, index: int) -> Any:
        return self._wrap(index, "[]", self._raw[index])

    def _values(self) -> Iterator[tuple[int, Any]]:
        return enumerate(self._raw)

    def _is_new(self, at: int) -> bool:
        return at >= self._length

    def _replace(self) -> None:
        self._length = -1
        self._touch()

    def _plain(self) -> list[Any]:
        return [self._json("[]", value) for value in self._raw]

    def _assignments(self, path: str) -> Iterator[str]:
        if self._length < 0:
            yield f"{path}={json.dumps(self._plain())}"
            return
        for i, value in enumerate(self._raw):
            if i >= self._length:
                yield f"{path}[+]={json.dumps(self._json('[]', value))}"
            elif i in self._changed:
                yield f"{path}[{i}]={json.dumps(self._json('[]', value))}"
            elif isinstance(value, _Node) and value._touched:
                yield from value._assignments(f"{path}[{i}]")

    def _settle(self) -> None:
        super()._settle()
        self._length = len(self._raw)

    def _adopt(self, raw: list[Any]) -> None:
        super()._adopt(raw)
        self._length = len(raw)


def plain(value: Any) -> Any:
    """A struct or a list of the tree as a dict or a list, with all that is in it; other values as they are."""
    if isinstance(value, Struct):
        return {name: _plain_member(value, name, name) for name in value}
    if isinstance(value, List):
        return [_plain_member(value, i, "[]") for i in range(len(value))]
    return value


def _plain_member(node: _Node, at: Any, key: str) -> Any:
    raw = node._raw[at]
    if type(raw) in (int, float) or raw is None:
        return raw
    if type(raw) is list and all(type(x) in (int, float) for x in raw):
        return list(raw)
    if type(raw) in (dict, list) and not _is_latin1(raw):
        raw = node._wrap_detached(key, raw)
    return plain(raw) if isinstance(raw, _Node) else node._wrap(at, key, raw)


def _is_latin1(value: Any) -> bool:
    """How JSON has text that is not UTF-8."""
    return type(value) is dict and len(value) == 1 and type(value.get("latin1")) is str


def _to_raw(value: Any) -> Any:
    """What was assigned as what JSON has; bytes stay, until it is known which way they are written."""
    if isinstance(value, (bool, int, str, bytes, type(None))):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else "nan" if value != value else "inf" if value > 0 else "-inf"
    if isinstance(value, _Node):
        return json.loads(json.dumps(value._plain()))
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, Mapping):
        return {str(name): _to_raw(member) for name, member in value.items()}
    if hasattr(value, "tolist"):  # of numpy
        return _to_raw(value.tolist())
    if isinstance(value, Sequence):
        return [_to_raw(member) for member in value]
    raise TypeError(f"a field cannot be {type(value).__name__}")


def _brief(value: Any) -> str:
    if isinstance(value, Struct):
        return "{…}"
    if isinstance(value, List):
        return f"[{len(value)}]"
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    return repr(value)
