// The samples that come with the page, in a zip file (build-app.mjs).
import { unzipSync } from 'fflate';

const bgf = (path) => path.endsWith('.bgf'), png = (path) => path.endsWith('.png');

// `file` is shown; `has(path)` says which others it needs.
export const samples = {
    trilobite: { title: 'Trilobite', what: 'animated model, IQM', file: 'trilobite.iqm' },
    rooms: { title: 'Rooms', what: 'Torque interior, DIF', file: 'rooms.dif', has: png },
    outpost: { title: 'Outpost', what: 'Darkstar volume, VOL', file: 'outpost.vol' },
    hall: { title: 'Hall', what: 'Darkstar interior, DIS', file: 'darkstar/hall.dis', has: (path) => path.startsWith('darkstar/') },
    courtyard: { title: 'Courtyard', what: 'Meridian 59 room, ROO', file: 'courtyard.roo', has: bgf },
    lighthouse: { title: 'Lighthouse', what: 'Sense8 model, NFF', file: 'lighthouse.nff', has: (path) => path === 'lighthouse.mat' || png(path) },
};

// [{ path, file }], the one to show first.
export function filesOfSample(name) {
    const sample = Object.hasOwn(samples, name) ? samples[name] : null;
    if (!sample) throw new Error(`There is no sample "${name}"; there are ${Object.keys(samples).join(', ')}.`);
    const zip = Uint8Array.from(atob(document.getElementById('samples').textContent), (c) => c.charCodeAt(0));
    const files = unzipSync(zip, { filter: ({ name: path }) => path === sample.file || sample.has?.(path) });
    const paths = Object.keys(files).sort((a, b) => (b === sample.file) - (a === sample.file));
    return paths.map((path) => ({ path: `/samples/${path}`, file: new Blob([files[path]]) }));
}
