// Faults of Torque interiors.
import { cross, each, exchanged, exchangedWithNext, field, length, minus, replaced } from './edits.mjs'

const details = document => document.details.map((interior, index) => ({ interior, path: `details[${index}]` }))

// A kind whose places are in the levels of detail.
const inside = (name, places) => ({
    name,
    places: document => details(document).flatMap(({ interior, path }) => places(interior, path, document))
})
const inResource = (name, places) => ({ name, places })

const childBits = interior => (interior.interiorFileVersion >= 14 ? { leaf: 0x80000, solid: 0x40000 } : { leaf: 0x8000, solid: 0x4000 })
const isSolid = (interior, child) => (child & childBits(interior).leaf) !== 0 && (child & childBits(interior).solid) !== 0
const isEmpty = (interior, child) => (child & childBits(interior).leaf) !== 0 && (child & childBits(interior).solid) === 0
const NO_ZONE = 0xfff

const planeOf = (interior, index) => {
    const { normalIndex, planeDistance } = interior.planes[index & 0x7fff]
    const sign = index & 0x8000 ? -1 : 1
    return [...interior.normals[normalIndex].map(value => sign * value), sign * planeDistance]
}
// Another plane that is not this one turned round.
const otherPlane = (interior, index) => {
    const plane = planeOf(interior, index)
    for (let step = 1; step < interior.planes.length; step++) {
        const other = ((index & 0x7fff) + step) % interior.planes.length
        const candidate = planeOf(interior, other)
        if (length(cross(plane, candidate)) > 0.1) return (index & 0x8000) | other
    }
    return index
}

const range = (hulls, index, start, list) => {
    const after = hulls.map(hull => hull[start]).filter(value => value > hulls[index][start])
    return [hulls[index][start], Math.min(list.length, ...after)]
}
// The planes of a hull become others; what comes after moves with them.
const setPlanes = (interior, index, change) => {
    const [from, to] = range(interior.convexHulls, index, 'planeStart', interior.hullPlaneIndices)
    const planes = change(interior.hullPlaneIndices.slice(from, to))
    interior.hullPlaneIndices.splice(from, to - from, ...planes)
    for (const hull of interior.convexHulls) if (hull.planeStart >= to) hull.planeStart += planes.length - (to - from)
}

// The corners of a surface in order: strips name one side's after the other's.
const cornerOf = (corner, count) => (!corner ? 0 : corner <= count >> 1 ? 2 * corner - 1 : 2 * (count - corner))
const isCorner = (interior, surface, corner) => {
    const at = k => interior.points[interior.windings[surface.windingStart + cornerOf(k % surface.windingCount, surface.windingCount)]]
    const before = minus(at(corner), at(corner + surface.windingCount - 1))
    const after = minus(at(corner + 1), at(corner))
    return length(cross(before, after)) > 0.05 * length(before) * length(after)
}

const times = ['targetTime', 'initialPosition', 'initialTargetPosition']
const properties = document =>
    ['triggers', 'pathFollowers'].flatMap(list =>
        document[list].flatMap((thing, index) =>
            field(thing.properties, `${list}[${index}].properties`, 'value', '1e9', property => times.includes(property.name))
        )
    )

export const dif = [
    inside('children of a node exchanged', (x, path) => exchanged(x.bspNodes, `${path}.bspNodes`, 'frontIndex', 'backIndex')),
    inside('wrong plane of a node', (x, path) => field(x.bspNodes, `${path}.bspNodes`, 'planeIndex', value => otherPlane(x, value))),
    inside('child of a node out of range', (x, path) => field(x.bspNodes, `${path}.bspNodes`, 'frontIndex', x.bspNodes.length)),
    inside('empty leaf in another zone', (x, path) =>
        ['frontIndex', 'backIndex'].flatMap(side =>
            field(
                x.bspNodes,
                `${path}.bspNodes`,
                side,
                value => (value & ~NO_ZONE) | (((value & NO_ZONE) + 1) % x.zones.length),
                node => isEmpty(x, node[side]) && x.zones.length > 1 && (node[side] & NO_ZONE) !== NO_ZONE
            )
        )
    ),
    inside('solid leaf became empty', (x, path) =>
        ['frontIndex', 'backIndex'].flatMap(side =>
            field(x.bspNodes, `${path}.bspNodes`, side, childBits(x).leaf, node => isSolid(x, node[side]))
        )
    ),
    inside('list of a solid leaf shifted', (x, path) =>
        field(x.bspSolidLeaves, `${path}.bspSolidLeaves`, 'surfaceIndex', (value, index, leaf) => (value + leaf.surfaceCount < x.solidLeafSurfaces.length ? value + 1 : value - 1), leaf => leaf.surfaceCount > 0)
    ),
    inside('list of a solid leaf empty', (x, path) =>
        field(x.bspSolidLeaves, `${path}.bspSolidLeaves`, 'surfaceCount', 0, leaf => leaf.surfaceCount > 0)
    ),
    inside('lists of two solid leaves exchanged', (x, path) => exchangedWithNext(x.bspSolidLeaves, `${path}.bspSolidLeaves`, ['surfaceIndex', 'surfaceCount'])),
    inside('zones of a portal exchanged', (x, path) => exchanged(x.portals, `${path}.portals`, 'zoneFront', 'zoneBack')),
    inside('wrong plane of a portal', (x, path) => field(x.portals, `${path}.portals`, 'planeIndex', value => otherPlane(x, value))),
    inside('surface in the list of another zone', (x, path) =>
        each(
            x.zones,
            `${path}.zones`,
            (zone, index) => {
                // The first surface of the zone takes the place of the first that is only in the next zone, and the
                // other way round.
                const next = x.zones[(index + 1) % x.zones.length]
                const lists = [zone, next].map(({ surfaceStart, surfaceCount }) => x.zoneSurfaces.slice(surfaceStart, surfaceStart + surfaceCount))
                const a = lists[0].findIndex(surface => !lists[1].includes(surface))
                const b = lists[1].findIndex(surface => !lists[0].includes(surface))
                if (a < 0 || b < 0) return
                x.zoneSurfaces[zone.surfaceStart + a] = lists[1][b]
                x.zoneSurfaces[next.surfaceStart + b] = lists[0][a]
            },
            () => x.zones.length > 1
        )
    ),
    inside('list of a zone shifted', (x, path) => field(x.zones, `${path}.zones`, 'surfaceStart', value => value + 1, zone => zone.surfaceCount > 0)),
    inside('surface left out of its zone', (x, path) => replaced(x.zoneSurfaces, `${path}.zoneSurfaces`, (value, index) => x.zoneSurfaces[index ? index - 1 : 1])),
    inside('index of a point out of range', (x, path) => replaced(x.windings, `${path}.windings`, x.points.length)),
    inside('winding of a surface shifted', (x, path) => field(x.surfaces, `${path}.surfaces`, 'windingStart', value => value + 1)),
    inside('two points of a winding exchanged', (x, path) =>
        each(x.surfaces, `${path}.surfaces`, ({ windingStart: at }) => ([x.windings[at], x.windings[at + 1]] = [x.windings[at + 1], x.windings[at]]))
    ),
    inside('wrong plane of a surface', (x, path) => field(x.surfaces, `${path}.surfaces`, 'planeIndex', value => otherPlane(x, value))),
    inside('plane of a surface turned round', (x, path) => field(x.surfaces, `${path}.surfaces`, 'planeIndex', value => value ^ 0x8000)),
    inside('wrong plane of a null surface', (x, path) => field(x.nullSurfaces, `${path}.nullSurfaces`, 'planeIndex', value => otherPlane(x, value))),
    inside('bit of a fan mask cleared', (x, path) =>
        field(
            x.surfaces,
            `${path}.surfaces`,
            'fanMask',
            (value, index, surface) => {
                const corner = [...Array(surface.windingCount).keys()].reverse().find(k => isCorner(x, surface, k))
                return value & ~(1 << corner)
            },
            surface => surface.windingCount > 3
        )
    ),
    inside('material of a surface out of range', (x, path) => field(x.surfaces, `${path}.surfaces`, 'textureIndex', x.materials.length)),
    inside('texture equation out of range', (x, path) => field(x.surfaces, `${path}.surfaces`, 'texGenIndex', x.texGenEqs.length)),
    inside('parallel axes of a texture', (x, path) =>
        each(x.texGenEqs, `${path}.texGenEqs`, equation => (equation.planeY = equation.planeX.map((value, axis) => (axis < 3 ? 2 * value : value))), (equation, index) =>
            x.surfaces.some(surface => surface.texGenIndex === index)
        )
    ),
    inside('light map axes that are none', (x, path) => field(x.surfaces, `${path}.surfaces`, 'finalWord', value => (value & 0x1fff) | (6 << 13))),
    inside('light map index out of range', (x, path) => replaced(x.normalLMapIndices, `${path}.normalLMapIndices`, x.lightMaps?.length ?? 0, () => (x.lightMaps?.length ?? 0) > 0)),
    inside('normal not of unit length', (x, path) => replaced(x.normals, `${path}.normals`, value => value.map(number => 2 * number))),
    inside('infinite point', (x, path) => replaced(x.points, `${path}.points`, value => [value[0], 'Infinity', value[2]])),
    inside('plane moved', (x, path) =>
        field(x.planes, `${path}.planes`, 'planeDistance', value => value + 0.5, (plane, index) => x.surfaces.some(surface => (surface.planeIndex & 0x7fff) === index))
    ),
    inside('point of a surface moved', (x, path) =>
        replaced(x.points, `${path}.points`, value => value.map(number => number + 0.25), (value, index) => x.surfaces.some(({ windingStart, windingCount }) => x.windings.slice(windingStart, windingStart + windingCount).includes(index)))
    ),
    inside('box too small', (x, path) => [{ path: `${path}.boundingBox`, edit: () => (x.boundingBox[3] -= 0.5) }]),
    inside('sphere too small', (x, path) => [{ path: `${path}.boundingSphere`, edit: () => (x.boundingSphere[3] *= 0.75) }]),
    inside('plane of a hull missing', (x, path) => each(x.convexHulls, `${path}.convexHulls`, (hull, index) => setPlanes(x, index, planes => planes.slice(1)))),
    inside('plane of a hull doubled', (x, path) => each(x.convexHulls, `${path}.convexHulls`, (hull, index) => setPlanes(x, index, planes => [...planes, planes[0]]))),
    inside('plane of a hull replaced', (x, path) =>
        each(x.convexHulls, `${path}.convexHulls`, (hull, index) => setPlanes(x, index, planes => [...planes.slice(0, -1), otherPlane(x, planes[planes.length - 1])]))
    ),
    inside('planes of a hull shifted', (x, path) => field(x.convexHulls, `${path}.convexHulls`, 'planeStart', value => value + 1)),
    inside('points of a hull shifted', (x, path) =>
        field(x.convexHulls, `${path}.convexHulls`, 'hullStart', value => value + 1)
    ),
    inside('surfaces of two hulls exchanged', (x, path) => exchangedWithNext(x.convexHulls, `${path}.convexHulls`, ['surfaceStart', 'surfaceCount'], (a, b) => a.surfaceCount > 0 && b.surfaceCount > 0)),
    inside('surface of a hull replaced', (x, path) =>
        replaced(x.hullSurfaceIndices, `${path}.hullSurfaceIndices`, (value, index) => x.hullSurfaceIndices[index ? 0 : x.hullSurfaceIndices.length - 1])
    ),
    inside('box of a hull too small', (x, path) => field(x.convexHulls, `${path}.convexHulls`, 'maxZ', value => value - 0.1)),
    inside('emit strings of two points exchanged', (x, path) =>
        each(
            x.hullEmitStringIndices,
            `${path}.hullEmitStringIndices`,
            (value, index) => ([x.hullEmitStringIndices[index], x.hullEmitStringIndices[index + 1]] = [x.hullEmitStringIndices[index + 1], value]),
            (value, index) => index + 1 < x.hullEmitStringIndices.length && value !== x.hullEmitStringIndices[index + 1]
        )
    ),
    inside('polylist string shifted', (x, path) => field(x.convexHulls, `${path}.convexHulls`, 'polyListStringStart', value => value + 1, () => x.polyListStrings.length > 3)),
    inside('list of a bin empty', (x, path) => each(x.coordBins, `${path}.coordBins`, bin => (bin.binCount = 0), bin => bin.binCount > 0)),
    inside('hull of a bin out of range', (x, path) => replaced(x.coordBinIndices, `${path}.coordBinIndices`, x.convexHulls.length)),
    inResource('time beyond any clock', properties),
    inResource('sub-object of a path out of range', document => field(document.pathFollowers, 'pathFollowers', 'interiorResIndex', document.subObjects.length)),
    inResource('rotation of a way point not of unit length', document =>
        document.pathFollowers.flatMap((follower, index) => field(follower.wayPoints, `pathFollowers[${index}].wayPoints`, 'rot', value => value.map(number => number / 2)))
    ),
    inResource('face of a trigger moved', document =>
        document.triggers.flatMap((trigger, index) => replaced(trigger.polyHedronPlanes, `triggers[${index}].polyHedronPlanes`, value => [value[0], value[1], value[2], value[3] + 0.5]))
    )
]
