"""The command's options as properties of operators, and back."""

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

DEFAULT = "DEFAULT"
_ABBREVIATIONS = {"dif", "dts", "fps", "lod", "nff", "roo"}


def attribute_of(option):
    name = option["option"].replace("-", "_")
    return name + "_" if name in bpy.types.Operator.bl_rna.properties else name


def _label(option):
    words = option["option"].split("-")
    return " ".join(word.upper() if word in _ABBREVIATIONS else word.title() for word in words)


def _property(option, default):
    help_text = option["help"][0].upper() + option["help"][1:]
    if option["kind"] == "flag":
        return BoolProperty(name=_label(option), description=help_text)
    if option["kind"] == "word":
        items = [(DEFAULT, "Default", "What the command does without the option")]
        items += [(word, word, "") for word in option["words"]]
        return EnumProperty(name=_label(option), description=help_text, items=items, default=default or DEFAULT)
    return StringProperty(name=_label(option), description=f"{help_text}. {option['argument']}", default=default or "")


def with_options(options, defaults=None):
    """Declares a property for each option on the class."""

    def declare(cls):
        for option in options:
            cls.__annotations__[attribute_of(option)] = _property(option, (defaults or {}).get(option["option"]))
        return cls

    return declare


def arguments(operator, options):
    """The words of a command line for the options that are set."""
    words = []
    for option in options:
        value = getattr(operator, attribute_of(option))
        if option["kind"] == "flag":
            words += ["--" + option["option"]] if value else []
        elif value not in ("", DEFAULT):
            words += ["--" + option["option"], value]
    return words


def _section(layout, name, title):
    """A part of a dialog that can be closed where Blender has these (4.1); None: it is closed."""
    if hasattr(layout, "panel"):
        header, body = layout.panel("trilobite_" + name)
        header.label(text=title)
        return body
    body = layout.box()
    body.label(text=title)
    return body


def draw(operator, layout, name, title, options):
    body = _section(layout, name, title) if options else None
    if not body:
        return
    has_placeholder = "placeholder" in bpy.types.UILayout.bl_rna.functions["prop"].parameters
    for option in options:
        more = {"placeholder": option["argument"]} if has_placeholder and option["kind"] not in ("flag", "word") else {}
        body.prop(operator, attribute_of(option), **more)
