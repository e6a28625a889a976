// A loader for three.js, as three's own: what it gives is a group with `animations`.
import { FileLoader, Loader, LoaderUtils } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { open } from 'trilobite';

export class TrilobiteLoader extends Loader {
    #assets = [];
    #options = {};

    // Textures and other files that models need: names and bytes as for open(), or a list of addresses that are loaded with
    // the model, from its folder or the one of setResourcePath().
    setAssets(assets) {
        this.#assets = assets;
        return this;
    }

    // Options of the conversion to glTF: { lod: 'all', lights: true }.
    setOptions(options) {
        this.#options = options;
        return this;
    }

    load(url, onLoad, onProgress, onError) {
        const fail = (error) => {
            if (onError) onError(error);
            else console.error(error);
            this.manager.itemError(url);
        };
        const name = decodeURIComponent(url.split(/[?#]/)[0]);
        this.manager.itemStart(url);
        const folder = this.resourcePath || LoaderUtils.resolveURL(LoaderUtils.extractUrlBase(url), this.path);
        Promise.all([this.#file(url, this.path, onProgress), this.#loaded(folder)])
            .then(([bytes, assets]) => this.#parse(bytes, name, assets))
            .then(onLoad)
            .catch(fail)
            .finally(() => this.manager.itemEnd(url));
    }

    // `name` is the file's: its extension says what it is where the content does not.
    parse(data, name, onLoad, onError) {
        this.parseAsync(data, name).then(onLoad).catch(onError ?? console.error);
    }

    async parseAsync(data, name) {
        return this.#parse(data, name, Array.isArray(this.#assets) ? {} : this.#assets);
    }

    async #parse(data, name, assets) {
        const document = await open(data, { name, assets });
        const [{ bytes }] = document.convert('glb', this.#options);
        const { scene, animations } = await new GLTFLoader(this.manager).parseAsync(bytes.buffer, '');
        return Object.assign(scene, { animations });
    }

    #file(url, folder, onProgress) {
        const loader = new FileLoader(this.manager).setResponseType('arraybuffer');
        return loader.setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials).loadAsync(LoaderUtils.resolveURL(url, folder), onProgress);
    }

    async #loaded(folder) {
        if (!Array.isArray(this.#assets)) return this.#assets;
        return new Map(await Promise.all(this.#assets.map(async (url) => [decodeURIComponent(url), await this.#file(url, folder)])));
    }
}
