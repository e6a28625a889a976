// node mutate.mjs OUT COUNT FILE...: COUNT files in the folder OUT of each GLB, with one change in its JSON (a member
// removed, doubled or given another value) or one byte changed in its binary chunk. The same every time, whatever the
// other files are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [out, count, ...files] = process.argv.slice(2);
let state;
const random = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;

function split(glb) {
    const size = glb.readUInt32LE(12);
    return { json: JSON.parse(glb.subarray(20, 20 + size)), rest: Buffer.from(glb.subarray(20 + size)) };
}

function join({ json, rest }) {
    let text = Buffer.from(JSON.stringify(json));
    text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
    const header = Buffer.alloc(20);
    [0x46546c67, 2, 20 + text.length + rest.length, text.length, 0x4e4f534a].forEach((n, i) => header.writeUInt32LE(n, 4 * i));
    return Buffer.concat([header, text, rest]);
}

// All places of the JSON: [parent, key].
function places(value, found = []) {
    if (value && typeof value === 'object')
        for (const key of Object.keys(value)) {
            if (key === 'extras' || key === 'name') continue;
            found.push([value, key]);
            places(value[key], found);
        }
    return found;
}

function change(json) {
    const all = places(json);
    const [parent, key] = all[random(all.length)];
    const others = [0, 1, -1, 7, 999, 1.5, 5126, 5123, 'word', [], {}, null, true, [1, 2, 3], 'VEC3', 1e9];
    switch (random(4)) {
        case 0:
            if (Array.isArray(parent)) parent.splice(Number(key), 1);
            else delete parent[key];
            break;
        case 1:
            if (typeof parent[key] === 'number') parent[key] += random(2) ? 1 : -1;
            else parent[key] = others[random(others.length)];
            break;
        case 2:
            if (Array.isArray(parent[key]) && parent[key].length) parent[key].push(parent[key][0]);
            else parent[key] = others[random(others.length)];
            break;
        default:
            parent[key] = others[random(others.length)];
    }
}

mkdirSync(out, { recursive: true });
for (const file of files) {
    const name = path.basename(file);
    state = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 1000003, 12345);
    for (let i = 0; i < Number(count); i++) {
        const glb = split(readFileSync(file));
        if (random(5) === 0 && glb.rest.length > 8) glb.rest[8 + random(glb.rest.length - 8)] = random(256);
        else change(glb.json);
        writeFileSync(path.join(out, `${files.indexOf(file)}-${i}-${name}`), join(glb));
    }
}
