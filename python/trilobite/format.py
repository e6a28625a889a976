"""The formats that this library was built with."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Iterator, Mapping

from . import _declarations as c
from ._library import encode, lib, text, word
from .errors import UnsupportedError


@dataclass(frozen=True)
class Option:
    """An option that a format uses, as a keyword argument."""

    name: str
    argument: str | None  # None: a flag
    help: str
    words: tuple[str, ...]
    abilities: frozenset[str]  # that use it: "export_scene", "import_scene", "convert_version"


@dataclass(frozen=True)
class Query:
    """A query, or an operation, of a format."""

    name: str
    arguments: str
    help: str


@dataclass(frozen=True)
class Format:
    name: str
    title: str
    family: str
    versions: str
    extensions: tuple[str, ...]
    abilities: frozenset[str]  # "read", "write", "check", "archive", "model" …
    options: tuple[Option, ...]
    queries: tuple[Query, ...]
    operations: tuple[Query, ...]

    def __str__(self) -> str:
        return self.name


def _until_null(first: Any, name: str) -> Iterator[Any]:
    """The elements of an array that ends with one without a name."""
    i = 0
    while first and getattr(first[i], name):
        yield first[i]
        i += 1


def _abilities(bits: int) -> frozenset[str]:
    return frozenset(word(c.tlb_ability, bit).removeprefix("can_").removeprefix("is_")
                     for bit in c.tlb_ability if bits & bit)


def _queries(first: Any) -> tuple[Query, ...]:
    return tuple(Query(text(q.name), text(q.arguments), text(q.help)) for q in _until_null(first, "name"))


def _option(info: Any) -> Option:
    return Option(text(info.name).replace("-", "_"), text(info.argument) if info.argument else None, text(info.help),
                  tuple(text(w.name) for w in _until_null(info.words, "name")), _abilities(info.abilities))


def _extensions(first: Any) -> Iterator[str]:
    i = 0
    while first and first[i]:
        yield text(first[i])
        i += 1


def format_of(pointer: Any) -> Format:
    info = lib.tlb_format_info_of(pointer).contents
    return Format(text(info.name), text(info.title), text(info.family), text(info.versions),
                  tuple(_extensions(info.extensions)), _abilities(info.abilities),
                  tuple(map(_option, _until_null(info.options, "name"))), _queries(info.queries),
                  _queries(info.operations))


@functools.cache
def formats() -> Mapping[str, Format]:
    """All of them, by name."""
    found = (format_of(lib.tlb_format_at(i)) for i in range(lib.tlb_format_count()))
    return MappingProxyType({f.name: f for f in found})


def pointer_of(name: "str | Format | None") -> Any:
    """The library's format of a name; None for None."""
    if name is None:
        return None
    pointer = lib.tlb_format_by_name(encode(str(name)))
    if not pointer:
        raise UnsupportedError(f"unknown format {str(name)!r}; there are {', '.join(formats())}")
    return pointer
