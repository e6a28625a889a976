"""The shared library, with the functions that its headers declare."""

import ctypes
import os
from pathlib import Path

from . import _declarations as c

# The library of this package; TRILOBITE_LIBRARY names another, of the same minor version.
PATH = os.environ.get("TRILOBITE_LIBRARY") or str(Path(__file__).with_name("libtrilobite.so"))


def _load() -> ctypes.CDLL:
    made_for = f"{c.TLB_VERSION_MAJOR}.{c.TLB_VERSION_MINOR}"
    try:
        loaded = ctypes.CDLL(PATH)
        loaded.tlb_version.restype = ctypes.c_char_p
        version: str = loaded.tlb_version().decode()
        if version.split(".")[:2] != made_for.split("."):
            raise ImportError(f"{PATH} is version {version}; this package was made for {made_for}")
        for name, (result, arguments) in c.FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except OSError as error:
        raise ImportError(f"cannot load the library of Trilobite, or one that it needs: {error}") from error
    except AttributeError as error:
        raise ImportError(f"{PATH} is not the library that this package was made for: {error}") from error
    return loaded


lib = _load()
__version__: str = lib.tlb_version().decode()


def text(value: "bytes | None") -> str:
    """Text of the library, which may be any bytes: what is not UTF-8 stays as surrogates."""
    return (value or b"").decode("utf-8", "surrogateescape")


def encode(value: "str | os.PathLike[str]") -> bytes:
    """The inverse. NUL ends text in C."""
    encoded = os.fsdecode(value).encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError(f"NUL in {value!r}")
    return encoded


def printable(value: str) -> str:
    """Text from files on one line, with what would act on a terminal escaped."""
    data = encode(value.replace("\0", "\\x00"))
    out = ctypes.create_string_buffer(c.TLB_PRINTABLE * len(data) + 1)
    lib.tlb_printable(data, len(data), out)
    return text(out.value)


def word(enum: "dict[int, str]", value: int) -> str:
    """An enumerator as a word: TLB_ALPHA_MASK of tlb_alpha_mode is "mask"."""
    names = list(enum.values())
    return enum[value][len(os.path.commonprefix(names)):].lower()
