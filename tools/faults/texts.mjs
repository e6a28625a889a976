// Faults of models, levels, missions and lists that are text.
import { each, field, kind, lacking, replaced, value } from './edits.mjs'

// --- OBJ ---

const words = (x, ...names) => x.statements.map((statement, index) => ({ statement, index })).filter(({ statement }) => names.includes(statement.word))
const inStatements = (name, names, change, fits = () => true) =>
    kind(name, x => words(x, ...names).filter(({ statement }) => fits(statement)).map(({ statement, index }) => ({ path: `statements[${index}]`, edit: () => change(statement, x, index) })))
const number = (values, to) => (values[0] = to)

export const obj = [
    inStatements('vertex of a face out of range', ['f'], face => (face.corners[0][0] = 1e6)),
    inStatements('vertex 0 of a face', ['f'], face => (face.corners[0][0] = 0)),
    inStatements('texture coordinate out of range', ['f'], face => (face.corners[0][1] = 1e6), face => face.corners[0][1]),
    inStatements('normal out of range', ['f'], face => (face.corners[0][2] = 1e6), face => face.corners[0][2]),
    inStatements('vertex of a face before the first', ['f'], face => (face.corners[0][0] = -1e6)),
    inStatements('face of two corners', ['f'], face => face.corners.splice(2)),
    inStatements('face without corners', ['f'], face => face.corners.splice(0)),
    inStatements('vertex of a face twice', ['f'], face => (face.corners[1] = face.corners[0])),
    inStatements('corner without texture coordinates', ['f'], face => face.corners[0][1] = 0, face => face.corners[0][1]),
    inStatements('corner without normal', ['f'], face => face.corners[0][2] = 0, face => face.corners[0][2]),
    inStatements('infinite vertex', ['v'], vertex => number(vertex.values, 'Infinity')),
    inStatements('vertex that is no number', ['v'], vertex => number(vertex.values, 'NaN')),
    inStatements('vertex of two numbers', ['v'], vertex => vertex.values.splice(2)),
    inStatements('infinite texture coordinate', ['vt'], texture => number(texture.values, 'Infinity')),
    inStatements('infinite normal', ['vn'], normal => number(normal.values, 'Infinity')),
    inStatements('normal not of unit length', ['vn'], normal => (normal.values = normal.values.map(each => 2 * each))),
    inStatements('normal of two numbers', ['vn'], normal => normal.values.splice(2)),
    inStatements('unknown statement', ['v', 'o'], statement => (statement.word = 'vv')),
    inStatements('name of two lines', ['o', 'g', 'usemtl'], statement => (statement.name = 'a\nb')),
    kind('no vertices', x => [{ path: 'statements', edit: () => (x.statements = x.statements.filter(({ word }) => word !== 'v')) }])
]

// --- what is in blocks with fields: missions, maps of rooms ---

const fieldsOf = (x, fits) => x.objects.flatMap((object, index) => (object.fields ?? []).map((entry, at) => ({ entry, object, path: `objects[${index}].fields[${at}]` })).filter(({ entry, object }) => fits(entry, object)))
const inFields = (name, fits, change) => kind(name, x => fieldsOf(x, fits).map(({ entry, object, path }) => ({ path, edit: () => change(entry, object) })))
const named = (...names) => ({ name }) => names.includes(name)

const blocks = [
    kind('depth of an object without parent', x => field(x.objects, 'objects', 'depth', depth => depth + 5)),
    kind('negative depth', x => field(x.objects, 'objects', 'depth', -1)),
    kind('object without class', x => field(x.objects, 'objects', 'className', '')),
    kind('class with a blank', x => field(x.objects, 'objects', 'className', 'Two Words')),
    inFields('field without name', () => true, entry => (entry.name = '')),
    inFields('field whose name has a blank', () => true, entry => (entry.name = 'two words')),
    inFields('value of two lines', () => true, entry => (entry.value = 'a\nb')),
    inFields('value with a quotation mark', entry => entry.kind === undefined, entry => (entry.value = 'a"b'))
]

export const mission = [
    ...blocks,
    kind('unknown class', x => field(x.objects, 'objects', 'className', 'Interiour')),
    inFields('place of two numbers', named('position'), entry => (entry.value = '1 2')),
    inFields('place of words', named('position'), entry => (entry.value = 'a b c')),
    inFields('rotation of two numbers', named('rotation'), entry => (entry.value = '1 2')),
    inFields('scale of two numbers', named('scale'), entry => (entry.value = '1 1')),
    inFields('scale 0', named('scale'), entry => (entry.value = '0 0 0')),
    inFields('value that is code', entry => entry.kind === undefined, entry => Object.assign(entry, { kind: 'code', value: '$a = 1;' }))
]

export const udmf = [
    ...blocks,
    inFields('place that is a word', named('x', 'y'), entry => (entry.value = 'far')),
    inFields('missing place', named('x', 'y'), (entry, object) => object.fields.splice(object.fields.indexOf(entry), 1)),
    inFields('vertex of a line out of range', named('v1', 'v2'), entry => (entry.value = '9999')),
    inFields('negative vertex of a line', named('v1', 'v2'), entry => (entry.value = '-1')),
    inFields('line without an end', named('v1', 'v2'), (entry, object) => object.fields.splice(object.fields.indexOf(entry), 1)),
    inFields('sidedef of a line out of range', named('sidefront', 'sideback'), entry => (entry.value = '9999')),
    inFields('line without a front', named('sidefront'), (entry, object) => object.fields.splice(object.fields.indexOf(entry), 1)),
    inFields('sector of a sidedef out of range', named('sector'), entry => (entry.value = '9999')),
    inFields('sidedef without sector', named('sector'), (entry, object) => object.fields.splice(object.fields.indexOf(entry), 1)),
    inFields('sector without a texture', named('texturefloor', 'textureceiling'), (entry, object) => object.fields.splice(object.fields.indexOf(entry), 1)),
    inFields('height that is a word', named('heightfloor', 'heightceiling'), entry => (entry.value = 'high')),
    inFields('field twice', () => true, (entry, object) => object.fields.push({ ...entry })),
    inFields('name that begins with a digit', () => true, entry => (entry.name = '1st')),
    kind('no namespace', x => lacking(x, 'statements', ({ name }) => name === 'namespace')),
    kind('another namespace', x => field(x.statements, 'statements', 'value', 'Doom', ({ name }) => name === 'namespace')),
    kind('vertices left out', x => [{ path: 'objects', edit: () => (x.objects = x.objects.filter(({ className }) => className !== 'vertex')) }]),
    kind('sectors left out', x => [{ path: 'objects', edit: () => (x.objects = x.objects.filter(({ className }) => className !== 'sector')) }]),
    kind('sidedefs left out', x => [{ path: 'objects', edit: () => (x.objects = x.objects.filter(({ className }) => className !== 'sidedef')) }])
]

// --- levels ---

const faces = x => x.entities.flatMap((entity, e) => (entity.brushes ?? []).flatMap((brush, b) => (brush.faces ?? []).map((face, f) => ({ face, brush, f, path: `entities[${e}].brushes[${b}].faces[${f}]` }))))
const inFaces = (name, change) => kind(name, x => faces(x).map(({ face, brush, f, path }) => ({ path, edit: () => change(face, brush, f) })))
const inBrushes = (name, change) => kind(name, x => x.entities.flatMap((entity, e) => each(entity.brushes, `entities[${e}].brushes`, (brush, index) => change(brush, entity, index), brush => brush.faces?.length)))
const properties = x => x.entities.flatMap((entity, e) => (entity.properties ?? []).map((property, p) => ({ property, entity, path: `entities[${e}].properties[${p}]` })))
const inProperties = (name, fits, change) => kind(name, x => properties(x).filter(({ property }) => fits(property)).map(({ property, entity, path }) => ({ path, edit: () => change(property, entity) })))
const keyed = (...keys) => ({ key }) => keys.includes(key)

export const map = [
    inFaces('face turned round', face => face.points.reverse()),
    inFaces('face whose points are on a line', face => (face.points[2] = face.points[0])),
    inFaces('infinite point', face => (face.points[0][0] = 'Infinity')),
    inFaces('face left out', (face, brush, f) => brush.faces.splice(f, 1)),
    inFaces('face twice', (face, brush) => brush.faces.push(face)),
    inFaces('scale of a texture 0', face => (face.scale = [0, 1])),
    inFaces('texture with a quotation mark', face => (face.texture = 'a"b c')),
    inFaces('face of two points', face => face.points.pop()),
    inBrushes('brush without faces', brush => (brush.faces = [])),
    inBrushes('brush of three faces', brush => brush.faces.splice(3)),
    inBrushes('brush turned inside out', brush => brush.faces.forEach(face => face.points.reverse())),
    inBrushes('brush twice', (brush, entity) => entity.brushes.push(brush)),
    inBrushes('flat brush', brush => brush.faces.forEach(face => face.points.forEach(point => (point[2] = 0)))),
    inProperties('entity without class', keyed('classname'), (property, entity) => entity.properties.splice(entity.properties.indexOf(property), 1)),
    inProperties('unknown key of worldspawn', keyed('min_pixels', 'geometry_scale'), property => (property.key = 'min_pixel')),
    inProperties('scale that is a word', keyed('geometry_scale', 'light_geometry_scale'), property => (property.value = 'large')),
    inProperties('number of pixels that is a word', keyed('min_pixels'), property => (property.value = 'many')),
    inProperties('color of two numbers', keyed('ambient_color', 'emergency_ambient_color'), property => (property.value = '0 0')),
    inProperties('value with a quotation mark', () => true, property => (property.value = 'a"b')),
    inProperties('key with a quotation mark', () => true, property => (property.key = 'a"b'))
]

const inElements = (name, names, change) => kind(name, x => each(x.elements, 'elements', (element, index) => change(element, x, index), ({ name: own }) => !names.length || names.includes(own)))
const attribute = (element, key) => element.attributes.find(({ name }) => name === key)
const inAttributes = (name, keys, to) => kind(name, x => x.elements.flatMap((element, index) => each(element.attributes, `elements[${index}].attributes`, entry => (entry.value = to(entry.value)), entry => keys.includes(entry.name) && element.name !== 'DetailLevels')))

export const csx = [
    inElements('depth without parent', [], element => (element.depth += 3)),
    inElements('negative depth', [], element => (element.depth = -1)),
    inElements('element without name', [], element => (element.name = '')),
    inElements('name with a blank', [], element => (element.name = 'a b')),
    inElements('name with <', [], element => (element.name = 'a<b')),
    inElements('attribute without name', [], element => element.attributes.push({ name: '', value: '1' })),
    inElements('value with a quotation mark', [], element => element.attributes.push({ name: 'a', value: 'a"b' })),
    inElements('value with <', [], element => element.attributes.push({ name: 'a', value: 'a<b' })),
    inElements('another version', ['ConstructorScene'], element => (attribute(element, 'version').value = '9')),
    inElements('corner of a brush moved', ['Vertex'], element => (attribute(element, 'pos').value = '900 900 900')),
    inElements('no elements', ['ConstructorScene'], (element, x) => (x.elements = [])),
    inAttributes('plane without direction', ['plane'], () => '0 0 0 1'),
    inAttributes('plane of two numbers', ['plane'], () => '1 2'),
    inAttributes('plane turned round', ['plane'], text => text.split(' ').map(part => (part.startsWith('-') ? part.slice(1) : `-${part}`)).join(' ')),
    inAttributes('infinite plane', ['plane'], () => 'inf 0 0 1')
]

// --- lists ---

const lines = [
    kind('name with a blank', x => field(x.lines, 'lines', 'name', ' a')),
    kind('name of two lines', x => field(x.lines, 'lines', 'name', 'a\nb')),
    kind('no files', x => value(x, 'lines', () => []))
]
export const list = lines

export const ifl = [
    ...lines,
    kind('picture without name', x => field(x.lines, 'lines', 'name', '')),
    kind('picture for no frames', x => field(x.lines, 'lines', 'count', 0)),
    kind('negative number of frames', x => field(x.lines, 'lines', 'count', -1)),
    kind('number of frames too large', x => field(x.lines, 'lines', 'count', 1e12)),
    kind('number of frames that is a word', x => field(x.lines, 'lines', 'count', 'many'))
]

export const dml = [
    kind('unknown kind', x => field(x.materials, 'materials', 'flags', flags => (flags & ~15) | 9)),
    kind('unknown flags', x => field(x.materials, 'materials', 'flags', flags => flags | 0x4000000)),
    kind('texture without a file', x => field(x.materials, 'materials', 'file', '', material => (material.flags & 15) === 3)),
    kind('name that fills its field', x => field(x.materials, 'materials', 'file', 'a'.repeat(32), material => (material.flags & 15) === 3)),
    kind('name too long', x => field(x.materials, 'materials', 'file', 'a'.repeat(40))),
    kind('unknown type', x => field(x.materials, 'materials', 'type', 99)),
    kind('infinite alpha', x => field(x.materials, 'materials', 'alpha', 'Infinity')),
    kind('elasticity that is no number', x => field(x.materials, 'materials', 'elasticity', 'NaN')),
    kind('infinite friction', x => field(x.materials, 'materials', 'friction', 'Infinity')),
    kind('color beyond a byte', x => field(x.materials, 'materials', 'red', 300)),
    kind('two details', x => value(x, 'numDetails', 2)),
    kind('no details', x => value(x, 'numDetails', 0)),
    kind('material left out', x => [{ path: 'materials', edit: () => x.materials.pop() }]),
    kind('another number of materials', x => value(x, 'numMaterials', number => number + 1)),
    kind('unknown version', x => value(x, 'version', 9)),
    kind('unknown class', x => value(x, 'className', 'TS::Materials'))
]

// Groups hold objects, and their names.
const groups = x => [x, ...x.objects.flatMap(object => (object.objects ? groups(object) : []))]
const inGroups = (name, places) => kind(name, x => groups(x).flatMap((group, index) => places(group, `group ${index}`)))
const inObjects = (name, member, to, fits) => inGroups(name, (group, path) => field(group.objects, path, member, to, fits))

export const simg = [
    inObjects('unknown class', 'tag', 'ABCD', object => !object.objects),
    inObjects('class of another object', 'tag', 'SKYT', object => !object.objects && object.tag !== 'SKYT'),
    inObjects('unknown version', 'version', 99, object => !object.objects),
    inObjects('infinite place', 'position', () => ['Infinity', 0, 0]),
    inObjects('place of two numbers', 'position', () => [0, 0]),
    inObjects('rotation that is no number', 'rotation', () => ['NaN', 0, 0]),
    inObjects('matrix that is no rotation', 'matrix', numbers => numbers.map(each => 2 * each)),
    inObjects('head of four numbers', 'head', head => head.slice(1)),
    inGroups('name left out', (group, path) => (group.names?.length ? [{ path, edit: () => group.names.pop() }] : [])),
    inGroups('name too many', (group, path) => (group.names?.length ? [{ path, edit: () => group.names.push('a') }] : [])),
    inGroups('object left out', (group, path) => (group.objects.length ? [{ path, edit: () => group.objects.pop() }] : []))
]
