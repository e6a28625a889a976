// The map of a file: a line per field, `offset TAB length TAB path TAB value`, in the order of the offsets. It may be many
// times as long as the file; lines are read when they are asked for.
const tab = 9, newline = 10;
const decoder = new TextDecoder();

export class FieldMap {
    #text;
    #starts; // of lines
    #offsets;
    #longest = 0; // length of a field

    constructor(text) {
        this.#text = text;
        let count = 0;
        for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
        this.#starts = new Uint32Array(count + 1);
        this.#offsets = new Float64Array(count);
        let at = 0;
        for (let i = 0; i < count; i++) {
            this.#starts[i] = at;
            this.#offsets[i] = this.#hex(at + 2);
            this.#longest = Math.max(this.#longest, this.#decimal(text.indexOf(tab, at) + 1));
            at = text.indexOf(newline, at) + 1;
        }
        this.#starts[count] = at;
    }

    #hex(at) {
        let value = 0;
        for (let c = this.#text[at]; c !== tab; c = this.#text[++at]) value = value * 16 + (c < 58 ? c - 48 : c - 87);
        return value;
    }

    #decimal(at) {
        let value = 0;
        for (let c = this.#text[at]; c !== tab; c = this.#text[++at]) value = value * 10 + c - 48;
        return value;
    }

    // The number of the first line at or after an offset.
    #first(offset) {
        let low = 0, high = this.#offsets.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.#offsets[middle] < offset) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    #field(line) {
        const [offset, length, path, value, flags = ''] = decoder.decode(this.#text.subarray(this.#starts[line], this.#starts[line + 1] - 1)).split('\t');
        return { line, offset: Number(offset), length: Number(length), path, value, flags };
    }

    // The fields that have bytes in from..to. Only those before `from` that are as long as the longest are missed by
    // none: where they are many, the nearest are enough.
    between(from, to) {
        const nearest = 4096;
        const start = Math.max(this.#first(from - this.#longest), this.#first(from) - nearest), end = this.#first(to);
        const found = [];
        for (let line = start; line < end; line++) {
            const field = this.#field(line);
            if (field.offset + field.length > from) found.push(field);
        }
        return found;
    }

    // The field of this path, or the first within it; undefined: there is none.
    find(path) {
        const wanted = new TextEncoder().encode(`\t${path}`);
        const text = this.#text;
        for (let at = text.indexOf(wanted[0]); at >= 0; at = text.indexOf(tab, at + 1)) {
            let i = 1;
            while (i < wanted.length && text[at + i] === wanted[i]) i++;
            const after = String.fromCharCode(text[at + i]);
            if (i === wanted.length && '\t.['.includes(after)) return this.#field(this.#lineAt(at));
        }
        return undefined;
    }

    #lineAt(at) {
        let low = 0, high = this.#offsets.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.#starts[middle + 1] <= at) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
