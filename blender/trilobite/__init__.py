"""Imports and exports the 3D files of legacy game engines through the command `trilobite`."""

bl_info = {
    "name": "Trilobite",
    "author": "The Trilobite authors",
    "version": (0, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export",
    "description": "Imports and exports the 3D files of legacy game engines",
    "category": "Import-Export",
}

import bpy

from . import export_operator, import_operator, preferences

MODULES = (preferences, import_operator, export_operator)


def register():
    for module in MODULES:
        for each in module.CLASSES:
            bpy.utils.register_class(each)
    bpy.types.TOPBAR_MT_file_import.append(import_operator.draw_menu)
    bpy.types.TOPBAR_MT_file_export.append(export_operator.draw_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(export_operator.draw_menu)
    bpy.types.TOPBAR_MT_file_import.remove(import_operator.draw_menu)
    for module in reversed(MODULES):
        for each in reversed(module.CLASSES):
            bpy.utils.unregister_class(each)
