// The page's parts that the build puts in: the module, gzipped, and the worker's script.
import { App } from './app.js';
import { Client } from './client.js';

const part = (id) => document.getElementById(id).textContent;

async function unpacked(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

const compiled = unpacked(part('module')).then((bytes) => WebAssembly.compile(bytes));
const workerUrl = URL.createObjectURL(new Blob([part('worker')], { type: 'text/javascript' }));

window.app = new App(() => new Client(workerUrl), compiled, part('licences'));
await window.app.begin();
// Where the page comes from a server it keeps working without it.
if (location.protocol.startsWith('http')) navigator.serviceWorker?.register('offline.js').catch(() => {});
