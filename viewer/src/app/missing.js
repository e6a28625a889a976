// What a file refers to and was not found, and what to drop so that it is.
import { button, element } from '../dom.js';
import { printable } from './names.js';

const named = 3; // of each kind; the others are counted

// { textures, files, palettes }, the names of each once. Diagnostics of a code are kept up to a number; the materials
// (of glTF) name all textures.
function missingOf(diagnostics, materials) {
    const missing = { textures: new Set(), files: new Set(), palettes: new Set() };
    for (const { code, message } of diagnostics) {
        const name = message.match(/"([^"]+)"/)?.[1];
        if (code === 'ASSET_MISSING' && name) (/^texture/.test(message) ? missing.textures : missing.files).add(name);
        else if (code === 'DIS_FILE_MISSING' && name) missing.files.add(name);
        else if (code === 'PALETTE_MISSING') missing.palettes.add(message.match(/palette (\d+)/)?.[1] ?? '');
    }
    for (const { extras } of materials) if (extras?.placeholder && ![...missing.textures].some((name) => isSame(name, extras.texture))) missing.textures.add(extras.texture);
    return missing;
}

const stem = (name) => name.toLowerCase().replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/, '');
const isSame = (a, b) => stem(a) === stem(b);
const countOf = ({ textures, files, palettes }) => textures.size + files.size + palettes.size;

function list(names) {
    const all = [...names], rest = all.length - named;
    return all.slice(0, named).map((name) => printable(name)).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export class Missing {
    // `choose()` lets the user choose a folder.
    constructor(choose) {
        this.text = element('p');
        this.all = element('ul');
        this.rest = element('details', {}, element('summary', {}, 'All names'), this.all);
        this.element = element('div', { class: 'missing', role: 'status', hidden: true }, element('div', {}, this.text, this.rest),
            button('Choose a folder', choose, 'Choose a folder'), button('Hide this', () => (this.element.hidden = true), '×'));
    }

    // Gives how much is missing.
    show(diagnostics, materials) {
        const missing = missingOf(diagnostics, materials), { textures, files, palettes } = missing, count = countOf(missing);
        this.element.hidden = !count;
        const parts = [];
        const tell = (names, noun, drop) => {
            if (names.size) parts.push(element('b', {}, `${noun}${names.size === 1 ? '' : 's'} not found: `), `${list(names)}. `, element('span', {}, `${drop} `));
        };
        tell(textures, textures.size === 1 ? 'Texture' : `${textures.size} texture`, 'Drop the folder or volume that has the textures.');
        tell(files, files.size === 1 ? 'File' : `${files.size} file`, 'Drop the folder that this file came from.');
        if (palettes.size) parts.push(element('b', {}, 'Palette not found: '), [...palettes].filter(Boolean).map((number) => `number ${number}`).join(', '), '. ', element('span', {}, 'Drop the palette file of the world (.ppl, .pal), or the volume that has it.'));
        this.text.replaceChildren(...parts);
        const names = [...textures, ...files];
        this.rest.hidden = names.length <= named;
        this.rest.open = false;
        this.all.replaceChildren(...names.map((name) => element('li', {}, printable(name))));
        return count;
    }
}
