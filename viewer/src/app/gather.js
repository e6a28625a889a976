// What was dropped or chosen, as [{ path, file }]: folders are gone through.

const readEntries = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

async function walk(entry, found) {
    if (entry.isFile) {
        found.push({ path: entry.fullPath, file: await fileOf(entry) });
        return;
    }
    const reader = entry.createReader();
    for (let some = await readEntries(reader); some.length; some = await readEntries(reader))
        for (const inner of some) await walk(inner, found);
}

// The entries must be asked for before the event ends.
export async function fromDrop(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = entries.length ? [] : [...transfer.files];
    const found = fromInput(plain);
    for (const entry of entries) await walk(entry, found);
    return found;
}

export function fromInput(files) {
    return [...files].map((file) => ({ path: `/${file.webkitRelativePath || file.name}`, file }));
}
