"""Options of conversions as keyword arguments: light_time=1.5 is --light-time of the command."""

from __future__ import annotations

import os
from typing import Any

from . import _declarations as c
from ._library import encode, lib, text
from ._session import Handle, Session
from .errors import ArgumentError


class Options:
    """A tlb_convert_options, with all that it points to."""

    def __init__(self, session: Session, named: dict[str, Any], assets: Handle | None, renderer: Any) -> None:
        self._named = session.make(lib.tlb_options_free, lib.tlb_options_create, session.context)
        for name, value in named.items():
            for each in _texts(name, value):
                session.call(lib.tlb_options_set, self._named.pointer, encode(name.replace("_", "-")), each)
        self.struct = c.tlb_convert_options.from_buffer_copy(lib.tlb_options_get(self._named.pointer).contents)
        self._kept = assets, renderer
        if assets is not None:
            self.struct.assets = assets.pointer
        if renderer is not None:
            self.struct.renderer = renderer.pointer


def _texts(name: str, value: Any) -> list[bytes | None]:
    """The texts to set an option to, one after the other; none: it is not set."""
    info = lib.tlb_option_find(encode(name.replace("_", "-")))
    if not info:
        raise ArgumentError(f"unknown option {name!r}; trilobite.formats()[name].options has those of a format")
    kind = info.contents.kind
    if value is None or (kind == c.TLB_OPTION_FLAG and value is False):
        return []
    if kind == c.TLB_OPTION_FLAG:
        if value is not True:
            raise ArgumentError(f"{name}: expected True or False, found {value!r}")
        return [None]
    if kind == c.TLB_OPTION_MERGE:
        return [encode(path) for path in ([value] if isinstance(value, (str, os.PathLike)) else value)]
    try:
        return [encode(_spelled(kind, value))]
    except TypeError:
        raise ArgumentError(f"{name}: expected {text(info.contents.argument)}, found {value!r}") from None


def _spelled(kind: int, value: Any) -> str:
    """A value as text: sizes are 320x240, colors #rrggbb, vectors 1,2,3."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float, os.PathLike)):
        return str(value)
    if kind == c.TLB_OPTION_COLOR:
        return "#" + "".join(f"{part:02x}" for part in value)
    return ("x" if kind == c.TLB_OPTION_SIZE else ",").join(str(part) for part in value)
