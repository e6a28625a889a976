// Faults of models: IQM, IQE, NFF and BFF.
import { each, exchangedWithNext, field, replaced } from './edits.mjs'

const kind = (name, places) => ({ name, places })

const HALF = 6 // formats below are of integers
const POSITION = 0, TEXCOORD = 1, NORMAL = 2, TANGENT = 3, BLENDINDEXES = 4, BLENDWEIGHTS = 5
// A kind whose places are the values of a vertex array.
const inArray = (name, type, change) => ({
    name,
    places: x => x.vertexarrays.flatMap((array, index) => (array.type === type ? replaced(array.values, `vertexarrays[${index}].values`, value => change(value, x, array)) : []))
})

const text_size = x => Buffer.from(x.text.latin1 ?? '', 'latin1').length

export const iqm = [
    kind('name out of range', x => field(x.meshes, 'meshes', 'name', text_size(x))),
    kind('material of a mesh out of range', x => field(x.meshes, 'meshes', 'material', text_size(x))),
    kind('vertices of a mesh shifted', x => field(x.meshes, 'meshes', 'first_vertex', value => value + 1)),
    kind('vertices of a mesh out of range', x => field(x.meshes, 'meshes', 'first_vertex', x.num_vertexes)),
    kind('triangles of a mesh shifted', x => field(x.meshes, 'meshes', 'first_triangle', value => value + 1)),
    kind('triangle left out of a mesh', x => field(x.meshes, 'meshes', 'num_triangles', value => value - 1)),
    kind('triangles of two meshes exchanged', x => exchangedWithNext(x.meshes, 'meshes', ['first_triangle', 'num_triangles'])),
    kind('vertex of a triangle out of range', x => replaced(x.triangles, 'triangles', value => [value[0], value[1], x.num_vertexes])),
    kind('unknown type of an array', x => field(x.vertexarrays, 'vertexarrays', 'type', 9)),
    kind('array twice', x => field(x.vertexarrays, 'vertexarrays', 'type', (value, index) => x.vertexarrays[index - 1].type, (array, index) => index > 0 && array.format === x.vertexarrays[index - 1].format)),
    inArray('infinite position', POSITION, value => ['Infinity', value[1], value[2]]),
    inArray('infinite texture coordinate', TEXCOORD, value => ['Infinity', value[1]]),
    inArray('normal not of unit length', NORMAL, value => value.map(number => number / 2)),
    inArray('tangent not of unit length', TANGENT, value => [...value.slice(0, 3).map(number => number / 2), value[3]]),
    inArray('wrong w of a tangent', TANGENT, value => [...value.slice(0, 3), -value[3]]),
    inArray('w of a tangent that is none', TANGENT, value => [...value.slice(0, 3), 0]),
    inArray('weights that do not add up', BLENDWEIGHTS, (value, x, { format }) => value.map(number => (format < HALF ? Math.trunc(number / 2) : number / 2))),
    inArray('joint of a vertex out of range', BLENDINDEXES, (value, x) => [x.joints.length, ...value.slice(1)]),
    kind('parent after its child', x => field(x.joints, 'joints', 'parent', x.joints.length - 1)),
    kind('name of a joint out of range', x => field(x.joints, 'joints', 'name', text_size(x))),
    kind('rotation not of unit length', x => field(x.joints, 'joints', 'rotate', value => value.map(number => number / 2))),
    kind('scale of zero', x => field(x.joints, 'joints', 'scale', [0, 1, 1])),
    kind('infinite place of a joint', x => field(x.joints, 'joints', 'translate', ['Infinity', 0, 0])),
    kind('other parent in the pose', x => field(x.poses, 'poses', 'parent', value => (value > 0 ? value - 1 : -1), pose => pose.parent >= 0)),
    kind('channel left out', x => field(x.poses, 'poses', 'channelmask', value => value & (value - 1), pose => pose.channelmask)),
    kind('channel that is none', x => field(x.poses, 'poses', 'channelmask', value => value | 1024)),
    kind('infinite scale of a channel', x => field(x.poses, 'poses', 'channelscale', value => ['Infinity', ...value.slice(1)])),
    kind('frames of an animation out of range', x => field(x.anims, 'anims', 'first_frame', x.num_frames)),
    kind('animation without a rate', x => field(x.anims, 'anims', 'framerate', 0)),
    kind('name of an animation out of range', x => field(x.anims, 'anims', 'name', text_size(x))),
    kind('wrong number of channels', x => [{ path: 'num_framechannels', edit: () => (x.num_framechannels += 1) }].filter(() => x.num_frames)),
    kind('wrong size of the file', x => [{ path: 'filesize', edit: () => (x.filesize += 4) }]),
    kind('bounds turned round', x => each(x.bounds, 'bounds', bounds => ([bounds.bbmin, bounds.bbmax] = [bounds.bbmax, bounds.bbmin])))
]

// A kind whose places are the commands of a word.
const inCommands = (name, word, change, fits = () => true) => ({
    name,
    places: x => each(x.commands, 'commands', command => change(command, x), command => command.word === word && fits(command))
})
const count = (x, word) => x.commands.filter(command => command.word === word).length

export const iqe = [
    inCommands('infinite position', 'vp', command => (command.values[0] = 'Infinity')),
    inCommands('infinite texture coordinate', 'vt', command => (command.values[0] = 'Infinity')),
    inCommands('infinite normal', 'vn', command => (command.values[0] = 'Infinity')),
    inCommands('vertex of a face out of range', 'fm', (command, x) => (command.indices[0] = count(x, 'vp'))),
    inCommands('vertex of a face twice', 'fm', command => (command.indices[0] = command.indices[1])),
    inCommands('face of two corners', 'fm', command => command.indices.splice(2)),
    inCommands('weights that do not add up', 'vb', command => (command.weights[0].weight /= 2)),
    inCommands('negative weight', 'vb', command => (command.weights[0].weight *= -1)),
    inCommands('joint of a vertex out of range', 'vb', (command, x) => (command.weights[0].index = count(x, 'joint'))),
    inCommands('parent out of range', 'joint', (command, x) => (command.parent = count(x, 'joint'))),
    inCommands('parent that is the joint itself', 'joint', (command, x) => (command.parent = x.commands.filter(({ word }) => word === 'joint').indexOf(command))),
    inCommands('name of a joint twice', 'joint', (command, x) => (command.name = x.commands.filter(({ word }) => word === 'joint').find(other => other.name !== command.name).name)),
    inCommands('rotation not of unit length', 'pq', command => (command.values[6] *= 2)),
    inCommands('scale of zero', 'pq', command => (command.values = [...command.values.slice(0, 7), 0, 1, 1])),
    inCommands('infinite place of a pose', 'pq', command => (command.values[0] = 'Infinity')),
    inCommands('negative rate of an animation', 'framerate', command => (command.n = -1)),
    inCommands('unknown type of an array', 'vertexarray', command => (command.component = 'word')),
    {
        name: 'pose of a frame left out',
        places: x => each(x.commands, 'commands', (command, index) => x.commands.splice(index, 1), (command, index) => command.word === 'pq' && x.commands.slice(0, index).some(({ word }) => word === 'frame'))
    },
    {
        name: 'normal left out',
        places: x => each(x.commands, 'commands', (command, index) => x.commands.splice(index, 1), command => command.word === 'vn')
    },
    {
        name: 'base pose left out',
        places: x => each(x.commands, 'commands', (command, index) => x.commands.splice(index, 1), (command, index) => command.word === 'pq' && !x.commands.slice(0, index).some(({ word }) => word === 'frame'))
    }
]

// A kind whose places are in the objects.
const inObjects = (name, places) => ({ name, places: x => x.objects.flatMap((object, index) => places(object, `objects[${index}]`, x)) })
// The line that a number was read from is not written again.
const edited = places => places.map(place => ({ ...place, edit: () => (place.edit(), delete place.entry.spelling) }))

export const nff = [
    inObjects('vertex of a polygon out of range', (object, path) => edited(each(object.polygons, `${path}.polygons`, polygon => (polygon.indices[0] = object.vertices.length)))),
    inObjects('vertex of a polygon twice', (object, path) => edited(each(object.polygons, `${path}.polygons`, polygon => (polygon.indices[0] = polygon.indices[1])))),
    inObjects('polygon of two corners', (object, path) => edited(each(object.polygons, `${path}.polygons`, polygon => polygon.indices.splice(2)))),
    inObjects('polygon of one point', (object, path) => edited(each(object.polygons, `${path}.polygons`, polygon => polygon.indices.fill(polygon.indices[0])))),
    inObjects('polygon that is not flat', (object, path) =>
        each(
            object.polygons,
            `${path}.polygons`,
            ({ indices }) => {
                const vertex = object.vertices[indices[0]]
                vertex.position = vertex.position.map((value, axis) => value + 1 + axis / 2)
                delete vertex.spelling
            },
            polygon => polygon.indices.length > 3
        )
    ),
    inObjects('normal not of unit length', (object, path) => edited(field(object.vertices, `${path}.vertices`, 'norm', value => value.map(number => number / 2)))),
    inObjects('color of a vertex left out', (object, path) => edited(each(object.vertices, `${path}.vertices`, vertex => delete vertex.rgb, vertex => vertex.rgb && object.vertices.every(other => other.rgb)))),
    inObjects('texture coordinate of a vertex left out', (object, path) => edited(each(object.vertices, `${path}.vertices`, vertex => delete vertex.uv, vertex => vertex.uv && object.vertices.every(other => other.uv)))),
    inObjects('material without a table', (object, path) => edited(each(object.polygons, `${path}.polygons`, polygon => (polygon.matid = 1), () => !object.mtable))),
    inObjects('object without a name', (object, path) => edited([{ path, entry: object, edit: () => (object.name = '') }])),
    kind('features of a later version', x => [{ path: 'header.version', edit: () => ((x.header.version = 1.5), delete x.header.spelling) }])
]
