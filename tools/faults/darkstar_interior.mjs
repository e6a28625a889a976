// Faults of Darkstar interiors: geometry, light, index.
import { cross, each, exchanged, exchangedWithNext, field, length, replaced } from './edits.mjs'

const kind = (name, places) => ({ name, places })

const otherPlane = (document, index) => {
    for (let step = 1; step < document.planes.length; step++) {
        const other = (index + step) % document.planes.length
        if (length(cross(document.planes[index], document.planes[other])) > 0.1) return other
    }
    return index
}

const OUTSIDE = 43
const lists = document => (document.leaves ? ['leaves'] : ['solidLeaves', 'emptyLeaves'])
const inLeaves = (document, make) => lists(document).flatMap(name => make(document[name], name))
const isInner = document => (leaf, index) => (document.leaves ? !(leaf.flags & 3) : index >= OUTSIDE)
const emptyLeaves = document => (document.leaves ? ['leaves', document.leaves] : ['emptyLeaves', document.emptyLeaves])

// The numbers of a compressed list: a zero byte is followed by the number of zero bytes that it stands for.
function numbersOf(x, start, count) {
    const bytes = Buffer.from(x.bits, 'base64').subarray(start, start + count)
    const numbers = []
    for (let at = 0, place = 0; at < bytes.length; at++) {
        if (!bytes[at]) {
            place += bytes[++at]
            continue
        }
        for (let bit = 0; bit < 8; bit++) if (bytes[at] & (0x80 >> bit)) numbers.push(8 * place + bit)
        place++
    }
    return numbers
}
const pvsBytes = (x, leaf) => (x.leaves ? leaf.pvsBytes : leaf.flags >> 1)
// Whether a list one byte further on has other numbers.
const isOther = (x, start, count) => {
    const bits = Buffer.from(x.bits, 'base64')
    return !bits.subarray(start, start + count).equals(bits.subarray(start + 1, start + 1 + count))
}
// Bits 1 and 2 of the number of a leaf outside are low and high x, 4 and 8 y, 16 and 32 z; in lists 0 to 2 are the low
// sides, 3 to 5 the high ones.
const sides = number => [1, 4, 16, 2, 8, 32].flatMap((bit, side) => (number & bit ? [side] : []))
const isSeen = (x, number) =>
    x.emptyLeaves.slice(OUTSIDE).some(leaf => numbersOf(x, leaf.pvsIdx, pvsBytes(x, leaf)).some(seen => sides(number).includes(seen)))

export const dig = [
    kind('children of a node exchanged', x => exchanged(x.nodes, 'nodes', 'front', 'back')),
    kind('wrong plane of a node', x => field(x.nodes, 'nodes', 'planeIdx', value => otherPlane(x, value))),
    kind('plane of a node out of range', x => field(x.nodes, 'nodes', 'planeIdx', x.planes.length)),
    kind('child of a node out of range', x => field(x.nodes, 'nodes', 'front', x.nodes.length)),
    kind('leaf of a node replaced', x => ['front', 'back'].flatMap(side => field(x.nodes, 'nodes', side, value => value - 1, node => node[side] < 0 && node[side] > -50))),
    kind('surfaces of a leaf shifted', x => inLeaves(x, (list, name) => field(list, name, 'surfIdx', value => value + 1, leaf => leaf.surfBytes > 0 && isOther(x, leaf.surfIdx, leaf.surfBytes)))),
    kind('surfaces of a leaf left out', x => inLeaves(x, (list, name) => field(list, name, 'surfBytes', 0, leaf => leaf.surfBytes > 0))),
    kind('surfaces of two leaves exchanged', x =>
        inLeaves(x, (list, name) => exchangedWithNext(list, name, ['surfIdx', 'surfBytes'], (a, b) => a.surfBytes > 0 && b.surfBytes > 0))
    ),
    kind('planes of a leaf shifted', x => inLeaves(x, (list, name) => field(list, name, 'planeIdx', value => value + 1, leaf => leaf.planeBytes > 0 && isOther(x, leaf.planeIdx, leaf.planeBytes)))),
    kind('planes of a leaf left out', x => inLeaves(x, (list, name) => field(list, name, 'planeBytes', 0, leaf => leaf.planeBytes > 0))),
    kind('PVS of a leaf shifted', x => field(emptyLeaves(x)[1], emptyLeaves(x)[0], 'pvsIdx', value => value + 1, (leaf, index) => pvsBytes(x, leaf) > 0 && (isInner(x)(leaf, index) || (!x.leaves && isSeen(x, index))))),
    kind('PVS of a leaf left out', x =>
        each(emptyLeaves(x)[1], emptyLeaves(x)[0], leaf => (x.leaves ? (leaf.pvsBytes = 0) : (leaf.flags &= 1)), (leaf, index) => isInner(x)(leaf, index) && pvsBytes(x, leaf) > 0)
    ),
    kind('PVS of a leaf outside left out', x => each(x.emptyLeaves, 'emptyLeaves', leaf => (leaf.flags &= 1), (leaf, index) => index > 0 && index < OUTSIDE && pvsBytes(x, leaf) > 0 && isSeen(x, index))),
    kind('box of a leaf elsewhere', x => each(emptyLeaves(x)[1], emptyLeaves(x)[0], leaf => (leaf.box = leaf.box.map((value, axis) => value + (axis % 3 ? 0 : 100))), isInner(x))),
    kind('box of a leaf too small', x => each(emptyLeaves(x)[1], emptyLeaves(x)[0], leaf => (leaf.box[5] -= 1), isInner(x))),
    kind('wrong plane of a surface', x => field(x.surfaces, 'surfaces', 'planeIdx', value => otherPlane(x, value))),
    kind('surface turned round', x => field(x.surfaces, 'surfaces', 'flags', value => value ^ 128)),
    kind('vertices of a surface shifted', x => field(x.surfaces, 'surfaces', 'vertIdx', value => value + 1)),
    kind('vertices of a surface out of range', x => field(x.surfaces, 'surfaces', 'vertIdx', x.verts.length)),
    kind('points of a surface shifted', x => field(x.surfaces, 'surfaces', 'pointIdx', value => value + 1)),
    kind('points of a surface left out', x => field(x.surfaces, 'surfaces', 'pointBytes', 0)),
    kind('two vertices exchanged', x => each(x.surfaces, 'surfaces', ({ vertIdx: at }) => ([x.verts[at], x.verts[at + 1]] = [x.verts[at + 1], x.verts[at]]))),
    kind('point of a vertex out of range', x => field(x.verts, 'verts', 'pIdx', x.points3.length)),
    kind('texture coordinate of a vertex out of range', x => field(x.verts, 'verts', 'tIdx', x.points2.length)),
    kind('point moved', x => replaced(x.points3, 'points3', value => value.map(number => number * 0.75 + 0.25))),
    kind('infinite point', x => replaced(x.points3, 'points3', value => [value[0], 'Infinity', value[2]])),
    kind('texture coordinate beyond its light map', x => replaced(x.points2, 'points2', value => [value[0] + 2, value[1]])),
    kind('normal not of unit length', x => replaced(x.planes, 'planes', value => [2 * value[0], 2 * value[1], 2 * value[2], value[3]])),
    kind('plane moved', x => replaced(x.planes, 'planes', value => [value[0], value[1], value[2], value[3] + 0.5], (value, index) => x.surfaces.some(surface => surface.planeIdx === index))),
    kind('box too small', x => [{ path: 'box', edit: () => (x.box[3] -= 0.5) }]),
    kind('mip out of range', x => [{ path: 'highestMip', edit: () => (x.highestMip = 16) }])
]

export const dil = [
    kind('map of a surface out of range', x => field(x.surfaces, 'surfaces', 'map', 0x7fffffff, surface => surface.map !== 0xffffffff)),
    kind('wrong size of a map', x => field(x.surfaces, 'surfaces', 'w', value => value + 1, surface => surface.map !== 0xffffffff)),
    kind('child of the Huffman tree out of range', x => field(x.nodes, 'nodes', 'one', x.nodes.length)),
    kind('Huffman tree in a circle', x => field(x.nodes, 'nodes', 'one', 0)),
    kind('lights of a surface out of range', x => field(x.surfaces, 'surfaces', 'lightCount', x.lightMapListSize + 1)),
    kind('states of a light out of range', x => field(x.lights, 'lights', 'stateCount', x.states.length + 1)),
    kind('data of a state out of range', x => field(x.states, 'states', 'dataIndex', x.stateData.length + 1)),
    kind('surface of a state out of range', x => field(x.stateData, 'stateData', 'surface', x.surfaces.length)),
    kind('map of a state out of range', x => field(x.stateData, 'stateData', 'mapIndex', 1 << 28)),
    kind('states out of order', x => exchangedWithNext(x.states, 'states', ['time'], (a, b) => a.time < b.time)),
    kind('name of a light out of range', x => field(x.lights, 'lights', 'nameOffset', 1 << 20)),
    kind('scale out of range', x => [{ path: 'lightScaleShift', edit: () => (x.lightScaleShift = 16) }])
]

export const dis = [
    kind('name out of range', x => field(x.lods, 'lods', 'geometryNameOffset', 1 << 20)),
    kind('levels of a state out of range', x => field(x.states, 'states', 'numLods', x.lods.length + 1)),
    kind('light of a level out of range', x => field(x.lods, 'lods', 'lightStateIdx', x.lodLightStates.length)),
    kind('levels out of order', x => exchangedWithNext(x.lods, 'lods', ['minPixels'])),
    kind('name of a state out of range', x => field(x.states, 'states', 'nameOffset', 1 << 20)),
    kind('negative name', x => field(x.states, 'states', 'nameOffset', -1)),
    kind('first level of a state out of range', x => field(x.states, 'states', 'lodIdx', x.lods.length)),
    kind('state without levels', x => field(x.states, 'states', 'numLods', 0)),
    kind('level left out', x => each(x.lods, 'lods', (level, index) => x.lods.splice(index, 1))),
    kind('level of no state', x => each(x.lods, 'lods', level => x.lods.push(level))),
    kind('file of a level that is not there', x => field(x.lods, 'lods', 'geometryNameOffset', offset => offset + 1)),
    kind('light of a level that is not there', x => replaced(x.lodLightStates, 'lodLightStates', value => value + 1)),
    kind('light of a level beyond the names', x => replaced(x.lodLightStates, 'lodLightStates', 1 << 20)),
    kind('name of a light state out of range', x => replaced(x.lightStates, 'lightStates', 1 << 20)),
    kind('light of a level left out', x => [{ path: 'lodLightStates', edit: () => x.lodLightStates.pop() }]),
    kind('material list out of range', x => [{ path: 'materialListOffset', edit: () => (x.materialListOffset = 1 << 20) }]),
    kind('material list that is not there', x => [{ path: 'materialListOffset', edit: () => (x.materialListOffset += 1) }]),
    kind('no names', x => [{ path: 'names', edit: () => (x.names = { latin1: '' }) }]),
    kind('unknown version', x => [{ path: 'version', edit: () => (x.version = 9) }]),
    kind('unknown boolean', x => [{ path: 'linkedInterior', edit: () => (x.linkedInterior = 7) }])
]
