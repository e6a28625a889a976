// The JSON of all fields, part by part.
import { partsOf } from './places.js';

// A number as it stands in the file, where JavaScript would write it otherwise (-0, integers of 64 bits).
class Written {
    constructor(text) {
        this.text = text;
    }
}

const decoder = new TextDecoder();
const kept = (key, value, context) => (typeof value === 'number' && context && String(value) !== context.source ? new Written(context.source) : value);
const isNested = (value) => value !== null && typeof value === 'object' && !(value instanceof Written) && typeof value.latin1 !== 'string';
const jsonOf = (value) => (value instanceof Written ? value.text : JSON.stringify(value?.latin1 ?? value));

// Of a short list of scalars, what it says.
const previewOf = (value) => (Array.isArray(value) && value.length <= 16 && !value.some(isNested) ? value.map(jsonOf).join(', ') : undefined);

export class FieldTree {
    #root;

    constructor(bytes) {
        this.#root = JSON.parse(decoder.decode(bytes), kept);
    }

    // Members from..to of the list or table at a path: { count, members: [{ key, value, latin1, count, preview }] }.
    members(path, from, to) {
        const place = partsOf(path).reduce((value, key) => value?.[key], this.#root);
        const keys = Array.isArray(place) ? [...place.keys()] : Object.keys(place ?? {});
        const members = keys.slice(from, to).map((key) => (isNested(place[key]) ? { key, count: Object.keys(place[key]).length, preview: previewOf(place[key]) } : { key, value: jsonOf(place[key]), latin1: typeof place[key]?.latin1 === 'string' }));
        return { count: keys.length, members };
    }
}
