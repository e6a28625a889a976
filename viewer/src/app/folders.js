// Paths as a tree of folders. Archives are folders too, whose members are known once they were asked for.

// A tree of [{ path, size }]: { path, name, folders, files }. A folder that has nothing but another folder is one with it.
export function foldersOf(entries) {
    const root = folder('', '');
    for (const entry of entries) {
        const parts = entry.path.split('/').slice(1);
        let place = root;
        for (const name of parts.slice(0, -1)) {
            if (!place.byName.has(name)) {
                const made = folder(`${place.path}/${name}`, name);
                place.byName.set(name, made);
                place.folders.push(made);
            }
            place = place.byName.get(name);
        }
        place.files.push({ ...entry, name: parts.at(-1) });
    }
    return sorted(root);
}

const folder = (path, name) => ({ path, name, folders: [], files: [], byName: new Map() });
const byName = (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true });

function sorted({ path, name, folders, files }) {
    const inner = folders.map(sorted).map((each) => (each.folders.length === 1 && !each.files.length ? { ...each.folders[0], name: `${each.name}/${each.folders[0].name}` } : each));
    return { path, name, folders: inner.sort(byName), files: files.sort(byName) };
}

export const countOf = ({ folders, files }) => folders.reduce((sum, each) => sum + countOf(each), files.length);
