// The API in browsers.
import { apiOf } from './api.js';

const url = new URL('./trilobite.wasm', import.meta.url);

export const { open, build, formats } = apiOf(async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
});
export { Document, TrilobiteError } from './api.js';
