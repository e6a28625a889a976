"""The members of an archive."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Sequence, overload

from . import _declarations as c
from ._core import Core
from ._library import encode, lib, text
from ._session import bytes_of
from .assets import as_bytes
from .errors import NotFoundError


@dataclass(frozen=True)
class Member:
    name: str  # as stored: any text; "#3" of one without
    file_name: str  # a relative path to extract it to, unique in the archive
    size: int
    packed: int  # bytes in the archive; 0: the data is missing
    compression: str  # "none", "rle" …
    offset: int  # of the data in the archive
    modified: str | None  # "2004-05-21 17:30:02", where the archive keeps it
    index: int
    _core: Core = field(repr=False, compare=False)

    def read(self) -> bytes:
        """Its bytes, unpacked."""
        members, found = c.tlb_members(), c.tlb_bytes()
        handle = self._core.handle
        is_there, _ = handle.session.call_for(
            lambda: self.index < members.count and text(members.data[self.index].name) == self.name,
            lib.tlb_archive_list, handle.pointer, members)
        if not is_there:
            raise NotFoundError(f"{self.name}: the archive was changed; document.members has its members now")
        return handle.session.call_for(lambda: bytes_of(found), lib.tlb_archive_read, handle.pointer, self.index,
                                       found)[0]


def list_members(core: Core) -> tuple[Member, ...]:
    found, names = c.tlb_members(), c.POINTER(c.c_char_p)()
    handle = core.handle

    def take() -> tuple[Member, ...]:
        failed = lib.tlb_archive_file_names(handle.pointer, names)
        return tuple(_member(core, found.data[i], f"#{i}" if failed or not names[i] else text(names[i]), i)
                     for i in range(found.count))

    return handle.session.call_for(take, lib.tlb_archive_list, handle.pointer, found)[0]


def _member(core: Core, m: Any, file_name: str, index: int) -> Member:
    modified = text(m.modified) if m.modified else None
    return Member(text(m.name), file_name, m.size, m.packed, text(m.compression), m.offset, modified, index, core)


class Members(Sequence[Member]):
    """The members in their order; by name the first of that name, whatever the case of its letters."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._members = list_members(core)

    @overload
    def __getitem__(self, which: int | str) -> Member: ...

    @overload
    def __getitem__(self, which: slice) -> Sequence[Member]: ...

    def __getitem__(self, which: int | str | slice) -> Member | Sequence[Member]:
        return self._members[self._find(which) if isinstance(which, str) else which]

    def _find(self, name: str) -> int:
        index = c.c_uint32()
        handle = self._core.handle
        try:
            handle.session.call(lib.tlb_archive_find, handle.pointer, encode(name), index)
        except NotFoundError as error:
            raise KeyError(name) from error
        return index.value

    def __contains__(self, which: object) -> bool:
        if not isinstance(which, str):
            return which in self._members
        try:
            self._find(which)
        except KeyError:
            return False
        return True

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"Members({', '.join(m.name for m in self._members)})"

    def change(self, put: Mapping[str, bytes] | None = None, remove: Iterable[str] = (),
               compression: str | None = None) -> None:
        """Removes members, then adds or replaces others, all at once: where one cannot be, nothing has changed."""
        changes = [c.tlb_change(name=encode(name), remove=True) for name in _names(remove)]
        held = [bytes(memoryview(data)) for data in (put or {}).values()]
        kind = None if compression is None else encode(compression)
        changes += [c.tlb_change(name=encode(name), bytes=as_bytes(data), compression=kind)
                    for name, data in zip(put or {}, held)]
        self._core.apply()
        handle = self._core.handle
        handle.keep(held)
        array = (c.tlb_change * len(changes))(*changes)
        handle.session.call(lib.tlb_archive_change, handle.pointer, array, len(changes))
        self._core.changed()
        self._members = list_members(self._core)


def _names(names: Iterable[str]) -> Iterable[str]:
    return [names] if isinstance(names, str) else names
