// Faults of palettes.
import { each, field, half, kind, lacking, replaced, value } from './edits.mjs'

export const ppl = [
    kind('index twice', x => field(x.palettes, 'palettes', 'paletteIndex', (index, at) => x.palettes[at ? 0 : x.palettes.length - 1].paletteIndex)),
    kind('no palettes', x => value(x, 'palettes', () => [])),
    kind('color left out', x => each(x.palettes, 'palettes', palette => palette.colors.pop())),
    kind('color too many', x => each(x.palettes, 'palettes', palette => palette.colors.push([0, 0, 0, 0]))),
    kind('color beyond a byte', x => each(x.palettes, 'palettes', palette => (palette.colors[1][0] = 300))),
    kind('color without alpha', x => each(x.palettes, 'palettes', palette => palette.colors[1].pop())),
    kind('unknown type', x => field(x.palettes, 'palettes', 'type', 99)),
    kind('maps for other numbers of shades', x => value(x, 'shadeShift', shift => shift + 1)),
    kind('maps for other numbers of hazes', x => value(x, 'hazeLevels', levels => levels + 1)),
    kind('remap left out', x => [{ path: 'remaps', edit: () => x.remaps.pop() }]),
    kind('lookup left out', x => [{ path: 'lookups', edit: () => x.lookups.pop() }]),
    kind('weights that are not there', x => value(x, 'hasWeights', 7)),
    kind('range of weights turned round', x => [{ path: 'weightStart', edit: () => Object.assign(x, { hasWeights: 1, weightStart: 200, weightEnd: 100, colorWeights: Array(256).fill(1) }) }]),
    kind('infinite color of a lookup', x => each(x.lookups, 'lookups', lookup => (lookup.colorR[0] = 'Infinity'))),
    kind('allowed matches cut', x => [{ path: 'allowedMatches', edit: () => x.allowedMatches.pop() }]),
    kind('bytes after the palettes', x => value(x, 'tail', 'AAAA', true))
]

const colorsOf = x => x.chunks.filter(chunk => chunk.colors)
export const pal = [
    kind('wrong size', x => value(x, 'size', size => size + 4)),
    kind('no colors', x => lacking(x, 'chunks', chunk => chunk.colors)),
    kind('color left out', x => each(colorsOf(x), 'chunks', chunk => chunk.colors.pop())),
    kind('colors left out', x => field(colorsOf(x), 'chunks', 'colors', () => [])),
    kind('color too many', x => each(colorsOf(x), 'chunks', chunk => chunk.colors.push([0, 0, 0, 0]))),
    kind('color beyond a byte', x => each(colorsOf(x), 'chunks', chunk => (chunk.colors[1][0] = 300))),
    kind('color without alpha', x => each(colorsOf(x), 'chunks', chunk => chunk.colors[1].pop())),
    kind('another number of chunks', x => (x.format === 'ppal' ? field(x.chunks, 'chunks', 'data', () => 'BwAAAA==', (chunk, index) => !index) : [])),
    kind('chunk left out', x => lacking(x, 'chunks')),
    kind('bytes after the chunks', x => value(x, 'tail', 'AAAA', true))
]

const isColor = line => /^\s*\d+\s+\d+\s+\d+/.test(line)
const inText = (name, change) => kind(name, x => value(x, 'text', text => change(text.split(/(?<=\n)/)).join('')))
const inColors = (name, change) => inText(name, lines => {
    const last = lines.findLastIndex(isColor)
    return lines.map((line, index) => (index === last ? change(line) : line))
})

const ofText = [
    inText('another first line', lines => ['PALETTE\n', ...lines.slice(1)]),
    inText('no colors', lines => lines.filter(line => !isColor(line))),
    inColors('color beyond a byte', line => line.replace(/\d+/, '300')),
    inColors('negative color', line => line.replace(/\d+/, '-1')),
    inColors('color that is a word', line => line.replace(/\d+/, 'red')),
    inColors('color of two numbers', line => line.replace(/^(\s*\d+\s+\d+)\s+\d+/, '$1')),
    inColors('color with a fraction', line => line.replace(/\d+/, '1.5'))
]

export const gpl = ofText

export const jasc = [
    ...ofText,
    inText('another version', lines => lines.map((line, index) => (index === 1 ? '0200\r\n' : line))),
    inText('more colors claimed', lines => lines.map((line, index) => (index === 2 ? '300\r\n' : line))),
    inText('fewer colors claimed', lines => lines.map((line, index) => (index === 2 ? '1\r\n' : line))),
    inText('number of colors that is a word', lines => lines.map((line, index) => (index === 2 ? 'many\r\n' : line))),
    inText('color left out', lines => lines.slice(0, -1))
]

export const act = [
    kind('color left out', x => [{ path: 'colors', edit: () => x.colors.pop() }]),
    kind('color too many', x => [{ path: 'colors', edit: () => x.colors.push([0, 0, 0]) }]),
    kind('no colors', x => value(x, 'colors', () => [])),
    kind('color beyond a byte', x => replaced(x.colors, 'colors', color => [300, color[1], color[2]])),
    kind('negative color', x => replaced(x.colors, 'colors', color => [-1, color[1], color[2]])),
    kind('color of two numbers', x => replaced(x.colors, 'colors', color => color.slice(0, 2))),
    kind('color of four numbers', x => replaced(x.colors, 'colors', color => [...color, 0])),
    kind('color that is a word', x => replaced(x.colors, 'colors', () => 'red'))
]
