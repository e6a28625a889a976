import type { AssetFile } from './index.js';

export * from './index.js';

/** The files of a folder, and of those below it; each is read when it is needed. */
export function readAssets(folder: string): Promise<Map<string, AssetFile>>;
