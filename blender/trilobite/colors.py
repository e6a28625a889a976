"""Colors of vertices."""

import numpy


def by_vertex(mesh):
    """Moves colors from corners, which Blender's exporter of glTF mixed up before 4.0, to vertices, as glTF has them."""
    for corners in [each for each in mesh.color_attributes if each.domain == "CORNER"]:
        owners = numpy.empty(len(mesh.loops), numpy.int32)
        mesh.loops.foreach_get("vertex_index", owners)
        found = numpy.empty(4 * len(owners), numpy.float32)
        corners.data.foreach_get("color", found)
        colors = numpy.ones((len(mesh.vertices), 4), numpy.float32)
        colors[owners] = found.reshape(-1, 4)
        name = corners.name
        mesh.color_attributes.remove(corners)
        made = mesh.color_attributes.new(name, "FLOAT_COLOR", "POINT")
        made.data.foreach_set("color", colors.ravel())
        index = mesh.color_attributes.find(name)
        mesh.color_attributes.active_color_index = mesh.color_attributes.render_color_index = index
