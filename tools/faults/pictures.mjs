// Faults of bitmaps, pictures and fonts.
import { chunks, each, field, half, kind, lacking, replaced, twice, value } from './edits.mjs'

const heads = x => x.chunks.filter(chunk => chunk.head)
const inHead = (name, field_name, to) => kind(name, x => field(heads(x).map(chunk => chunk.head), 'head', field_name, to))

export const pbmp = [
    inHead('width larger than its data', 'width', width => 2 * width),
    inHead('height larger than its data', 'height', height => height + 1),
    inHead('no width', 'width', 0),
    inHead('unknown depth', 'bitDepth', 12),
    inHead('unknown attributes', 'attributes', attributes => attributes | 0x8000),
    kind('no header', x => lacking(x, 'chunks', chunk => chunk.tag === 'head')),
    kind('no data', x => lacking(x, 'chunks', chunk => chunk.tag === 'data')),
    kind('header after the data', x => [{ path: 'chunks', edit: () => x.chunks.reverse() }]),
    kind('chunk twice', x => twice(x, 'chunks')),
    kind('unknown chunk', x => field(chunks(x, 'PiDX'), 'chunks', 'tag', 'PiDY')),
    kind('half of the data', x => field(x.chunks, 'chunks', 'data', half)),
    kind('data too long', x => field(x.chunks, 'chunks', 'data', data => Buffer.concat([Buffer.from(data, 'base64'), Buffer.alloc(64)]).toString('base64'))),
    kind('no mip level', x => field(x.chunks, 'chunks', 'mipLevels', 0)),
    kind('too many mip levels', x => field(x.chunks, 'chunks', 'mipLevels', 10)),
    kind('one mip level more than there is', x => field(x.chunks, 'chunks', 'mipLevels', levels => levels + 1)),
    kind('wrong size', x => value(x, 'size', size => size + 1))
]

export const bmp = [
    kind('wrong size of the file', x => value(x, 'bfSize', size => size + 100)),
    kind('pixels outside the file', x => value(x, 'bfOffBits', x.bfSize + 1)),
    kind('wrong size of the pixels', x => value(x, 'biSizeImage', size => size + 1)),
    kind('unknown size of the header', x => value(x, 'biSize', 41)),
    kind('no width', x => value(x, 'biWidth', 0)),
    kind('negative width', x => value(x, 'biWidth', width => -width)),
    kind('width larger than the pixels', x => value(x, 'biWidth', width => width + 16)),
    kind('no height', x => value(x, 'biHeight', 0)),
    kind('height larger than the pixels', x => value(x, 'biHeight', height => height + 1)),
    kind('two planes', x => value(x, 'biPlanes', 2)),
    kind('unknown depth', x => value(x, 'biBitCount', 7)),
    kind('depth of engines that read no such', x => value(x, 'biBitCount', 16)),
    kind('unknown compression', x => value(x, 'biCompression', 9)),
    kind('more colors than there are', x => value(x, 'biClrUsed', 1000)),
    kind('half of the pixels', x => value(x, 'pixels', half)),
    kind('no pixels', x => value(x, 'pixels', ''))
]

export const png = [
    inPng('no width', 'width', 0),
    inPng('no height', 'height', 0),
    inPng('larger than the pixels', 'height', height => height + 1),
    inPng('smaller than the pixels', 'width', width => width - 1),
    inPng('unknown depth', 'bitDepth', 3),
    inPng('unknown kind of colors', 'colorType', 5),
    inPng('depth that the colors do not have', 'bitDepth', depth => (depth === 8 ? 4 : 8)),
    inPng('unknown compression', 'compressionMethod', 1),
    inPng('unknown filters', 'filterMethod', 1),
    inPng('unknown interlacing', 'interlaceMethod', 2),
    inPng('interlaced, as the pixels are not', 'interlaceMethod', method => 1 - method),
    kind('no header', x => lacking(x, 'chunks', chunk => chunk.type === 'IHDR')),
    kind('no pixels', x => lacking(x, 'chunks', chunk => chunk.type === 'IDAT')),
    kind('no end', x => lacking(x, 'chunks', chunk => chunk.type === 'IEND')),
    kind('header after the pixels', x => [{ path: 'chunks', edit: () => x.chunks.splice(1, 0, x.chunks.shift()) }]),
    kind('pixels apart', x => [{ path: 'chunks', edit: () => x.chunks.splice(x.chunks.length - 1, 0, { type: 'tEXt', data: 'QQBC' }, { type: 'IDAT', data: '' }) }]),
    kind('critical chunk that nobody knows', x => [{ path: 'chunks', edit: () => x.chunks.splice(1, 0, { type: 'ABCD', data: '' }) }]),
    kind('indexed without palette', x => each(x.chunks, 'chunks', chunk => (chunk.header.colorType = 3), chunk => chunk.header)),
    kind('wrong checksum', x => each(x.chunks, 'chunks', chunk => (chunk.crc = 1))),
    kind('half of the pixels\' data', x => field(x.chunks, 'chunks', 'data', half, chunk => chunk.type === 'IDAT')),
    kind('a bit of the pixels\' data turned', x => field(x.chunks, 'chunks', 'data', data => {
        const bytes = Buffer.from(data, 'base64')
        bytes[bytes.length >> 1] ^= 16
        return bytes.toString('base64')
    }, chunk => chunk.type === 'IDAT'))
]

function inPng(name, member, to) {
    return kind(name, x => field(x.chunks.filter(chunk => chunk.header).map(chunk => chunk.header), 'header', member, to))
}

export const bgf = [
    kind('no width', x => field(x.bitmaps, 'bitmaps', 'width', 0)),
    kind('width of other pixels', x => field(x.bitmaps, 'bitmaps', 'width', width => width + 1)),
    kind('no height', x => field(x.bitmaps, 'bitmaps', 'height', 0)),
    kind('height of other pixels', x => field(x.bitmaps, 'bitmaps', 'height', height => height - 1)),
    kind('half of the data', x => field(x.bitmaps, 'bitmaps', 'data', half)),
    kind('no data', x => field(x.bitmaps, 'bitmaps', 'data', '')),
    kind('compressed data as pixels', x => field(x.bitmaps, 'bitmaps', 'type', type => (type ? 0 : 1))),
    kind('unknown compression', x => field(x.bitmaps, 'bitmaps', 'type', 7)),
    kind('hotspot twice', x => each(x.bitmaps, 'bitmaps', bitmap => (bitmap.hotspots = [{ number: 1, x: 0, y: 0 }, { number: 1, x: 2, y: 0 }]))),
    kind('bitmap of a group out of range', x => x.groups.flatMap((group, index) => replaced(group.indices, `groups[${index}].indices`, x.bitmaps.length))),
    kind('bitmap of a group negative', x => x.groups.flatMap((group, index) => replaced(group.indices, `groups[${index}].indices`, -2))),
    kind('group without bitmaps', x => field(x.groups, 'groups', 'indices', () => [])),
    kind('no groups', x => value(x, 'groups', () => [])),
    kind('bitmap left out', x => [{ path: 'bitmaps', edit: () => x.bitmaps.pop() }]),
    kind('bitmap in no group', x => [{ path: 'bitmaps', edit: () => x.bitmaps.push(x.bitmaps[0]) }]),
    kind('wrong largest number of bitmaps', x => value(x, 'maxIndices', most => most + 1)),
    kind('no shrink factor', x => value(x, 'shrink', 0)),
    kind('unknown version', x => value(x, 'version', 12)),
    kind('name with a control character', x => value(x, 'name', 'a\u0001b')),
    kind('bytes after the groups', x => value(x, 'tail', 'AAAA', true))
]

export const bbg = [
    kind('unknown option', x => field(x.options, 'options', 'option', '-q')),
    kind('option without its value', x => field(x.options, 'options', 'value', '0', option => option.option === '-s')),
    kind('option with blanks', x => field(x.options, 'options', 'value', 'a b')),
    kind('file with blanks', x => field(x.bitmaps, 'bitmaps', 'file', 'a b.bmp')),
    kind('file that is a comment', x => field(x.bitmaps, 'bitmaps', 'file', '#a.bmp')),
    kind('file without name', x => field(x.bitmaps, 'bitmaps', 'file', '')),
    kind('no bitmaps', x => value(x, 'bitmaps', () => [])),
    kind('bitmap left out', x => [{ path: 'bitmaps', edit: () => x.bitmaps.pop() }]),
    kind('hotspot 0', x => x.bitmaps.flatMap((bitmap, index) => field(bitmap.hotspots, `bitmaps[${index}].hotspots`, 'number', 0))),
    kind('hotspot beyond a byte', x => x.bitmaps.flatMap((bitmap, index) => field(bitmap.hotspots, `bitmaps[${index}].hotspots`, 'number', 300))),
    kind('bitmap of a group out of range', x => x.groups.flatMap((group, index) => replaced(group.indices, `groups[${index}].indices`, x.bitmaps.length + 1))),
    kind('bitmap of a group negative', x => x.groups.flatMap((group, index) => replaced(group.indices, `groups[${index}].indices`, -1))),
    kind('group without bitmaps', x => field(x.groups, 'groups', 'indices', () => [])),
    kind('words after the last group', x => value(x, 'tail', '7 8', true)),
    kind('line too long', x => field(x.bitmaps, 'bitmaps', 'file', `${'a'.repeat(5000)}.bmp`))
]

const list = bitmaps => bitmaps ?? []
export const pba = [
    kind('wrong size', x => value(x, 'size', size => size + 1)),
    kind('another number of bitmaps', x => value(x, 'version', number => number + 1)),
    kind('bitmap left out', x => [{ path: 'bitmaps', edit: () => x.bitmaps.pop() }]),
    kind('wrong size of a bitmap', x => field(x.bitmaps, 'bitmaps', 'size', size => size + 1)),
    ...inBitmaps(x => list(x.bitmaps))
]

// The faults of a bitmap, in each of several.
function inBitmaps(of) {
    return pbmp.filter(({ name }) => name !== 'wrong size').map(({ name, places }) =>
        kind(`${name} of a bitmap`, x => of(x).flatMap((bitmap, index) => places(bitmap).map(place => ({ ...place, path: `bitmaps[${index}].${place.path}` })))))
}

export const pft = [
    kind('unknown version', x => value(x, 'version', 3)),
    kind('wrong size', x => value(x, 'size', size => size + 1)),
    kind('wrong height', x => value(x, 'fontHeight', height => height + 1)),
    kind('glyph of a character out of range', x => replaced(x.glyphOf, 'glyphOf', x.glyphs.length)),
    kind('glyph of a character negative', x => replaced(x.glyphOf, 'glyphOf', -2)),
    kind('glyph left out', x => [{ path: 'glyphs', edit: () => x.glyphs.pop() }]),
    kind('page of a glyph out of range', x => field(x.glyphs, 'glyphs', 'page', x.pages.bitmaps.length)),
    kind('glyph beside its page', x => field(x.glyphs, 'glyphs', 'x', 1000)),
    kind('glyph below its page', x => field(x.glyphs, 'glyphs', 'y', 1000)),
    kind('glyph wider than its page', x => field(x.glyphs, 'glyphs', 'width', 1000)),
    kind('glyph higher than its page', x => field(x.glyphs, 'glyphs', 'height', 1000)),
    kind('no pages', x => value(x.pages, 'bitmaps', () => [])),
    kind('another number of pages', x => value(x.pages, 'version', number => number + 1)),
    ...inBitmaps(x => list(x.pages.bitmaps))
]
