"""The formats of the command, as `trilobite formats --json` printed them when the extension was built."""

import json
from pathlib import Path

FORMATS = json.loads(Path(__file__).with_name("formats.json").read_text(encoding="utf-8"))
GLB = next(each for each in FORMATS if each["name"] == "glb")

# Blender has importers and exporters of its own for the formats of current programs, and images are no models.
_MODELS = [each for each in FORMATS if each["model"] and each["family"] != "interchange"]
READABLE = [each for each in _MODELS if each["to scene"]]
WRITABLE = [each for each in _MODELS if each["from scene"]]
ARCHIVES = [each for each in FORMATS if each["archive"]]


def extension_of(path):
    return path.rpartition(".")[2].lower()


def of_path(path, formats):
    """Several, where engines have an extension in common."""
    return [each for each in formats if extension_of(path) in each["extensions"]]


def extensions_of(formats):
    return list(dict.fromkeys(extension for each in formats for extension in each["extensions"]))


def options_of(formats, direction):
    """Of the formats as sources ("to scene") or targets ("from scene"), each name once."""
    return list({o["option"]: o for each in formats for o in each["options"] if o[direction]}.values())


def summary(formats):
    """What a menu shows: ".dif, .dts, .roo, ..." """
    names = ["." + extension for extension in extensions_of(formats)]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
