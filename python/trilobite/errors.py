"""Diagnostics, and the exceptions that carry them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Sequence

from . import _declarations as c
from ._library import lib, printable, text


@dataclass(frozen=True)
class Diagnostic:
    """What was found in a file or wrong with a call."""

    severity: str  # "note", "warning", "error"
    code: str  # "DIF_SURFACE_WINDING": docs/DIAGNOSTICS.md
    path: str  # of the field: "details[0].surfaces[12].windingStart"; "" for the whole
    offset: int | None  # in the file
    text: str
    file: str
    option: str | None = None  # the option that helps, or the one at fault, as a keyword argument
    value: str | None = None  # for it; in capitals, what has to be given

    def __str__(self) -> str:
        """As the command prints it, on one line."""
        place = ":".join([*filter(None, [self.file]), *([] if self.offset is None else [f"0x{self.offset:x}"])])
        what = f"{self.severity}[{self.code}]{' ' if self.path else ''}{self.path}: "
        is_at_fault = self.code in ("BAD_OPTION", "OPTION_UNUSED")
        if self.option and is_at_fault:
            what += f"{self.option}: "
        use = f"; use {self.option}={self.value or True}" if self.option and not is_at_fault else ""
        return printable(f"{place}{': ' if place else ''}{what}{self.text}{use}")


class Error(Exception):
    """A call failed. `diagnostics` has all that it reported."""

    diagnostics: tuple[Diagnostic, ...] = ()

    def __init__(self, message: str = "", diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(message)


class InvalidError(Error, ValueError):
    """The input breaks its format."""


class UnsupportedError(Error, ValueError):
    """Known, but not supported."""


class ArgumentError(Error, ValueError):
    """An argument or an option is not allowed."""


class OutOfMemoryError(Error, MemoryError):
    """The system refused memory."""


class LimitError(Error, MemoryError):
    """A limit was exceeded (Limits)."""


class NotFoundError(Error, FileNotFoundError):
    """A file, a member or a part does not exist."""


class ReadError(Error, OSError):
    """The system could not read."""


class WriteError(Error, OSError):
    """The system could not write, or the file is already there."""


_CLASSES = {
    c.TLB_INVALID: InvalidError, c.TLB_UNSUPPORTED: UnsupportedError, c.TLB_ARGUMENT: ArgumentError,
    c.TLB_NO_MEMORY: OutOfMemoryError, c.TLB_LIMIT: LimitError, c.TLB_NOT_FOUND: NotFoundError,
    c.TLB_READ_FAILED: ReadError, c.TLB_WRITE_FAILED: WriteError,
}


def make_diagnostic(struct: c.tlb_diagnostic) -> Diagnostic:
    option = text(struct.remedy.option).replace("-", "_") or None
    return Diagnostic(text(lib.tlb_severity_name(struct.severity)), text(lib.tlb_code_name(struct.code)),
                      text(struct.path), None if struct.offset == c.TLB_NO_OFFSET else struct.offset,
                      text(struct.message), text(struct.file), option, text(struct.remedy.value) or None)


def make_error(status: int, diagnostics: Sequence[Diagnostic]) -> Error:
    """The exception for a status: its message is that of the first error, and how many more there are."""
    errors = [d for d in diagnostics if d.severity == "error"]
    message = str(errors[0]) if errors else text(lib.tlb_status_text(status))
    more = len(errors) - 1
    if more > 0:
        message += f" (and {more} more error{'s' if more > 1 else ''})"
    return _CLASSES.get(status, Error)(message, diagnostics)
