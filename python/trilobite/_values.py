"""tlb_value as Python's values."""

from __future__ import annotations

import ctypes
from typing import Any

from . import _declarations as c
from ._library import text


def _members(value: Any) -> Any:
    member = value.members.first
    while member:
        yield member.contents
        member = member.contents.next


def value_of(value: Any) -> Any:
    """None, bool, int, float, str, list or dict."""
    kind, union = value.kind, getattr(value, "as")
    if kind == c.TLB_VALUE_BOOL:
        return bool(union.boolean)
    if kind == c.TLB_VALUE_INTEGER:
        return union.integer
    if kind == c.TLB_VALUE_REAL:
        return union.real
    if kind == c.TLB_VALUE_TEXT:
        return _text_of(union.text)
    if kind == c.TLB_VALUE_LIST:
        return [value_of(member) for member in _members(union)]
    if kind == c.TLB_VALUE_TABLE:
        return {text(member.key): value_of(member) for member in _members(union)}
    return None


def _text_of(value: Any) -> str:
    """With its NULs, at which c_char_p would end."""
    address = ctypes.c_void_p.from_buffer(value, c.tlb_text.data.offset).value
    return text(ctypes.string_at(address, value.size)) if address else ""
