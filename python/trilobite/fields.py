"""The fields of a document as a tree of attributes, with the names of the format's description.

The tree is the JSON of the document (tlb_dump), read at once and wrapped where it is looked at. What is set is
collected and given to the library (tlb_edit) before the next call that needs the document; the tree is then read again
when it is next looked at. Nodes keep their identity through that.
"""

from __future__ import annotations

import json
import math
import re
import weakref
from typing import Any, Callable, Iterator, Mapping, MutableSequence, Sequence, overload

from ._tree import Tree
from .errors import Error, InvalidError

_NAME = re.compile(r"[^.\[\]=\"]+")  # what paths can have


class _Node:
    """A struct or a list of the tree. `_raw` has what JSON had, or nodes in its place."""

    __slots__ = ("_tree", "_parent", "_path", "_raw", "_changed", "_touched", "_new", "__weakref__")

    _tree: Tree
    _parent: Callable[[], _Node | None]
    _path: str  # with [] for indices
    _raw: Any
    _changed: set[Any]
    _touched: bool  # it or something in it was changed
    _new: bool  # made by the caller: what it does not have may have a default

    def __init__(self, tree: Tree, parent: _Node | None, path: str, raw: Any, new: bool = False) -> None:
        for name, value in (("_tree", tree), ("_parent", weakref.ref(parent) if parent is not None else lambda: None),
                            ("_path", path), ("_raw", raw), ("_changed", set()), ("_touched", False), ("_new", new)):
            object.__setattr__(self, name, value)

    # --- reading

    def _pattern(self, key: str) -> str:
        return _member(self._path, key)

    def _wrap(self, at: Any, key: str, value: Any) -> Any:
        if type(value) is str:
            return self._tree.decode(self._pattern(key), value)
        if _is_latin1(value):
            return value["latin1"].encode("latin-1")
        if type(value) in (dict, list):
            kind = Struct if type(value) is dict else List
            value = self._raw[at] = kind(self._tree, self, self._pattern(key), value, self._new or self._is_new(at))
        return value

    def _is_new(self, at: Any) -> bool:
        """Whether the document does not have this member yet."""
        return False

    def _values(self) -> Iterator[tuple[Any, Any]]:
        raise NotImplementedError

    def _complete(self) -> Any:
        """Gives the library what is new, so that all of it is here."""
        raise NotImplementedError

    def __copy__(self) -> Any:
        """As dicts and lists: there is one node for each part of the document."""
        return plain(self)

    def __deepcopy__(self, memo: Any) -> Any:
        return plain(self)

    # --- setting

    def _put(self, at: Any, key: str, assigned: Any) -> None:
        """Sets what is there already. A struct or list of a tree is copied over it, and what was there keeps what it has:
        two can change places."""
        old, value = self._raw[at], _to_raw(assigned)
        if assigned is old and isinstance(old, _Node):
            return
        if isinstance(assigned, _Node):
            self._put_anew(at, value)
        elif isinstance(value, dict) and (isinstance(old, Struct) or type(old) is dict and not _is_latin1(old)):
            struct = self._wrap(at, key, old)
            for name, member in value.items():
                if not self._tree.is_spelling(name):
                    struct._set(name, member)
        elif isinstance(value, list) and isinstance(old, (List, list)):
            self._wrap(at, key, old)[:] = value
        else:
            self._put_anew(at, value)

    def _put_anew(self, at: Any, value: Any) -> None:
        self._raw[at] = value
        self._changed.add(at)
        self._touch()

    def _touch(self) -> None:
        node: _Node | None = self
        while node is not None and not node._touched:
            object.__setattr__(node, "_touched", True)
            node = node._parent()

    def _json(self, key: str, value: Any) -> str:
        """A member as JSON for the library."""
        return json.dumps(_encoded(self._tree, self._pattern(key), value))

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
        object.__setattr__(self, "_raw", raw)
        object.__setattr__(self, "_new", False)


class Struct(_Node):
    """A struct: its fields are attributes, or items by name."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # what Python asks objects for
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
        self._set(name, value)

    __setitem__ = __setattr__

    def __delattr__(self, name: str) -> None:
        """Removes a part that may be missing."""
        getattr(self, name)
        self._set(name, None)

    def __delitem__(self, name: str) -> None:
        self[name]
        self._set(name, None)

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
        return isinstance(other, (Struct, Mapping)) and bool(plain(self) == plain(other))

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
        self._raw[name] = _to_raw(value)
        self._changed.add(name)
        self._touch()
        try:
            self._tree.apply()
        except Error as error:
            self._raw.pop(name, None)
            if isinstance(error, InvalidError):
                raise AttributeError(str(error)) from error
            raise

    def _assignments(self, path: str) -> Iterator[str]:
        for name, value in self._raw.items():
            if name in self._changed or isinstance(value, _Node) and value._touched:
                if not _NAME.fullmatch(name):
                    yield f"{path}={{{json.dumps(name)}: {self._json(name, value)}}}"
                elif name in self._changed:
                    yield f"{_member(path, name)}={self._json(name, value)}"
                else:
                    yield from value._assignments(_member(path, name))


class List(_Node, MutableSequence[Any]):
    """A list of structs, rows, numbers or texts. numpy.array(list) is one of all its numbers."""

    __slots__ = ("_length",)  # of the document's list, to which elements were appended; -1: it is replaced

    _length: int

    def __init__(self, tree: Tree, parent: _Node | None, path: str, raw: list[Any], new: bool = False) -> None:
        super().__init__(tree, parent, path, raw, new)
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
            self._put(range(len(self._raw))[index], "[]", value)

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
        return isinstance(other, (List, list)) and bool(plain(self) == plain(other))

    __hash__ = None  # type: ignore[assignment]

    def __array__(self, dtype: Any = None) -> Any:
        import numpy

        return numpy.array(plain(self), dtype)

    def __repr__(self) -> str:
        shown = [_brief(self[i]) for i in range(min(len(self), 4))]
        return f"List([{', '.join(shown)}{f', … {len(self)} in all' if len(self) > 4 else ''}])"

    def _complete(self) -> None:
        self._tree.refresh()
        if self._new or len(self._raw) != self._length:
            self._tree.apply()
            self._tree.refresh()

    def _element(self, index: int) -> Any:
        return self._wrap(index, "[]", self._raw[index])

    def _values(self) -> Iterator[tuple[int, Any]]:
        return enumerate(self._raw)

    def _is_new(self, at: int) -> bool:
        return at >= self._length

    def _replace(self) -> None:
        self._length = -1
        self._touch()

    def _assignments(self, path: str) -> Iterator[str]:
        if self._length < 0:
            yield f"{path}={json.dumps(_encoded(self._tree, self._path, self._raw))}"
            return
        for i, value in enumerate(self._raw):
            if i >= self._length:
                yield f"{path}[+]={self._json('[]', value)}"
            elif i in self._changed:
                yield f"{path}[{i}]={self._json('[]', value)}"
            elif isinstance(value, _Node) and value._touched:
                yield from value._assignments(f"{path}[{i}]")

    def _settle(self) -> None:
        super()._settle()
        self._length = len(self._raw)

    def _adopt(self, raw: list[Any]) -> None:
        super()._adopt(raw)
        self._length = len(raw)


def root_of(tree: Tree) -> Struct:
    """The fields of a document."""
    raw = json.loads(tree.dump())
    root = Struct(tree, None, "", raw)
    tree.root, tree.format = weakref.ref(root), raw["format"]
    return root


def plain(value: Any) -> Any:
    """A struct or a list of the tree as a dict or a list, with all that is in it; other values as they are."""
    if not isinstance(value, _Node):
        return value
    value._complete()
    return _decoded(value._tree, value._path, value._raw)


def _decoded(tree: Tree, path: str, raw: Any) -> Any:
    if isinstance(raw, _Node):
        return plain(raw)
    if type(raw) is str:
        return tree.decode(path, raw)
    if type(raw) is list:
        path += "[]"
        return [member if type(member) in (int, float) else _decoded(tree, path, member) for member in raw]
    if _is_latin1(raw):
        return raw["latin1"].encode("latin-1")
    if type(raw) is dict:
        return {name: member if type(member) in (int, float) else _decoded(tree, _member(path, name), member)
                for name, member in raw.items()}
    return raw


def _encoded(tree: Tree, path: str, raw: Any) -> Any:
    """As JSON for the library."""
    raw = raw._raw if isinstance(raw, _Node) else raw
    if type(raw) is bytes:
        return tree.encode(path, raw)
    if type(raw) is list:
        return [_encoded(tree, f"{path}[]", member) for member in raw]
    if type(raw) is dict:
        return {name: _encoded(tree, _member(path, name), member) for name, member in raw.items()
                if not tree.is_spelling(name)}
    return raw


def _member(path: str, key: str) -> str:
    """The path of a field, or, by "[]", of what is in a list."""
    return f"{path}.{key}" if path and key != "[]" else path + key


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
        return json.loads(json.dumps(_encoded(value._tree, value._path, value)))
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
