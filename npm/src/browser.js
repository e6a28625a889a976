// The API in browsers.
import { apiOf } from './api.js';

export const { open, build, formats, load } = apiOf(() => new URL('./trilobite.wasm', import.meta.url));
export { Document, TrilobiteError } from './api.js';
