"""Arrays of numpy over memory of the library: not copied, not to be written to, and valid as long as they are there."""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any

from ._session import Handle

if TYPE_CHECKING:
    import numpy


def numpy_module() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("scenes and pictures are arrays of numpy: install it (Debian: python3-numpy)") from error
    return numpy


def array_of(owner: Handle, pointer: Any, dtype: str, *shape: int) -> numpy.ndarray[Any, Any] | None:
    """What a pointer leads to; None: it is NULL."""
    numpy = numpy_module()
    if not pointer:
        return None
    size = math.prod(shape) * numpy.dtype(dtype).itemsize
    memory = (ctypes.c_uint8 * size).from_address(ctypes.addressof(pointer.contents))
    memory.owner = owner  # the array keeps the memory, and this the owner
    array = numpy.ndarray(shape, dtype, memory)
    array.flags.writeable = False
    return array  # type: ignore[no-any-return]
