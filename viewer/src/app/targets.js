// What a file can be exported as, and the options that apply to each.
import { kindOf } from './names.js';

const usual = ['glb', 'picture', 'png', 'obj', 'html', 'json', 'file', 'volume'];

// Options that the side of a conversion uses: those of the file for making a scene of it, those of the target for taking it.
// A format that converts its own versions makes no scene for that.
function optionsOf(source, target) {
    if (target === source && source.convertsVersion) return source.options.filter(({ convertsVersion }) => convertsVersion);
    const options = new Map(), add = (some) => some.forEach((option) => options.set(option.name, option));
    if (target.importsScene) {
        add(source.options.filter(({ exportsScene }) => exportsScene));
        add(target.options.filter(({ importsScene }) => importsScene));
    }
    // Text and binary of one model, or the map of a room: made without a scene.
    if (target !== source && target.family === source.family) {
        add(target.options.filter(({ convertsVersion }) => convertsVersion));
        if (!target.importsScene) add(target.options);
    }
    return [...options.values()];
}

const isMap = (format, source) => !format.importsScene && !format.reads && format.family === source.family;

// [{ name, title, hint, options, format }] of a file that is of format `source` (undefined: it is no document); `shown`: 'model', 'pictures' or 'nothing';
// `possible`: names of the formats that what is in it can be written in (undefined: it could not be shown); `volume`: the name of the one that it is in, if any.
// Without `format` it is the page that writes it.
export function targetsOf(formats, source, shown, possible, volume) {
    const isModel = shown === 'model', targets = [], file = { name: 'file', title: 'File', hint: 'as it is', options: [] };
    if (!source) return [file];
    const isPossible = ({ name }) => !possible || possible.includes(name);
    const fits = (format) => (format.importsScene
        ? source.exportsScene && isPossible(format) && !(isModel && ['picture', 'palette'].includes(kindOf(format))) : isModel && isMap(format, source));
    for (const format of formats) {
        if (format === source && source.convertsVersion) targets.push({ name: format.name, title: format.name.toUpperCase(), hint: 'the same format: another version, or rebuilt', options: optionsOf(source, format), format });
        else if (fits(format)) targets.push({ name: format.name, title: format.name.toUpperCase(), hint: format.title, options: optionsOf(source, format), format });
    }
    if (isModel) targets.push({ name: 'picture', title: 'Picture', hint: 'the current view, as PNG', options: [] });
    targets.push({ name: 'json', title: 'JSON', hint: 'every field', options: [] }, file);
    if (volume) targets.push({ name: 'volume', title: 'Volume', hint: `${volume}, with what was edited in it`, options: [] });
    const rank = ({ name }) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
    return targets.sort((a, b) => rank(a) - rank(b));
}
