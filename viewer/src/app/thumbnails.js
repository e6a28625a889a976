// Small pictures of files, made one after the other, in the background, when they come into sight. Those that leave it
// are not made; one that takes long is given up.
import { lightMaps, uvChecker } from '../looks.js';
import { disposeModel, loadModel } from '../model.js';
import { Stage } from '../stage.js';

const width = 112, height = 84;
const patience = 15000, leftPatience = 1000; // ms, of what is in sight and of what left it

export class Thumbnails {
    #glance;
    #queue = [];
    #busy = false;
    #stage;
    #made = new Map(); // path -> URL, null when there is none
    #before = null; // a promise: what is waited for
    #making = null; // { image, since, timer }: what is made now
    #watcher = new IntersectionObserver((entries) => entries.forEach((entry) => this.#seen(entry)), { rootMargin: '100px' });

    // `glance(path)` promises { kind, bytes }; `giveUp()` ends the one that is being made.
    constructor(glance, giveUp) {
        this.#glance = glance;
        this.giveUp = giveUp;
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
        this.#endSoon(0);
        this.#watcher.disconnect();
        for (const url of this.#made.values()) if (url) URL.revokeObjectURL(url);
        this.#made.clear();
    }

    #seen({ target, isIntersecting }) {
        this.#queue = this.#queue.filter((image) => image !== target);
        if (isIntersecting) this.#queue.push(target);
        if (this.#making?.image === target) this.#endSoon(isIntersecting ? patience : leftPatience);
        this.#work();
    }

    // What is made now may take that long.
    #endSoon(most) {
        if (!this.#making) return;
        clearTimeout(this.#making.timer);
        this.#making.timer = setTimeout(this.giveUp, Math.max(0, this.#making.since + most - performance.now()));
    }

    async #work() {
        if (this.#busy) return;
        this.#busy = true;
        while (this.#queue.length) {
            await this.#before;
            const image = this.#queue.shift();
            if (!image) break;
            if (!image.isConnected) continue;
            if (!this.#made.has(image.path)) {
                this.#making = { image, since: performance.now() };
                this.#endSoon(patience);
                const url = await this.#make(image.path), took = performance.now() - this.#making.since;
                clearTimeout(this.#making.timer);
                this.#making = null;
                if (url === undefined && took < patience - 10) continue; // it left sight; it is made when it comes back
                this.#made.set(image.path, url ?? null);
            }
            this.#watcher.unobserve(image);
            this.#fill(image);
        }
        this.#busy = false;
    }

    #fill(image) {
        const url = this.#made.get(image.path);
        if (url) image.src = url;
        image.dataset.kind = url ? 'made' : 'none';
    }

    // A URL, null where there is nothing to see, undefined where it was given up.
    async #make(path) {
        try {
            const { kind, bytes } = await this.#glance(path);
            if (kind === 'pictures') return URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
            return kind === 'model' ? URL.createObjectURL(await this.#draw(bytes)) : null;
        } catch (error) {
            return error.message === 'stopped' ? undefined : null; // what is wrong with it is told when it is opened
        }
    }

    async #draw(bytes) {
        this.#stage ??= new Stage(document.createElement('div'));
        const model = await loadModel(bytes.buffer);
        this.#stage.camera.aspect = width / height;
        this.#stage.model = model;
        this.#stage.walking = false;
        this.#stage.look('Three-quarter');
        this.#stage.enterSealed();
        const switches = [lightMaps, uvChecker], values = switches.map(({ value }) => value);
        [lightMaps.value, uvChecker.value] = [true, false]; // not what the view shows
        const picture = this.#stage.picture(width, height, null); // is drawn at once
        switches.forEach((each, i) => (each.value = values[i]));
        this.#stage.model = null;
        disposeModel(model);
        return picture;
    }
}
