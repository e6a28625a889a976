// Shows a GLB in an element: the one thing that the page of a model and the page to drop files on share.
//
//     const view = new ModelView(element);
//     await view.show(arrayBuffer, { title: 'rooms.dif', diagnostics: [{ severity, code, path, message }] });
//     const png = await view.picture(1024, 768);
//     view.clear();
//     view.dispose();
import { button, element, iconButton, toggle } from './dom.js';
import { dropdown } from './dropdown.js';
import { helpDialog } from './help.js';
import { disposeModel, eachDrawn, loadModel, showLevel, showNode, sphereOf } from './model.js';
import { Panel } from './panel.js';
import { Playback } from './playback.js';
import { Stage } from './stage.js';
import { restore, stateOf } from './state.js';
import { Switches } from './switches.js';
import { views } from './framing.js';

const viewKeys = Object.keys(views);
const backdrops = { light: ['rgb(226 231 237)', 'rgb(178 187 198)'], dark: ['rgb(52 58 66)', 'rgb(24 27 32)'] };

export class ModelView {
    model = null;
    #selected = null;
    #title = '';

    // `help`: a dialog for the key ?, with more than the view's own.
    constructor(parent, { help } = {}) {
        this.element = element('div', { class: 'tv' });
        parent.append(this.element);
        this.#buildStage();
        this.panel = new Panel({
            select: (node) => this.select(node),
            show: (node, shown) => {
                showNode(this.model, node, shown);
                this.#refresh();
            },
            approach: (node) => this.stage.approach(node.object),
        });
        this.#help = help ?? helpDialog();
        this.element.append(this.stageElement, this.panel.element, this.playback.bar);
        if (!help) this.element.append(this.#help);
        this.#buttons.help.hidden = Boolean(help);
        this.#applyTheme();
        this.#keys = (event) => this.#key(event);
        document.addEventListener('keydown', this.#keys);
    }
    #help;
    #keys;

    // Replaces what is shown; false: something else was to be shown before it was loaded. Throws when the bytes are no GLB;
    // what was shown before then stays.
    // What loops is played; `plays`: else the first animation. `view`: { name } of a view, 'Inside' too, or a place to stand
    // at, { point: [x, y, z], yaw, pitch }, in degrees as of --view.
    async show(bytes, { title = '', diagnostics = [], plays = false, view } = {}) {
        const wanted = (this.#wanted = {}), model = await loadModel(bytes);
        if (wanted !== this.#wanted) {
            disposeModel(model);
            return false;
        }
        this.clear();
        this.model = model;
        this.#title = title;
        this.stage.model = model;
        this.playback.model = model;
        this.#fillMenus();
        this.panel.fill(model, title, diagnostics);
        this.stage.canvas.setAttribute('aria-label', `3D view of ${title}`);
        this.stage.walking = false;
        this.#buttons.walk.show(false);
        this.#approach(view);
        if (plays) this.playback.begin();
        else this.playback.start();
        return true;
    }
    #wanted = null; // what is loaded

    clear() {
        this.#wanted = null;
        if (!this.model) return;
        const old = this.model;
        this.model = null;
        this.#selected = null;
        this.playback.model = null;
        this.stage.model = null;
        this.panel.fill(null);
        disposeModel(old);
    }

    dispose() {
        this.clear();
        document.removeEventListener('keydown', this.#keys);
        this.stage.dispose();
        this.element.remove();
    }

    // How the model is looked at, as plain data (state.js); to be set on a view with a model.
    get state() {
        return stateOf(this);
    }

    set state(state) {
        restore(this, state);
    }

    // A PNG of what is seen, as a Blob; the stage's size where none is given. `background`: CSS colors from top to
    // bottom, the theme's where none are given, null for transparent.
    picture(width = this.stage.canvas.width, height = this.stage.canvas.height, background = backdrops[this.#shade()]) {
        return this.stage.picture(width, height, background);
    }

    // The node is marked and told about; null: none is.
    select(node) {
        this.#selected = node;
        this.stage.mark(node?.object ?? null);
        this.panel.tell(node);
    }

    // Marks a place, { points } in the scene or { name } of a node, and goes there; false where there is none.
    showPlace({ points, name }) {
        const node = name === undefined ? null : this.model.nodes.find((each) => each.name === name && each.meshes.length) ?? this.model.nodes.find((each) => each.name === name);
        this.select(node ?? null);
        if (node) this.stage.approach(node.object);
        else if (points) this.stage.approachPoints(points);
        return Boolean(node || points);
    }

    // --- the stage and its buttons ---

    #buttons = {};

    #buildStage() {
        this.stageElement = element('div', { class: 'tv-stage' });
        this.stage = new Stage(this.stageElement);
        this.playback = new Playback(this.stage.invalidate, () => this.stage.pose());
        this.stage.onframe = (seconds) => {
            const moving = this.playback.step(seconds);
            if (moving && this.#selected) this.stage.mark(this.#selected.object);
            this.#chooseLevel();
            this.switches.statistics.update();
            return moving;
        };
        this.stage.onpick = (hit) => {
            this.select(hit?.node ?? null);
            if (hit) this.panel.open('nodes');
        };
        const b = this.#buttons;
        b.walk = toggle('walk', 'Walk (G)', (on) => (this.stage.walking = on));
        b.frame = iconButton('frame', 'Frame the model (F)', () => this.stage.frame());
        b.views = dropdown('view', 'Views');
        b.views.fill([...viewKeys.map((name, i) => [name, i + 1, () => this.#look(name)]), ['Inside', 'I', () => this.#enter()]].map(([name, key, act]) => button(name, () => {
            b.views.open = false;
            act();
        }, element('span', {}, name), element('kbd', {}, key))));
        this.switches = new Switches(this.stage, () => this.#refresh());
        b.level = element('select', { class: 'tv-level', 'aria-label': 'Level of detail', onchange: () => this.#setLevel() });
        b.picture = iconButton('picture', 'Save a picture (P)', () => this.#savePicture());
        b.theme = iconButton('theme', 'Dark or light (T)', () => this.#flipTheme());
        b.help = iconButton('help', 'Keys and gestures (?)', () => this.#help.showModal());
        b.panel = iconButton('panel', 'Panel', () => this.element.classList.toggle('tv-wide'));
        const tools = element('div', { class: 'tv-tools', role: 'toolbar', 'aria-label': 'View' }, b.walk, b.frame, b.views, this.switches.light, this.switches.wire, this.switches.menu, b.level);
        this.stage.top = () => tools.offsetTop + tools.offsetHeight;
        this.stageElement.append(tools, this.switches.statistics.element,
            element('div', { class: 'tv-tools tv-tools-end', role: 'toolbar', 'aria-label': 'Page' }, b.picture, b.theme, b.help, b.panel));
    }

    #look(name) {
        this.stage.walking = false;
        this.#buttons.walk.show(false);
        this.stage.look(name);
    }

    #enter() {
        if (this.model && this.stage.enter()) this.#buttons.walk.show(true);
    }

    // As `view` says, or from where there is something to see: outside, or inside of sealed rooms.
    #approach(view) {
        const wall = isWall(this.model), outside = wall ? 'Front' : 'Three-quarter';
        this.stage.look(view?.name in views ? view.name : outside);
        if (view?.point) {
            this.stage.stand(view);
            this.#buttons.walk.show(true);
        } else if (view?.name === 'Inside') this.#enter();
        else if (!view && !wall && this.stage.enterSealed()) this.#buttons.walk.show(true);
    }

    #fillMenus() {
        const { level } = this.#buttons;
        this.switches.fill(this.model);
        level.hidden = this.model.levelCount < 2;
        level.replaceChildren(element('option', { value: 'auto' }, 'By size'),
            ...Array.from({ length: this.model.levelCount }, (_, i) => element('option', { value: i, selected: i === 0 }, i ? `Level ${i}` : 'Finest')));
    }

    // What is chosen of levels of detail: 'auto' or a number, as text.
    get level() {
        return this.#buttons.level.value;
    }

    set level(value) {
        this.#buttons.level.value = value;
        this.#setLevel();
    }

    #setLevel() {
        const { value } = this.#buttons.level;
        if (value && value !== 'auto') this.model.level = Number(value);
        this.#refresh();
    }

    // The finest level whose least size the model has on the screen.
    #chooseLevel() {
        if (!this.model || this.#buttons.level.value !== 'auto' || this.model.levelCount < 2) return;
        const { camera, canvas } = this.stage;
        const sphere = sphereOf(this.model.scene);
        const distance = Math.max(camera.position.distanceTo(sphere.center), 1e-6);
        const pixels = (sphere.radius / distance / Math.tan((camera.fov * Math.PI) / 360)) * canvas.clientHeight;
        const levels = this.model.nodes.filter((node) => node.level !== undefined).sort((a, b) => a.level - b.level);
        const fitting = levels.find((node) => pixels >= node.levelSize) ?? levels.at(-1);
        if (fitting.level !== this.model.level) {
            this.model.level = fitting.level;
            this.#refresh();
        }
    }

    #refresh() {
        showLevel(this.model, this.model.level);
        this.panel.tree.update();
        this.stage.invalidate();
    }

    async #savePicture() {
        const link = element('a', { href: URL.createObjectURL(await this.picture()), download: `${this.#title || 'picture'}.png` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }

    // --- theme ---

    #shade() {
        return this.element.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    }

    #flipTheme() {
        document.documentElement.dataset.theme = this.element.dataset.theme = this.#shade() === 'dark' ? 'light' : 'dark';
        this.#applyTheme();
    }

    #applyTheme() {
        for (const shade of ['light', 'dark'])
            backdrops[shade].forEach((color, i) => this.element.style.setProperty(`--tv-${shade}-${i}`, color));
    }

    // --- keys ---

    #key(event) {
        this.stage.hurry = event.shiftKey;
        const typing = event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog, [contenteditable]');
        if (!this.model || typing || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target === this.stage.canvas || event.target === document.body)
            if (this.stage.walk.press(event)) return event.preventDefault();
        const b = this.#buttons, step = 1 / 30;
        const actions = {
            g: () => b.walk.flip(), i: () => this.#enter(), f: () => this.stage.frame(), l: () => this.switches.flip('light'), x: () => this.switches.flip('wire'),
            u: () => this.switches.flip('uv'), b: () => this.switches.flip('bounds'), n: () => this.switches.flip('stats'), c: () => this.switches.flipLayers('c'), z: () => this.switches.flipLayers('z'),
            t: () => this.#flipTheme(), p: () => this.#savePicture(), '?': () => this.#help.showModal(), escape: () => this.select(null),
            h: () => this.#selected && this.panel.tree.show(this.#selected, !this.#selected.shown),
            '[': () => this.#stepLevel(-1), ']': () => this.#stepLevel(1),
            ',': () => this.playback.seek(Math.max(0, this.playback.time - step)), '.': () => this.playback.seek(this.playback.time + step),
        };
        viewKeys.forEach((name, i) => (actions[i + 1] = () => this.#look(name)));
        if (!event.target.closest?.('button, summary, [role=treeitem], input')) actions[' '] = () => this.playback.play(!this.playback.playing);
        const action = actions[event.key.toLowerCase()];
        if (!action) return;
        event.preventDefault();
        action();
    }

    #stepLevel(step) {
        const { level } = this.#buttons;
        if (level.hidden) return;
        level.selectedIndex = Math.max(1, Math.min(level.options.length - 1, level.selectedIndex + step));
        this.#setLevel();
    }
}

// What is flat and upright is looked at from the front.
function isWall(model) {
    let low = Infinity, high = -Infinity;
    eachDrawn(model, ({ geometry, matrixWorld }) => {
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        const { min, max } = geometry.boundingBox.clone().applyMatrix4(matrixWorld);
        low = Math.min(low, min.z);
        high = Math.max(high, max.z);
    });
    return low === high;
}
