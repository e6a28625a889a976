"""Levels of detail and hidden geometry of a GLB as collections, of which only what is seen is visible.

Blender's importer puts the objects of all scenes of a glTF file together. So nodes are labelled before the import with
what they belong to: "level 1", "collision", "zones" ...; "" is all else."""

import bpy

LABEL = "trilobite_layer"
FINEST = "level 0"
MARKS = ("lod", "collision", "hidden")  # extras that the command knows


def _layer_of_extras(extras):
    """Of files to edit, which have everything in one scene; None: as the node above."""
    if extras.get("hidden") or "collision" in extras:
        return extras.get("layer", "collision" if "collision" in extras else "hidden")
    return f"level {extras['lod']}" if extras.get("lod", -1) >= 0 else None


def _label(nodes, index, layer):
    extras = nodes[index].setdefault("extras", {})
    if LABEL in extras:  # in several scenes: the first counts
        return
    layer = _layer_of_extras(extras) or layer
    extras[LABEL] = layer
    for child in nodes[index].get("children", ()):
        _label(nodes, child, layer)


def label_nodes(document):
    scenes, nodes = document.get("scenes", []), document.get("nodes", [])
    default = document.get("scene", 0)
    names = [scene.get("name", "") for scene in scenes]
    levels = any(name.startswith("level ") for name in names)
    for index in sorted(range(len(scenes)), key=lambda index: index != default):
        layer = (FINEST if levels else "") if index == default else names[index]
        for node in scenes[index].get("nodes", ()):
            _label(nodes, node, layer)


def _layer_of(thing):
    """An armature has no node of its own: it is where its meshes are."""
    if LABEL in thing:
        return thing[LABEL]
    layers = [layer for child in thing.children if (layer := _layer_of(child)) is not None]
    return layers[0] if layers else "" if thing.type == "ARMATURE" else None


def _mark(thing, layer):
    """So that what is exported again is known as what it was."""
    if layer.startswith("level "):
        marks = {"lod": int(layer.removeprefix("level "))}
    elif layer == "collision":
        marks = {"collision": "mesh"}
    else:
        marks = {"hidden": True, "layer": layer}
    for key, value in marks.items():
        if key not in thing:
            thing[key] = value


def _is_marked_above(thing, layer, layers):
    above = thing.parent
    while above:
        if layers.get(above) == layer and (above.type == "MESH" or any(key in above for key in MARKS)):
            return True
        above = above.parent
    return False


def _hide(context, name):
    def find(layer_collection):
        if layer_collection.name == name:
            return layer_collection
        return next(filter(None, map(find, layer_collection.children)), None)

    bpy.data.collections[name].hide_render = True
    found = find(context.view_layer.layer_collection)
    if found:
        found.hide_viewport = True


def _collection(name, parent):
    made = bpy.data.collections.new(name)
    parent.children.link(made)
    return made


def _remove_labels(thing):
    bones = [*thing.pose.bones, *thing.data.bones] if thing.type == "ARMATURE" else []
    for each in (thing, *bones):
        if LABEL in each:
            del each[LABEL]


def arrange(context, objects, former_collections, name):
    """Moves the objects of an import to a collection of this name, and to others below it."""
    layers = {thing: layer for thing in objects if (layer := _layer_of(thing)) is not None}
    whole = _collection(name, context.collection)
    collections = {"": whole}
    for layer in sorted(set(layers.values()) - {""}):
        collections[layer] = _collection(f"{whole.name} {layer}", whole)
    for thing, layer in layers.items():
        for each in thing.users_collection:
            each.objects.unlink(thing)
        collections[layer].objects.link(thing)
        if layer and thing.type == "MESH" and not _is_marked_above(thing, layer, layers):
            _mark(thing, layer)
    for thing in objects:
        _remove_labels(thing)
    for each in set(bpy.data.collections) - former_collections - set(collections.values()):
        if not each.all_objects:
            bpy.data.collections.remove(each)
    for layer, each in collections.items():
        if layer not in ("", FINEST):
            _hide(context, each.name)
