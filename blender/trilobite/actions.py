"""Animations: named as in the file, with its rate and what repeats."""

import bpy


def _tracks(objects):
    for thing in objects:
        keys = getattr(thing.data, "shape_keys", None)
        for each in filter(None, (thing, keys)):
            yield from each.animation_data.nla_tracks if each.animation_data else ()


def frame_rate(document):
    """The highest of those that the file has; 0: none."""
    rates = [animation.get("extras", {}).get("framerate", 0) for animation in document.get("animations", ())]
    return round(max(rates, default=0))


def arrange(document, objects):
    """Names the actions of an import: Blender's importer adds the name of what they move."""
    extras = {each.get("name"): each.get("extras", {}) for each in document.get("animations", ())}
    strips = {}
    for track in _tracks(objects):
        for strip in track.strips:
            strips.setdefault(track.name, []).append(strip)
    for name, found in strips.items():
        actions = list(dict.fromkeys(strip.action for strip in found))
        if len(actions) == 1:
            actions[0].name = name
        for strip in found:
            strip.name = strip.action.name
        for action in actions:
            start, end = action.frame_range
            action.use_frame_range = True
            action.frame_start, action.frame_end = start, end
            action.use_cyclic = bool(extras.get(name, {}).get("loops"))


def add_loops(document):
    """Of a file that Blender exported: whether animations repeat, which glTF has no place for."""
    for animation in document.get("animations", ()):
        action = bpy.data.actions.get(animation.get("name", ""))
        if action and action.use_frame_range:
            animation.setdefault("extras", {})["loops"] = action.use_cyclic
