// Faults of Meridian 59 rooms.
import { each, exchanged, exchangedWithNext, field } from './edits.mjs'

const kind = (name, places) => ({ name, places })
const isInternal = node => node.type === 1
const isLeaf = node => node.type === 2
const isOutside = node => !node.sector

const otherSector = (x, value) => (value % x.sectors.length) + 1

// Sides of the editor's walls that show a step: from the lower of two floors that are level, not both in the open.
const steps = x =>
    x.editorWalls.flatMap((wall, index) =>
        [
            ['positive', 'negative'],
            ['negative', 'positive']
        ].flatMap(([near, far]) => {
            const [here, there] = [x.sectors[wall[`${near}Sector`]], x.sectors[wall[`${far}Sector`]]]
            const sidedef = x.sidedefs[wall[`${near}Sidedef`] - 1]
            const shown = here && there && sidedef?.belowBitmap && !here.floorSlope && !there.floorSlope && here.floorHeight < there.floorHeight
            return shown && (here.ceilingBitmap || there.ceilingBitmap) ? [{ path: `editorWalls[${index}].${near}Sidedef`, sidedef }] : []
        })
    )

export const roo = [
    kind('children of a node exchanged', x => exchanged(x.nodes, 'nodes', 'positiveChild', 'negativeChild', isInternal)),
    kind('child of a node out of range', x => field(x.nodes, 'nodes', 'negativeChild', x.nodes.length + 1, isInternal)),
    kind('node with two parents', x => field(x.nodes, 'nodes', 'negativeChild', (value, index, node) => node.positiveChild, node => isInternal(node) && node.positiveChild > 0)),
    kind('line of a node moved', x => field(x.nodes, 'nodes', 'c', (value, index, node) => value + 256 * Math.hypot(node.a, node.b), node => isInternal(node) && node.firstWall > 0)),
    kind('line of a node without direction', x => each(x.nodes, 'nodes', node => (node.a = node.b = 0), isInternal)),
    kind('walls of a node shifted', x => field(x.nodes, 'nodes', 'firstWall', value => value + 1, node => isInternal(node) && node.firstWall > 0)),
    kind('walls of a node left out', x => field(x.nodes, 'nodes', 'firstWall', 0, node => isInternal(node) && node.firstWall > 0)),
    kind('wrong box of a node', x => each(x.nodes, 'nodes', node => (node.box[2] -= 128))),
    kind('sector of a leaf replaced', x => field(x.nodes, 'nodes', 'sector', value => otherSector(x, value), node => isLeaf(node) && !isOutside(node))),
    kind('sector of a leaf out of range', x => field(x.nodes, 'nodes', 'sector', x.sectors.length + 1, isLeaf)),
    kind('points of a leaf turned round', x => each(x.nodes, 'nodes', node => node.points.reverse(), isLeaf)),
    kind('point of a leaf moved', x => each(x.nodes, 'nodes', node => (node.points[0] = node.points[0].map(value => value + 512)), isLeaf)),
    kind('next wall left out', x => field(x.clientWalls, 'clientWalls', 'next', 0, wall => wall.next > 0)),
    kind('next wall out of range', x => field(x.clientWalls, 'clientWalls', 'next', x.clientWalls.length + 1)),
    kind('sidedef of a client wall out of range', x => field(x.clientWalls, 'clientWalls', 'positiveSidedef', x.sidedefs.length + 1)),
    kind('sidedefs of a client wall exchanged', x => exchanged(x.clientWalls, 'clientWalls', 'positiveSidedef', 'negativeSidedef')),
    kind('sectors of a client wall exchanged', x => exchanged(x.clientWalls, 'clientWalls', 'positiveSector', 'negativeSector')),
    kind('sector of a client wall replaced', x => field(x.clientWalls, 'clientWalls', 'positiveSector', value => otherSector(x, value), wall => wall.positiveSidedef > 0)),
    kind('end of a client wall moved', x => each(x.clientWalls, 'clientWalls', wall => (wall.end = wall.end.map(value => value + 256)))),
    kind('wrong length of a client wall', x => field(x.clientWalls, 'clientWalls', 'length', value => value + 16)),
    kind('offset of a client wall replaced', x => field(x.clientWalls, 'clientWalls', 'positiveXOffset', value => value + 16, wall => wall.positiveSidedef > 0)),
    kind("sector of an editor's wall replaced", x => field(x.editorWalls, 'editorWalls', 'positiveSector', value => (value + 1) % x.sectors.length, wall => wall.positiveSidedef > 0)),
    kind("sector of an editor's wall out of range", x => field(x.editorWalls, 'editorWalls', 'negativeSector', x.sectors.length)),
    kind("sidedef of an editor's wall out of range", x => field(x.editorWalls, 'editorWalls', 'positiveSidedef', x.sidedefs.length + 1)),
    kind("end of an editor's wall moved", x => field(x.editorWalls, 'editorWalls', 'x1', value => value + 32)),
    kind("editor's wall without length", x => each(x.editorWalls, 'editorWalls', wall => ((wall.x1 = wall.x0), (wall.y1 = wall.y0)))),
    kind('vertices of a slope in a line', x => each(x.sectors, 'sectors', ({ floorSlope }) => (floorSlope.vertices[2] = floorSlope.vertices[1]), sector => sector.floorSlope)),
    kind('plane of a slope turned round', x => each(x.sectors, 'sectors', ({ floorSlope }) => (floorSlope.plane = floorSlope.plane.map(value => -value)), sector => sector.floorSlope)),
    kind('plane of a slope moved', x => each(x.sectors, 'sectors', ({ floorSlope }) => (floorSlope.plane[3] += 1024 * 256), sector => sector.floorSlope)),
    kind('texture of a step left out', x => steps(x).map(({ path, sidedef }) => ({ path, edit: () => (sidedef.belowBitmap = 0) }))),
    kind('wrong size of the room', x => [{ path: 'width', edit: () => (x.width += 1024) }]),
    kind('one thing left out', x => [{ path: 'things', edit: () => x.things.pop() }]),
    kind('cell of a grid replaced', x => (x.server ? x.server.moveGrid.flatMap((row, index) => each(row, `server.moveGrid[${index}]`, (value, column) => (row[column] = value ^ 255))) : [])),
    kind('wrong size of the grids', x => (x.server ? [{ path: 'server.rows', edit: () => (x.server.rows -= 1) }] : [])),
    kind('ends of two client walls exchanged', x => exchangedWithNext(x.clientWalls, 'clientWalls', ['start', 'end']))
]
