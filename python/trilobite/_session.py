"""Who owns what the library made, and which thread may use it.

A context and everything made with it belong to one thread at a time, and ctypes lets other threads run during a call:
each session has a lock. What is freed from another thread, or by the garbage collector in the middle of a call, waits
until the lock is free.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import deque
from dataclasses import dataclass
from typing import Any, Callable, Sequence, TypeVar

from . import _declarations as c
from ._library import lib
from .errors import Diagnostic, OutOfMemoryError, make_diagnostic, make_error

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """Limits of a document and all that is made of it; 0: the default."""

    max_bytes: int = 0  # memory at one time: 16 GiB
    max_allocations: int = 0  # no limit
    max_nesting: int = 0  # structures within structures: 64
    max_per_code: int = 0  # diagnostics kept for each code: 20

    def _fill(self, options: Any) -> None:
        options.struct_size = ctypes.sizeof(options)
        for name, value in vars(self).items():
            kind = getattr(type(options), name)
            if not isinstance(value, int) or not 0 <= value < 1 << 8 * kind.size:
                raise ValueError(f"{name}: {value!r} is out of range")
            setattr(options, name, value)


class Handle:
    """A pointer that the library gave, freed once nothing refers to the handle. What it needs to live is kept as long:
    its session, and `owners`."""

    def __init__(self, session: Session, pointer: Any, free: Any, *owners: object) -> None:
        self.session = session
        self.pointer = pointer
        self._owners = list(owners)
        # Not at exit: the system frees all of it, and other threads may still read.
        weakref.finalize(self, session.free, free, pointer, self._owners).atexit = False

    def keep(self, owner: object) -> None:
        """One more that has to live as long."""
        self._owners.append(owner)


class Loose:
    """A pointer that belongs to no session."""

    def __init__(self, pointer: Any, free: Any) -> None:
        if not pointer:
            raise OutOfMemoryError("no memory")
        self.pointer = pointer
        weakref.finalize(self, free, pointer).atexit = False


class Session:
    """A context of the library, with its lock."""

    def __init__(self, limits: Limits | None = None, cache: Any = None) -> None:
        options = c.tlb_context_options()
        (limits or Limits())._fill(options)
        if cache is not None:
            options.directory_cache = cache.pointer
        self.context = lib.tlb_context_create(options)
        if not self.context:
            raise OutOfMemoryError("no memory for a context")
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Any, Any, object]] = deque()
        weakref.finalize(self, _free_context, self.context, cache).atexit = False

    def call(self, function: Any, *arguments: Any) -> tuple[Diagnostic, ...]:
        """Calls what returns a status: what it reported, or an exception that has it."""
        return self.call_for(lambda: None, function, *arguments)[1]

    def call_for(self, take: Callable[[], T], function: Any, *arguments: Any) -> tuple[T, tuple[Diagnostic, ...]]:
        """The same, and what `take` gives afterwards: it copies results that the next call would change."""
        try:
            with self._lock:
                status = function(*arguments)
                diagnostics = self._reported()
                if status:
                    raise make_error(status, diagnostics)
                return take(), diagnostics
        finally:
            self._sweep()

    def make(self, free: Any, function: Any, *arguments: Any, owners: Sequence[object] = ()) -> Handle:
        """Calls what returns a pointer, NULL without memory."""
        try:
            with self._lock:
                pointer = function(*arguments)
                diagnostics = self._reported()
                if not pointer:
                    raise OutOfMemoryError("no memory", diagnostics)
                return Handle(self, pointer, free, *owners)
        finally:
            self._sweep()

    def _reported(self) -> tuple[Diagnostic, ...]:
        count = lib.tlb_diagnostic_count(self.context)
        found = tuple(make_diagnostic(lib.tlb_diagnostic_at(self.context, i).contents) for i in range(count))
        lib.tlb_diagnostics_clear(self.context)
        return found

    def free(self, function: Any, pointer: Any, owners: object) -> None:
        self._waiting.append((function, pointer, owners))
        self._sweep()

    def _sweep(self) -> None:
        """Frees what waits, unless the lock is held: who holds it sweeps afterwards."""
        while self._waiting and self._lock.acquire(blocking=False):
            try:
                while self._waiting:
                    function, pointer, _ = self._waiting.popleft()
                    function(pointer)
            finally:
                self._lock.release()


def _free_context(context: Any, cache: object) -> None:
    """`cache` is listed here to outlive it."""
    lib.tlb_context_free(context)


def send(session: Session, write: Callable[[bytes], object], function: Any, *arguments: Any) -> None:
    """Calls what writes to the sink after its arguments, in parts. An exception of `write` ends it and arrives here."""
    raised: list[BaseException] = []

    def receive(_user: Any, data: int, size: int) -> bool:
        try:
            write(ctypes.string_at(data, size))
        except BaseException as error:  # nothing may pass through C
            raised.append(error)
        return not raised

    callback = type(c.tlb_sink().write)(receive)
    try:
        session.call(function, *arguments, c.tlb_sink(callback, None))
    finally:
        if raised:
            raise raised[0]


def written(session: Session, function: Any, *arguments: Any) -> bytes:
    """All that it writes."""
    parts: list[bytes] = []
    send(session, parts.append, function, *arguments)
    return b"".join(parts)


def bytes_of(value: Any) -> bytes:
    """A copy of a tlb_bytes."""
    return ctypes.string_at(value.data, value.size) if value.size else b""
