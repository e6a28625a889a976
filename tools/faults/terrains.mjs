// Faults of terrains.
import { each, field, kind, lacking, replaced, value } from './edits.mjs'

const middle = rows => rows.length >> 1
// A row, and a sample, of a map.
const inMap = (name, map, change) => kind(name, x => (x[map]?.length ? [{ path: map, edit: () => change(x[map], x) }] : []))
const sample = (rows, number) => (rows[middle(rows)][middle(rows)] = number)

export const ter = [
    kind('unknown version', x => value(x, 'version', 9)),
    kind('another number of samples', x => value(x, 'size', size => size + 1)),
    kind('half of the samples', x => value(x, 'size', size => size >> 1)),
    kind('no samples', x => value(x, 'size', 0)),
    inMap('row of heights left out', 'heights', rows => rows.pop()),
    inMap('height left out', 'heights', rows => rows[middle(rows)].pop()),
    inMap('negative height', 'heights', rows => sample(rows, -1)),
    inMap('height too large', 'heights', rows => sample(rows, 70000)),
    inMap('infinite height', 'heights', rows => sample(rows, 'Infinity')),
    inMap('row of materials left out', 'layerMap', rows => rows.pop()),
    inMap('material left out', 'layerMap', rows => rows[middle(rows)].pop()),
    inMap('material that has no name', 'layerMap', (rows, x) => sample(rows, x.materialNames.length)),
    inMap('material beyond a byte', 'layerMap', rows => sample(rows, 256)),
    inMap('negative material', 'layerMap', rows => sample(rows, -1)),
    inMap('base material that has no name', 'baseMaterialMap', rows => sample(rows, 7)),
    inMap('unknown flags of a base material', 'baseMaterialMap', rows => sample(rows, 64)),
    kind('no names of materials', x => value(x, 'materialNames', () => [])),
    kind('name of a material left out', x => [{ path: 'materialNames', edit: () => x.materialNames.pop() }].filter(() => x.layerMap?.flat().includes(x.materialNames.length - 1) || x.baseMaterialMap?.flat().includes(x.materialNames.length - 1))),
    kind('empty name of a material', x => replaced(x.materialNames, 'materialNames', '', (name, index) => (x.layerMap ?? x.baseMaterialMap)?.flat().includes(index))),
    kind('no alphas', x => each(x.alphaMaps, 'alphaMaps', map => (map.alpha = map.alpha.map(row => row.map(() => 0))), () => x.alphaMaps.length === 1)),
    kind('alphas that sum to too much', x => each(x.alphaMaps, 'alphaMaps', map => (map.alpha = map.alpha.map(row => row.map(() => 255))), () => x.alphaMaps.length > 1)),
    kind('bytes after the terrain', x => value(x, 'tail', 'AAAA', true))
]

export const dtf = [
    kind('unknown version', x => value(x, 'version', 9)),
    kind('wrong number of blocks', x => value(x, 'lastId', id => id + 1)),
    kind('no levels', x => value(x, 'details', 0)),
    kind('too many levels', x => value(x, 'details', 99)),
    kind('negative scale', x => value(x, 'scale', -1)),
    kind('scale too large', x => value(x, 'scale', 99)),
    kind('least height above the largest', x => value(x, 'hMin', x.hMax + 1)),
    kind('infinite height', x => value(x, 'hMax', 'Infinity')),
    kind('unknown kind', x => value(x, 'kind', 9)),
    kind('no columns', x => value(x, 'sizeX', 0)),
    kind('another number of columns', x => value(x, 'sizeX', size => size + 1)),
    kind('negative number of rows', x => value(x, 'sizeY', -1)),
    kind('another number of rows', x => value(x, 'sizeY', size => size - 1)),
    inMap('row of the map left out', 'map', rows => rows.pop()),
    inMap('block of the map out of range', 'map', rows => sample(rows, 99)),
    inMap('negative block of the map', 'map', rows => sample(rows, -1)),
    kind('block left out', x => lacking(x, 'blocks')),
    kind('another number of a block', x => field(x.blocks, 'blocks', 'id', 99))
]

const near = (number, by) => number + by
export const dtb = [
    kind('unknown version', x => value(x, 'version', 9)),
    kind('another number of levels', x => value(x, 'details', levels => levels + 1)),
    kind('no levels', x => value(x, 'details', 0)),
    kind('least height above some', x => value(x, 'hMin', height => near(height, 100))),
    kind('largest height below some', x => value(x, 'hMax', height => near(height, -100))),
    kind('infinite range of heights', x => value(x, 'hMax', 'NaN')),
    kind('another number of columns', x => value(x, 'sizeX', size => size - 1)),
    kind('no rows', x => value(x, 'sizeY', 0)),
    kind('negative number of rows', x => value(x, 'sizeY', -1)),
    inMap('row of heights left out', 'heights', rows => rows.pop()),
    inMap('height left out', 'heights', rows => rows[middle(rows)].pop()),
    inMap('infinite height', 'heights', rows => sample(rows, 'Infinity')),
    inMap('height that is no number', 'heights', rows => sample(rows, 'NaN')),
    inMap('height beyond the range', 'heights', rows => sample(rows, 1e6)),
    kind('square left out', x => lacking(x, 'squares')),
    kind('material beyond a byte', x => field(x.squares, 'squares', 'index', 300)),
    kind('flags beyond a byte', x => field(x.squares, 'squares', 'flags', 300)),
    inMap('row of light left out', 'light', rows => rows.pop()),
    kind('light maps of high resolution', x => value(x, 'hiresCount', 3)),
    kind('pin map left out', x => lacking(x, 'pinMaps'))
]
