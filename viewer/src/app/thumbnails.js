// Small pictures of files, made one after the other when they come into sight.
import { disposeModel, loadModel } from '../model.js';
import { Stage } from '../stage.js';

const width = 112, height = 84;

export class Thumbnails {
    #glance;
    #queue = [];
    #busy = false;
    #stage;
    #made = new Map(); // path -> URL, null when there is none
    #before = null; // a promise: what is waited for
    #watcher = new IntersectionObserver((entries) => entries.forEach((entry) => this.#seen(entry)), { rootMargin: '100px' });

    // `glance(path)` promises { kind, bytes }.
    constructor(glance) {
        this.#glance = glance;
    }

    // The <img> gets a picture once it is seen.
    watch(image, path) {
        image.path = path;
        if (this.#made.has(path)) this.#fill(image);
        else this.#watcher.observe(image);
    }

    // What the user asked for comes first.
    yieldTo(work) {
        this.#before = work.catch(() => {});
    }

    clear() {
        this.#queue = [];
        this.#watcher.disconnect();
        for (const url of this.#made.values()) if (url) URL.revokeObjectURL(url);
        this.#made.clear();
    }

    #seen({ target, isIntersecting }) {
        this.#queue = this.#queue.filter((image) => image !== target);
        if (isIntersecting) this.#queue.push(target);
        this.#work();
    }

    async #work() {
        if (this.#busy) return;
        this.#busy = true;
        while (this.#queue.length) {
            await this.#before;
            const image = this.#queue.shift();
            if (!image) break;
            this.#watcher.unobserve(image);
            if (!image.isConnected) continue;
            if (!this.#made.has(image.path)) this.#made.set(image.path, await this.#make(image.path));
            this.#fill(image);
        }
        this.#busy = false;
    }

    #fill(image) {
        const url = this.#made.get(image.path);
        if (url) image.src = url;
        image.dataset.kind = url ? 'made' : 'none';
    }

    async #make(path) {
        try {
            const { kind, bytes } = await this.#glance(path);
            if (kind === 'pictures') return URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
            return kind === 'model' ? URL.createObjectURL(await this.#draw(bytes)) : null;
        } catch {
            return null; // what is wrong with it is told when it is opened
        }
    }

    async #draw(bytes) {
        this.#stage ??= new Stage(document.createElement('div'));
        const model = await loadModel(bytes.buffer);
        this.#stage.camera.aspect = width / height;
        this.#stage.model = model;
        this.#stage.look('Three-quarter');
        const picture = await this.#stage.picture(width, height, null);
        this.#stage.model = null;
        disposeModel(model);
        return picture;
    }
}
