"""Scenes: what every format can be converted to. Meshes are arrays of numpy.

Right-handed, Y up, front faces counter-clockwise, meters where the format's unit is known; UV with the origin top left.
References are indices into the scene's lists, None for none. include/trilobite/scene.h documents each field.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Type, TypeVar

from . import _declarations as c
from ._arrays import array_of, numpy_module
from ._library import lib, text, word
from ._session import Handle, bytes_of
from ._values import value_of
from .errors import Diagnostic

if TYPE_CHECKING:
    from numpy import ndarray as Array

R = TypeVar("R")
Floats = tuple[float, ...]


@dataclass(frozen=True)
class Part:
    """A run of triangles of one material: index_count of the mesh's indices from first_index."""

    material: int | None
    first_index: int
    index_count: int


@dataclass(frozen=True)
class Node:
    name: str
    parent: int | None  # a node before this one
    translation: Floats
    rotation: Floats  # quaternion x, y, z, w
    scale: Floats
    mesh: int | None
    skin: int | None
    camera: int | None
    light: int | None
    level: int | None  # of detail, 0 the finest; None: always drawn
    level_size: float
    hidden: bool  # collision, other states
    layer: str  # of a hidden node: "collision", "zones"
    backdrop: bool
    ground: bool
    extras: Any


@dataclass(frozen=True)
class Texture:
    image: int | None
    uv_set: int
    wrap_u: str  # "repeat", "clamp", "mirror"
    wrap_v: str
    nearest: bool
    offset: Floats


@dataclass(frozen=True)
class Pbr:
    metallic: float
    roughness: float
    normal_scale: float
    occlusion_strength: float
    emissive: Floats
    textures: tuple[Texture, ...]  # metallic and roughness, normal, occlusion, emissive


@dataclass(frozen=True)
class Material:
    name: str
    color: Floats  # linear
    emissive: Floats
    texture: Texture
    lightmap: Texture
    alpha_mode: str  # "opaque", "mask", "blend", "add"
    alpha_cutoff: float
    double_sided: bool
    unlit: bool
    placeholder: str  # the name of the missing texture; "": none
    pbr: Pbr | None
    extras: Any


@dataclass(frozen=True)
class Camera:
    name: str
    yfov: float
    xmag: float
    ymag: float
    aspect: float
    znear: float
    zfar: float


@dataclass(frozen=True)
class Light:
    name: str
    kind: str  # "point", "spot", "directional"
    color: Floats
    intensity: float
    range: float
    inner_cone: float
    outer_cone: float


_RECORDS = {"tlb_texture": Texture, "tlb_pbr": Pbr}


def _record(cls: Type[R], struct: Any) -> R:
    """A record of the fields of a struct that have its names."""
    kinds = dict(type(struct)._fields_)
    return cls(**{f.name: _field(struct, f.name, kinds[f.name]) for f in fields(cls)})


def _field(struct: Any, name: str, kind: Any) -> Any:
    value = getattr(struct, name)
    if name in struct._enums_:
        return word(struct._enums_[name], value)
    if kind is c.c_char_p:
        return text(value)
    if kind is c.c_int32:
        return None if value == c.TLB_NONE else value  # scenes have no other signed numbers
    if isinstance(value, c.Array):
        return tuple(_plain(item) for item in value)
    if isinstance(value, c.Structure) or not hasattr(type(value), "contents"):
        return _plain(value)
    return _plain(value.contents) if value else None  # a pointer


def _plain(value: Any) -> Any:
    if isinstance(value, c.tlb_value):
        return value_of(value)
    return _record(_RECORDS[type(value).__name__], value) if isinstance(value, c.Structure) else value


class _Part:
    """Something of a scene with arrays: a struct, and the handle that keeps it."""

    def __init__(self, handle: Handle, struct: Any) -> None:
        self._handle = handle
        self._struct = struct
        self.name = text(struct.name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"

    def _array(self, pointer: Any, dtype: str, *shape: int) -> Any:
        return array_of(self._handle, pointer, dtype, *shape)


class Mesh(_Part):
    """Triangles. Arrays have a row for each vertex, or are None; they are views that cannot be written to."""

    def _per_vertex(self, pointer: Any, dtype: str, columns: int) -> Any:
        return self._array(pointer, dtype, self._struct.vertex_count, columns)

    @property
    def positions(self) -> Array[Any, Any]:
        found = self._per_vertex(self._struct.positions, "f4", 3)
        return numpy_module().empty((0, 3), "f4") if found is None else found  # type: ignore[no-any-return]

    @property
    def normals(self) -> Array[Any, Any] | None:
        return self._per_vertex(self._struct.normals, "f4", 3)  # type: ignore[no-any-return]

    @property
    def tangents(self) -> Array[Any, Any] | None:
        """w: the sign of the bitangent."""
        return self._per_vertex(self._struct.tangents, "f4", 4)  # type: ignore[no-any-return]

    @property
    def uvs(self) -> tuple[Array[Any, Any] | None, ...]:
        """The UV sets."""
        return tuple(self._per_vertex(pointer, "f4", 2) for pointer in self._struct.uv)

    @property
    def colors(self) -> Array[Any, Any] | None:
        """R, G, B, A from 0 to 65535, linear."""
        return self._per_vertex(self._struct.colors, "u2", 4)  # type: ignore[no-any-return]

    @property
    def joints(self) -> Array[Any, Any] | None:
        """Indices into the skin's joints."""
        return self._per_vertex(self._struct.joints, "u2", c.TLB_INFLUENCES)  # type: ignore[no-any-return]

    @property
    def weights(self) -> Array[Any, Any] | None:
        return self._per_vertex(self._struct.weights, "f4", c.TLB_INFLUENCES)  # type: ignore[no-any-return]

    @property
    def indices(self) -> Array[Any, Any]:
        """Three for each triangle."""
        found = self._array(self._struct.indices, "u4", self._struct.index_count)
        return numpy_module().empty(0, "u4") if found is None else found  # type: ignore[no-any-return]

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(_record(Part, self._struct.parts[i]) for i in range(self._struct.part_count))

    @property
    def morphs(self) -> tuple[tuple[str, Array[Any, Any], Array[Any, Any] | None], ...]:
        """Targets: name, and differences of positions and normals."""
        morphs = [self._struct.morphs[i] for i in range(self._struct.morph_count)]
        return tuple((text(m.name), self._per_vertex(m.positions, "f4", 3), self._per_vertex(m.normals, "f4", 3))
                     for m in morphs)

    @property
    def attributes(self) -> dict[str, Array[Any, Any]]:
        """Custom attributes of the file's engine."""
        attributes = [self._struct.attributes[i] for i in range(self._struct.attribute_count)]
        return {text(a.name): self._per_vertex(a.values, "f4", a.components) for a in attributes}

    @property
    def extras(self) -> Any:
        return _field(self._struct, "extras", None)


class Image(_Part):
    """A texture: pixels, the PNG or JPEG that they came from, or both."""

    @property
    def width(self) -> int:
        return self._struct.width  # type: ignore[no-any-return]

    @property
    def height(self) -> int:
        return self._struct.height  # type: ignore[no-any-return]

    @property
    def mime_type(self) -> str:
        """Of `encoded`: "image/png", "image/jpeg"; "" without."""
        return text(self._struct.mime_type)

    @property
    def encoded(self) -> bytes:
        return bytes_of(self._struct.encoded)

    @property
    def pixels(self) -> Array[Any, Any]:
        """height x width x 4 bytes: R, G, B, straight alpha, sRGB; rows from the top."""
        bitmap = c.POINTER(c.tlb_bitmap)()
        session = self._handle.session
        handle, _ = session.call_for(lambda: Handle(session, bitmap, lib.tlb_bitmap_free), lib.tlb_bitmap_of_image,
                                     session.context, self._struct, bitmap)
        return bitmap_array(handle)


def bitmap_array(handle: Handle) -> Array[Any, Any]:
    bitmap = handle.pointer.contents
    found = array_of(handle, bitmap.pixels, "u1", bitmap.height, bitmap.width, 4)
    return found  # type: ignore[return-value]


class Skin(_Part):
    """What moves the vertices of meshes with joints and weights."""

    @property
    def joints(self) -> Array[Any, Any]:
        """Nodes."""
        return self._array(self._struct.joints, "i4", self._struct.joint_count)  # type: ignore[no-any-return]

    @property
    def inverse_bind(self) -> Array[Any, Any]:
        """A matrix for each joint, from the mesh's space to the joint's, for column vectors."""
        found = self._array(self._struct.inverse_bind, "f4", self._struct.joint_count, 4, 4)
        return found.transpose(0, 2, 1)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Channel:
    """One property of a node, or of a material, over time. `values` has a row for each key."""

    node: int | None
    material: int | None
    target: str  # "translation", "rotation", "scale", "morphs"; "uv_offset", "color"
    interpolation: str  # "step", "linear"
    times: Array[Any, Any]
    values: Array[Any, Any]


class Animation(_Part):
    @property
    def duration(self) -> float:
        """Seconds."""
        return self._struct.duration  # type: ignore[no-any-return]

    @property
    def loops(self) -> bool:
        return self._struct.loops  # type: ignore[no-any-return]

    def _channel(self, channel: Any, node: int | None, material: int | None, columns: int) -> Channel:
        keys = channel.key_count
        return Channel(node, material, word(channel._enums_["target"], channel.target),
                       word(channel._enums_["interpolation"], channel.interpolation),
                       self._array(channel.times, "f4", keys), self._array(channel.values, "f4", keys, columns))

    @functools.cached_property
    def channels(self) -> tuple[Channel, ...]:
        s = self._struct
        moved = [s.channels[i] for i in range(s.channel_count)]
        changed = [s.material_channels[i] for i in range(s.material_channel_count)]
        scene = self._handle.pointer.contents
        columns = {c.TLB_TARGET_TRANSLATION: 3, c.TLB_TARGET_ROTATION: 4, c.TLB_TARGET_SCALE: 3}
        material_columns = {c.TLB_MATERIAL_UV_OFFSET: 2, c.TLB_MATERIAL_COLOR: 4}
        return (*(self._channel(m, m.node, None, scene.meshes[scene.nodes[m.node].mesh].morph_count
                                if m.target == c.TLB_TARGET_MORPHS else columns[m.target]) for m in moved),
                *(self._channel(m, None, m.material, material_columns[m.target]) for m in changed))


class Scene:
    """A document as a scene. It stays when the document is closed."""

    def __init__(self, handle: Handle, diagnostics: tuple[Diagnostic, ...]) -> None:
        numpy_module()
        self._handle = handle
        scene = handle.pointer.contents
        self.diagnostics = diagnostics  # what was dropped or missing
        self.name = text(scene.name)
        self.facing: Floats = tuple(scene.facing)  # x and z of the forward direction; 0, 0: unknown
        self.nodes = tuple(_record(Node, scene.nodes[i]) for i in range(scene.node_count))
        self.meshes = tuple(Mesh(handle, scene.meshes[i]) for i in range(scene.mesh_count))
        self.materials = tuple(_record(Material, scene.materials[i]) for i in range(scene.material_count))
        self.images = tuple(Image(handle, scene.images[i]) for i in range(scene.image_count))
        self.skins = tuple(Skin(handle, scene.skins[i]) for i in range(scene.skin_count))
        self.cameras = tuple(_record(Camera, scene.cameras[i]) for i in range(scene.camera_count))
        self.lights = tuple(_record(Light, scene.lights[i]) for i in range(scene.light_count))
        self.animations = tuple(Animation(handle, scene.animations[i]) for i in range(scene.animation_count))
        self.extras = _field(scene, "extras", None)

    def __repr__(self) -> str:
        return f"<Scene {self.name!r}: {len(self.nodes)} nodes, {len(self.meshes)} meshes>"

    @functools.cached_property
    def world(self) -> Array[Any, Any]:
        """Each node's matrix in the world, for column vectors: world[i] @ (x, y, z, 1)."""
        numpy = numpy_module()
        matrices = numpy.zeros((len(self.nodes), 4, 4), "f4")
        kind = c.POINTER(c.c_float * 16)
        lib.tlb_scene_world_matrices(self._handle.pointer, c.cast(matrices.ctypes.data, kind))
        return matrices.transpose(0, 2, 1)  # type: ignore[no-any-return]
