// Faults of archives.
import { each, exchangedWithNext, field, half, kind, lacking, value } from './edits.mjs'

const inDirectory = (name, places) => kind(name, x => places(x.directory.entries, 'directory.entries', x))
const isStored = entry => !entry.compressType

export const vol = [
    kind('directory elsewhere', x => value(x, 'stringBlockOffset', offset => offset + 4)),
    kind('half of a block', x => field(x.blocks, 'blocks', 'data', half)),
    kind('block left out', x => lacking(x, 'blocks')),
    kind('bytes between blocks', x => field(x.blocks, 'blocks', 'gap', 'AAAAAAAAAAAAAAAA')),
    kind('blocks not aligned', x => each(x.blocks, 'blocks', block => (block.gap = 'AA=='), (block, index) => index > 0)),
    inDirectory('name out of range', (entries, path) => field(entries, path, 'filenameOffset', 1 << 20)),
    inDirectory('no name', (entries, path) => field(entries, path, 'filenameOffset', -1)),
    inDirectory('name of another entry', (entries, path) => field(entries, path, 'filenameOffset', (offset, index) => entries[(index + 1) % entries.length].filenameOffset, () => entries.length > 1)),
    inDirectory('block of another entry', (entries, path) => field(entries, path, 'fileOffset', (offset, index) => entries[(index + 1) % entries.length].fileOffset, () => entries.length > 1)),
    inDirectory('blocks of two entries exchanged', (entries, path) => exchangedWithNext(entries, path, ['fileOffset'], (a, b) => a.size !== b.size)),
    inDirectory('block out of range', (entries, path) => field(entries, path, 'fileOffset', 0x7fffffff)),
    inDirectory('block that begins elsewhere', (entries, path) => field(entries, path, 'fileOffset', offset => offset + 4)),
    inDirectory('stored entry too large', (entries, path) => field(entries, path, 'size', size => size + 1, isStored)),
    inDirectory('stored entry too small', (entries, path) => field(entries, path, 'size', size => size - 1, isStored)),
    inDirectory('compressed entry too large', (entries, path) => field(entries, path, 'size', size => 2 * size, entry => !isStored(entry))),
    inDirectory('compressed entry too small', (entries, path) => field(entries, path, 'size', size => size >> 1, entry => !isStored(entry))),
    inDirectory('compressed entry as stored', (entries, path) => field(entries, path, 'compressType', 0, entry => !isStored(entry))),
    inDirectory('stored entry as compressed', (entries, path) => field(entries, path, 'compressType', 3, isStored)),
    inDirectory('unknown compression', (entries, path) => field(entries, path, 'compressType', 9)),
    inDirectory('entry left out', (entries, path) => each(entries, path, (entry, index) => entries.splice(index, 1))),
    inDirectory('entry twice', (entries, path) => each(entries, path, entry => entries.push(entry))),
    kind('name that leads out of the folder', x => each(x.directory.stringData, 'directory.stringData', (name, index) => (x.directory.stringData[index] = `../${name.slice(3)}`), name => name.length > 3)),
    kind('name that no system has', x => each(x.directory.stringData, 'directory.stringData', (name, index) => (x.directory.stringData[index] = `a:${name.slice(2)}`), name => name.length > 2)),
    kind('empty name', x => each(x.directory.stringData, 'directory.stringData', (name, index) => (x.directory.stringData[index] = ''))),
    kind('names left out', x => value(x.directory, 'stringData', () => [])),
    kind('bytes after the directory', x => value(x, 'tail', 'AAAA', true)),
    kind('half of a last entry', x => value(x.directory, 'entriesRest', 'AAAAAAA=', true)),
    kind('name without end', x => value(x.directory, 'stringRest', 'YWJj', true))
]

const MAP = ['TEXTMAP', 'ENDMAP']
export const wad = [
    kind('lump out of range', x => field(x.lumps, 'lumps', 'filepos', 1 << 24, lump => lump.size > 0)),
    kind('lump in the header', x => field(x.lumps, 'lumps', 'filepos', 4, lump => lump.size > 0)),
    kind('lump larger than the file', x => field(x.lumps, 'lumps', 'size', 1 << 24)),
    kind('negative size of a lump', x => field(x.lumps, 'lumps', 'size', -1)),
    kind('negative place of a lump', x => field(x.lumps, 'lumps', 'filepos', -1, lump => lump.size > 0)),
    kind('lump without name', x => field(x.lumps, 'lumps', 'name', '')),
    kind('name too long', x => field(x.lumps, 'lumps', 'name', 'NAMEOFTEN9')),
    kind('map without name', x => lacking(x, 'lumps', (lump, index) => x.lumps[index + 1]?.name === 'TEXTMAP')),
    kind('map without text', x => lacking(x, 'lumps', lump => lump.name === 'TEXTMAP')),
    kind('map without end', x => lacking(x, 'lumps', lump => lump.name === 'ENDMAP')),
    kind('end before the map', x => exchangedWithNext(x.lumps, 'lumps', ['filepos', 'size', 'name'], (a, b) => MAP.includes(a.name) && MAP.includes(b.name))),
    kind('half of the data', x => value(x, 'data', half)),
    kind('no data', x => value(x, 'data', '')),
    kind('unknown kind', x => value(x, 'kind', 'QWAD'))
]

const inZip = (name, places) => kind(name, x => places(x.entries, 'entries', x))
export const zip = [
    inZip('wrong checksum', (entries, path) => field(entries, path, 'crc32', crc => (crc ^ 1) >>> 0)),
    inZip('wrong size', (entries, path) => field(entries, path, 'uncompressedSize', size => size + 1)),
    inZip('compressed size too large', (entries, path) => field(entries, path, 'compressedSize', size => size + 1000)),
    inZip('compressed size too small', (entries, path) => field(entries, path, 'compressedSize', size => size - 1)),
    inZip('no compressed bytes', (entries, path) => field(entries, path, 'compressedSize', 0)),
    inZip('unknown compression', (entries, path) => field(entries, path, 'method', 99)),
    inZip('compressed entry as stored', (entries, path) => field(entries, path, 'method', method => (method ? 0 : 8))),
    inZip('encrypted, as the entry is not', (entries, path) => field(entries, path, 'flags', flags => flags | 1)),
    inZip('header out of range', (entries, path) => field(entries, path, 'localHeaderOffset', 1 << 24)),
    inZip('header elsewhere', (entries, path) => field(entries, path, 'localHeaderOffset', offset => offset + 1)),
    inZip('header of another entry', (entries, path) => field(entries, path, 'localHeaderOffset', (offset, index) => entries[(index + 1) % entries.length].localHeaderOffset, () => entries.length > 1)),
    inZip('headers of two entries exchanged', (entries, path) => exchangedWithNext(entries, path, ['localHeaderOffset'])),
    inZip('no name', (entries, path) => field(entries, path, 'fileName', '')),
    inZip('another name', (entries, path) => field(entries, path, 'fileName', name => `x${name.slice(1)}`)),
    inZip('name that leads out of the folder', (entries, path) => field(entries, path, 'fileName', name => `../${name}`)),
    inZip('absolute name', (entries, path) => field(entries, path, 'fileName', name => `/${name}`)),
    inZip('name with \\', (entries, path) => field(entries, path, 'fileName', name => name.replace('/', '\\').replace(/^[^\\]*$/, 'a\\$&'))),
    inZip('name too long', (entries, path) => field(entries, path, 'fileName', 'a'.repeat(2000))),
    kind('half of the data', x => value(x, 'data', half)),
    kind('no data', x => value(x, 'data', ''))
]
