// Where in the scene a part of a file is: from its fields, in the axes and units that the library's scenes have
// (docs/formats). A place is { points } in the scene or { name } of a node; null: nowhere.
const zUp = ([x, y, z]) => [x, z, -y];
const sense8 = ([x, y, z]) => [x, -y, -z];
const clientUnit = 2.5 / 1024, editorUnits = 16; // meters in Meridian's client units, and those in an editor's unit

const boxCorners = (box, axes) => [axes(box.slice(0, 3)), axes(box.slice(3, 6))];

// --- Torque interiors ---

function interiorPlace(root, [list, index, part, at]) {
    if (!['details', 'subObjects'].includes(list)) return null;
    const interior = root[list]?.[index];
    if (!interior?.points) return null;
    const pointsOf = (indices) => indices.map((i) => interior.points[i]).filter(Boolean).map(zUp);
    const winding = ({ windingStart, windingCount }) => interior.windings.slice(windingStart, windingStart + windingCount);
    const record = interior[part]?.[at];
    if (record === undefined) return { points: boxCorners(interior.boundingBox, zUp) };
    const places = {
        points: () => pointsOf([at]),
        surfaces: () => pointsOf(winding(record)),
        nullSurfaces: () => pointsOf(winding(record)),
        zones: () => interior.surfaces.slice(record.surfaceStart, record.surfaceStart + record.surfaceCount).flatMap((surface) => pointsOf(winding(surface))),
        portals: () => (interior.windingIndices ?? []).slice(record.triFanStart, record.triFanStart + record.triFanCount).flatMap((fan) => pointsOf(winding(fan))),
        convexHulls: () => boxCorners([record.minX, record.minY, record.minZ, record.maxX, record.maxY, record.maxZ], zUp),
    };
    const points = places[part]?.() ?? [];
    return { points: points.length ? points : boxCorners(interior.boundingBox, zUp) };
}

// --- Meridian rooms ---

function roomPlace(root, [list, index]) {
    const record = root[list]?.[index];
    if (!record) return null;
    const heights = root.sectors.flatMap(({ floorHeight, ceilingHeight }) => [floorHeight, ceilingHeight]).filter(Number.isFinite);
    const low = Math.min(...heights) * editorUnits, high = Math.max(...heights) * editorUnits;
    const place = ([x, y], z) => [x * clientUnit, z * clientUnit, y * clientUnit];
    const upright = (flat, from = low, to = high) => ({ points: flat.flatMap((point) => [place(point, from), place(point, to)]) });
    if (list === 'nodes') return upright([record.box.slice(0, 2), record.box.slice(2, 4)]);
    if (list === 'clientWalls') return upright([record.start, record.end]);
    if (list === 'editorWalls') {
        const xs = root.editorWalls.flatMap(({ x0, x1 }) => [x0, x1]), ys = root.editorWalls.flatMap(({ y0, y1 }) => [y0, y1]);
        const corner = [Math.min(...xs), Math.max(...ys)];
        return upright([[record.x0, record.y0], [record.x1, record.y1]].map(([x, y]) => [(x - corner[0]) * editorUnits, (corner[1] - y) * editorUnits]));
    }
    if (list !== 'sectors') return null;
    const flat = root.nodes.filter(({ sector }) => sector === index + 1).flatMap(({ points }) => points ?? []);
    return flat.length ? upright(flat, record.floorHeight * editorUnits, record.ceilingHeight * editorUnits) : null;
}

// --- Darkstar interiors ---

function geometryPlace(root, [list, index]) {
    const record = root[list]?.[index], box = boxCorners(root.box, zUp);
    const cornersOf = (vertices) => vertices.map(({ pIdx }) => root.points3[pIdx]).filter(Boolean).map(zUp);
    const places = {
        surfaces: () => cornersOf(root.verts.slice(record.vertIdx, record.vertIdx + record.numVerts)),
        verts: () => cornersOf([record]),
        points3: () => [zUp(record)],
        emptyLeaves: () => boxCorners(record.box, zUp),
        leaves: () => boxCorners(record.box, zUp),
    };
    const points = (record && places[list]?.()) ?? [];
    return { points: points.length ? points : box };
}

// --- models of named parts ---

function sense8Place(root, [list, index, part, at]) {
    const object = list === 'objects' ? root.objects[index] : null;
    if (!object) return null;
    const pointsOf = (indices) => indices.map((i) => object.vertices[i]?.position).filter(Boolean).map(sense8);
    const points = part === 'vertices' ? pointsOf([at]) : part === 'polygons' ? pointsOf(object.polygons[at]?.indices ?? []) : [];
    return points.length ? { points } : { name: object.name };
}

const textAt = ({ latin1 }, at) => latin1.slice(at, latin1.indexOf('\0', at));

function levelPlace(root, [list, index]) {
    const record = root[list]?.[index];
    if (!record || !['states', 'lods'].includes(list)) return null;
    return { name: textAt(root.names, record.geometryNameOffset ?? record.nameOffset) };
}

function interquakePlace(root, [list, index]) {
    const record = root[list]?.[index];
    if (!record || !['meshes', 'joints'].includes(list)) return null;
    return { name: typeof record.name === 'number' ? textAt(root.text, record.name) : record.name };
}

function shapePlace(root, [list, index]) {
    const record = root[list]?.[index], object = list === 'meshes' ? root.objects?.find(({ meshIndex }) => meshIndex === index) : record;
    if (!object || !['nodes', 'objects', 'meshes'].includes(list)) return null;
    const name = root.names?.[object.name];
    return name ? { name: name.data ?? name } : null;
}

const byFormat = { dif: interiorPlace, roo: roomPlace, nff: sense8Place, bff: sense8Place, iqm: interquakePlace, iqe: interquakePlace, dts: shapePlace, dig: geometryPlace, dis: levelPlace };

export const partsOf = (path) => [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

// `root` is the JSON of all fields.
export function placeOf(root, path) {
    const place = byFormat[root.format]?.(root, partsOf(path)) ?? null;
    return place?.points && !place.points.flat().every(Number.isFinite) ? null : place;
}
