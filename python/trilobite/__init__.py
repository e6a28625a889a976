"""Opens, checks, edits and converts the 3D files of legacy game engines (docs/PYTHON.md).

    with trilobite.open("windmill.dts", assets="textures") as document:
        trilobite.convert(document, "glb").save("models")
"""

from ._library import __version__
from ._session import Limits
from .archive import Member, Members
from .assets import Assets
from .conversion import File, Files, Renderer, convert, render
from .document import Document, Report, build, create
from .document import open_document as open
from .errors import (ArgumentError, Diagnostic, Error, InvalidError, LimitError, NotFoundError, OutOfMemoryError,
                     ReadError, UnsupportedError, WriteError)
from .fields import List, Struct, plain
from .format import Format, Option, Query, formats
from .scene import Animation, Camera, Channel, Image, Light, Material, Mesh, Node, Part, Pbr, Scene, Skin, Texture

__all__ = [
    "Animation", "ArgumentError", "Assets", "Camera", "Channel", "Diagnostic", "Document", "Error", "File",
    "Files", "Format", "Image", "InvalidError", "Light", "LimitError", "Limits", "List", "Material", "Member",
    "Members", "Mesh", "Node", "NotFoundError", "Option", "OutOfMemoryError", "Part", "Pbr", "Query",
    "ReadError", "Renderer", "Report", "Scene", "Skin", "Struct", "Texture", "UnsupportedError", "WriteError",
    "__version__", "build", "convert", "create", "formats", "open", "plain", "render",
]
