"""The visible triangles of a model in the world, as an engine would upload them: for each material a buffer of vertices
and one of indices.

    meshes.py MODEL OUT.npz
"""

import sys

import numpy

import trilobite


def batches(scene):
    """Position, normal and UV of each vertex in a row, and indices, by material."""
    found = {}
    for node, world in zip(scene.nodes, scene.world):
        if node.mesh is None or node.hidden or node.level not in (None, 0):
            continue
        mesh = scene.meshes[node.mesh]
        vertices = numpy.zeros((len(mesh.positions), 8), "f4")
        vertices[:, 0:3] = mesh.positions @ world[:3, :3].T + world[:3, 3]
        if mesh.normals is not None:
            vertices[:, 3:6] = mesh.normals @ numpy.linalg.pinv(world[:3, :3])
        if mesh.uvs[0] is not None:
            vertices[:, 6:8] = mesh.uvs[0]
        for part in mesh.parts:
            name = "none" if part.material is None else scene.materials[part.material].name
            used, indices = numpy.unique(mesh.indices[part.first_index:][:part.index_count], return_inverse=True)
            buffers = found.setdefault(name, ([], []))
            buffers[1].append(indices.astype("u4") + sum(map(len, buffers[0])))
            buffers[0].append(vertices[used])
    return {name: (numpy.concatenate(v), numpy.concatenate(i)) for name, (v, i) in found.items()}


def main(source, target):
    with trilobite.open(source) as document:
        found = batches(document.scene())
    for name, (vertices, indices) in found.items():
        print(f"{name}: {len(vertices)} vertices, {len(indices) // 3} triangles")
    numpy.savez(target, **{f"{name}.{kind}": array for name, pair in found.items()
                           for kind, array in zip(("vertices", "indices"), pair)})


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
    except trilobite.Error as error:
        sys.exit(str(error))
