import { AnimationClip, Group, Loader } from 'three';
import type { Assets, ConvertOptions } from './index.js';

export type TrilobiteModel = Group & { animations: AnimationClip[] };

/** Loads files of legacy game engines: three's GLTFLoader shows what convert('glb') makes of them. */
export class TrilobiteLoader extends Loader<TrilobiteModel> {
    /**
     * Textures and other files that models need: by their names, or a list of addresses that are loaded with the model, from
     * its folder or the one of setResourcePath().
     */
    setAssets(assets: Assets | string[]): this;
    /** Options of the conversion: `{ lod: 'all', lights: true }`. */
    setOptions(options: ConvertOptions): this;
    load(url: string, onLoad: (model: TrilobiteModel) => void, onProgress?: (event: ProgressEvent) => void, onError?: (error: unknown) => void): void;
    loadAsync(url: string, onProgress?: (event: ProgressEvent) => void): Promise<TrilobiteModel>;
    parse(data: ArrayBuffer | Uint8Array, name: string, onLoad: (model: TrilobiteModel) => void, onError?: (error: unknown) => void): void;
    parseAsync(data: ArrayBuffer | Uint8Array, name: string): Promise<TrilobiteModel>;
}
