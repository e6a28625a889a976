// Faults of shapes, Darkstar's and Torque's.
import { each, exchangedWithNext, field, replaced } from './edits.mjs'

const kind = (name, places) => ({ name, places })

// A kind whose places are in the meshes.
const NO_MATERIAL = 0x10000000
const hasMaterial = primitive => !(primitive.matIndex & NO_MATERIAL)
const inMeshes = (name, places) => ({ name, places: x => x.meshes.flatMap((mesh, index) => places(mesh, `meshes[${index}]`, x)) })

export const darkstarShape = [
    kind('name out of range', x => field(x.nodes, 'nodes', 'name', x.names.length)),
    kind('parent after its child', x => field(x.nodes, 'nodes', 'parent', x.nodes.length - 1, (node, index) => index > 0)),
    kind('transform of a node out of range', x => field(x.nodes, 'nodes', 'defaultTransform', x.transforms.length)),
    kind('tracks of a node out of range', x => field(x.nodes, 'nodes', 'firstSubSequence', x.subSequences.length, node => node.numSubSequences > 0)),
    kind('sequence of a track out of range', x => field(x.subSequences, 'subSequences', 'sequenceIdx', x.sequences.length)),
    kind('tracks out of order', x => exchangedWithNext(x.subSequences, 'subSequences', ['sequenceIdx'], (a, b, index) => x.nodes.some(node => node.firstSubSequence <= index && index + 1 < node.firstSubSequence + node.numSubSequences))),
    kind('keys of a track out of range', x => field(x.subSequences, 'subSequences', 'firstKeyFrame', x.keyFrames.length)),
    kind('track without keys', x => field(x.subSequences, 'subSequences', 'numKeyFrames', 0)),
    kind('transform of a key out of range', x => field(x.keyFrames, 'keyFrames', 'key', x.transforms.length, (key, index) => x.nodes.some(node => tracksOf(x, node).some(track => track.firstKeyFrame <= index && index < track.firstKeyFrame + track.numKeyFrames)))),
    kind('position of a key infinite', x => field(x.keyFrames, 'keyFrames', 'pos', 'Infinity')),
    kind('rotation not of unit length', x => field(x.transforms, 'transforms', 'rot', value => value.map(number => number / 2))),
    kind('sequence without duration', x => field(x.sequences, 'sequences', 'duration', 0)),
    kind('triggers of a sequence out of range', x => field(x.sequences, 'sequences', 'firstTriggerFrame', x.frameTriggers.length, sequence => sequence.numTriggerFrames > 0)),
    kind('sequence of a transition out of range', x => field(x.transitions, 'transitions', 'endSequence', x.sequences.length)),
    kind('transition beyond its sequence', x => field(x.transitions, 'transitions', 'startPosition', 1.5)),
    kind('mesh of an object out of range', x => field(x.objects, 'objects', 'meshIndex', x.meshes.length)),
    kind('node of an object out of range', x => field(x.objects, 'objects', 'nodeIndex', x.nodes.length)),
    kind('name of an object out of range', x => field(x.objects, 'objects', 'name', x.names.length)),
    kind('node of a detail out of range', x => field(x.details, 'details', 'rootNode', x.nodes.length)),
    kind('details out of order', x => exchangedWithNext(x.details, 'details', ['size'])),
    inMeshes('vertex of a face out of range', (mesh, path) => field(mesh.faces, `${path}.faces`, Object.keys(mesh.faces[0] ?? {}).find(name => name.startsWith('vertIndex')) ?? '', mesh.vertsPerFrame)),
    inMeshes('face on the vertices of the box', (mesh, path) => field(mesh.faces, `${path}.faces`, Object.keys(mesh.faces[0] ?? {}).find(name => name.startsWith('vertIndex')) ?? '', 0)),
    inMeshes('texture coordinate of a face out of range', (mesh, path) => field(mesh.faces, `${path}.faces`, Object.keys(mesh.faces[0] ?? {}).find(name => name.startsWith('texIndex')) ?? '', mesh.textureVerts.length, () => mesh.textureVerts.length > 0)),
    inMeshes('material of a face out of range', (mesh, path, x) => field(mesh.faces, `${path}.faces`, 'matIndex', x.materialList.materials.length)),
    inMeshes('frame out of range', (mesh, path) => field(mesh.frames, `${path}.frames`, 'firstVert', mesh.vertices.length)),
    inMeshes('infinite texture coordinate', (mesh, path) => replaced(mesh.textureVerts, `${path}.textureVerts`, value => ['Infinity', value[1]])),
    inMeshes('negative scale of a frame', (mesh, path) => field(mesh.frames, `${path}.frames`, 'scale', value => value.map(number => -number), frame => frame.scale?.some(number => number))),
    kind('infinite radius', x => [{ path: 'radius', edit: () => (x.radius = 'Infinity') }]),
    kind('number of materials out of range', x => [{ path: 'defaultMaterials', edit: () => (x.defaultMaterials = x.materialList.materials.length + 1) }]),
    kind('name of the first node replaced', x => [{ path: 'nodes[0].name', edit: () => (x.nodes[0].name = x.nodes[1].name) }]),
    kind('material of an unknown kind', x => field(x.materialList.materials, 'materialList.materials', 'flags', value => (value & ~15) | 9)),
    kind('material without a file', x => field(x.materialList.materials, 'materialList.materials', 'file', '', material => (material.flags & 15) === 3))
]

const tracksOf = (x, node) => x.subSequences.slice(node.firstSubSequence, node.firstSubSequence + node.numSubSequences)

const inSkins = (name, places) => ({
    name,
    places: x => [...x.meshes.map((mesh, index) => [mesh, `meshes[${index}]`]), ...(x.skins ?? []).map((mesh, index) => [mesh, `skins[${index}]`])].filter(([mesh]) => mesh.skin).flatMap(([mesh, path]) => places(mesh.skin, `${path}.skin`, x, mesh))
})
const hasOwnVertices = mesh => mesh.verts?.length > 0

export const torqueShape = [
    kind('name out of range', x => field(x.nodes, 'nodes', 'nameIndex', x.names.length)),
    kind('parent after its child', x => field(x.nodes, 'nodes', 'parentIndex', x.nodes.length - 1, (node, index) => index > 0)),
    kind('rotation not of unit length', x => replaced(x.defaultRotations, 'defaultRotations', value => value.map(number => Math.trunc(number / 2)))),
    kind('rotation of a key not of unit length', x => replaced(x.nodeRotations, 'nodeRotations', value => value.map(number => Math.trunc(number / 2)))),
    kind('node of an object out of range', x => field(x.objects, 'objects', 'nodeIndex', x.nodes.length)),
    kind('meshes of an object out of range', x => field(x.objects, 'objects', 'startMeshIndex', x.meshes.length)),
    kind('name of an object out of range', x => field(x.objects, 'objects', 'nameIndex', x.names.length)),
    kind('states of objects left out', x => [{ path: 'objectStates', edit: () => x.objectStates.splice(x.objects.length - 1) }]),
    kind('material of an image list out of range', x => field(x.iflMaterials, 'iflMaterials', 'materialSlot', x.materialList.names.length)),
    kind('nodes of a sub-shape out of range', x => replaced(x.subShapeNumNodes, 'subShapeNumNodes', x.nodes.length + 1)),
    kind('objects of a sub-shape out of range', x => replaced(x.subShapeNumObjects, 'subShapeNumObjects', x.objects.length + 1)),
    kind('sub-shape of a detail out of range', x => field(x.details, 'details', 'subShapeNum', x.subShapeFirstNode.length)),
    kind('meshes of a detail negative', x => field(x.details, 'details', 'objectDetailNum', -1, detail => detail.subShapeNum >= 0)),
    kind('details out of order', x => exchangedWithNext(x.details, 'details', ['size'])),
    kind('name of a detail out of range', x => field(x.details, 'details', 'nameIndex', x.names.length)),
    kind('name of a sequence out of range', x => field(x.sequences, 'sequences', 'nameIndex', x.names.length)),
    kind('keys of a sequence out of range', x => field(x.sequences, 'sequences', 'baseRotation', x.nodeRotations.length, sequence => sequence.rotationMatters.words.some(word => word))),
    kind('places of a sequence out of range', x => field(x.sequences, 'sequences', 'baseTranslation', x.nodeTranslations.length, sequence => sequence.translationMatters.words.some(word => word))),
    kind('more keys than there are', x => field(x.sequences, 'sequences', 'numKeys', 100, sequence => sequence.rotationMatters.words.some(word => word))),
    kind('sequence without duration', x => field(x.sequences, 'sequences', 'duration', 0)),
    kind('triggers of a sequence out of range', x => field(x.sequences, 'sequences', 'firstTrigger', x.triggers.length, sequence => sequence.numTriggers > 0)),
    kind('ground of a sequence out of range', x => field(x.sequences, 'sequences', 'firstGround', x.groundTranslations.length, sequence => sequence.numGround > 0)),
    inMeshes('vertex of a triangle out of range', (mesh, path) => replaced(mesh.indices, `${path}.indices`, 60000)),
    inMeshes('triangles out of range', (mesh, path) => field(mesh.primitives, `${path}.primitives`, 'start', mesh.indices?.length)),
    inMeshes('material of triangles out of range', (mesh, path, x) => field(mesh.primitives, `${path}.primitives`, 'matIndex', value => (value & ~0xfffffff) + x.materialList.names.length, hasMaterial)),
    inMeshes('more frames than vertices', (mesh, path) => [{ path: `${path}.numFrames`, edit: () => (mesh.numFrames = 100) }].filter(() => hasOwnVertices(mesh) && mesh.meshType === 0)),
    inMeshes('infinite vertex', (mesh, path) => replaced(mesh.verts, `${path}.verts`, value => ['Infinity', value[1], value[2]])),
    inMeshes('infinite texture coordinate', (mesh, path) => replaced(mesh.tverts, `${path}.tverts`, value => ['Infinity', value[1]])),
    inMeshes('parent of a mesh after it', (mesh, path, x) => [{ path: `${path}.parentMesh`, edit: () => (mesh.parentMesh = x.meshes.length - 1) }].filter(() => mesh.parentMesh >= 0)),
    inSkins('weights that do not add up', (skin, path) => replaced(skin.weight, `${path}.weight`, value => value / 2)),
    inSkins('bone of a weight out of range', (skin, path) => replaced(skin.boneIndex, `${path}.boneIndex`, skin.nodeIndex.length)),
    inSkins('node of a bone out of range', (skin, path, x) => replaced(skin.nodeIndex, `${path}.nodeIndex`, x.nodes.length)),
    inSkins('vertex of a weight out of range', (skin, path) => replaced(skin.vertexIndex, `${path}.vertexIndex`, 60000))
]

// Sequences in a file of their own, for shapes whose nodes have these names.
const matters = name => sequence => sequence[name].words.some(word => word)
export const torqueSequences = [
    kind('rotation of a key not of unit length', x => replaced(x.nodeRotations, 'nodeRotations', value => value.map(number => Math.trunc(number / 2)))),
    kind('rotation left out', x => [{ path: 'nodeRotations', edit: () => x.nodeRotations.pop() }].filter(() => x.nodeRotations.length)),
    kind('translation left out', x => [{ path: 'nodeTranslations', edit: () => x.nodeTranslations.pop() }].filter(() => x.nodeTranslations.length)),
    kind('rotation of three numbers', x => replaced(x.nodeRotations, 'nodeRotations', value => value.slice(1))),
    kind('rotation beyond 16 bits', x => replaced(x.nodeRotations, 'nodeRotations', value => [40000, ...value.slice(1)])),
    kind('rotations of a sequence out of range', x => field(x.sequences, 'sequences', 'baseRotation', x.nodeRotations.length, matters('rotationMatters'))),
    kind('rotations of a sequence before the first', x => field(x.sequences, 'sequences', 'baseRotation', -1, matters('rotationMatters'))),
    kind('places of a sequence out of range', x => field(x.sequences, 'sequences', 'baseTranslation', x.nodeTranslations.length, matters('translationMatters'))),
    kind('more keys than there are', x => field(x.sequences, 'sequences', 'numKeys', 100, matters('rotationMatters'))),
    kind('negative number of keys', x => field(x.sequences, 'sequences', 'numKeys', -1)),
    kind('sequence without duration', x => field(x.sequences, 'sequences', 'duration', 0)),
    kind('negative duration', x => field(x.sequences, 'sequences', 'duration', -1)),
    kind('infinite duration', x => field(x.sequences, 'sequences', 'duration', 'Infinity')),
    kind('triggers of a sequence out of range', x => each(x.sequences, 'sequences', sequence => Object.assign(sequence, { firstTrigger: x.triggers?.length ?? 0, numTriggers: 3 }))),
    kind('ground of a sequence out of range', x => each(x.sequences, 'sequences', sequence => Object.assign(sequence, { firstGround: x.groundTranslations.length, numGround: 3 }))),
    kind('node of a set that is not there', x => each(x.sequences, 'sequences', sequence => (sequence.rotationMatters.words = [1 << 20]))),
    kind('unknown version', x => [{ path: 'version', edit: () => (x.version = 99) }]),
    kind('objects in the file', x => [{ path: 'numObjects', edit: () => (x.numObjects = 2) }])
]
