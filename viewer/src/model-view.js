// Shows a GLB in an element: the one thing that the page of a model and the page to drop files on share.
//
//     const view = new ModelView(element);
//     await view.show(arrayBuffer, { title: 'rooms.dif', diagnostics: [{ severity, code, path, message }] });
//     const png = await view.picture(1024, 768);
//     view.clear();
//     view.dispose();
import { button, element, iconButton, icon, toggle } from './dom.js';
import { helpDialog } from './help.js';
import { lightMaps } from './looks.js';
import { disposeModel, eachDrawn, layersOf, loadModel, showLevel, showNode, sphereOf } from './model.js';
import { Panel } from './panel.js';
import { Playback } from './playback.js';
import { Stage } from './stage.js';
import { views } from './framing.js';

const viewKeys = Object.keys(views);
const backdrops = { light: ['rgb(226 231 237)', 'rgb(178 187 198)'], dark: ['rgb(52 58 66)', 'rgb(24 27 32)'] };

export class ModelView {
    model = null;
    #selected = null;
    #title = '';

    constructor(parent) {
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
        this.#help = helpDialog();
        this.element.append(this.stageElement, this.panel.element, this.playback.bar, this.#help);
        this.#applyTheme();
        this.#keys = (event) => this.#key(event);
        document.addEventListener('keydown', this.#keys);
    }
    #help;
    #keys;

    // Replaces what is shown. Throws when the bytes are no GLB; what was shown before then stays.
    async show(bytes, { title = '', diagnostics = [] } = {}) {
        const model = await loadModel(bytes);
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
        this.stage.look(isWall(model) ? 'Front' : 'Three-quarter');
    }

    clear() {
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
            return moving;
        };
        this.stage.onpick = (hit) => {
            this.select(hit?.node ?? null);
            if (hit) this.panel.open('nodes');
        };
        const b = this.#buttons;
        b.walk = toggle('walk', 'Walk (G)', (on) => (this.stage.walking = on));
        b.frame = iconButton('frame', 'Frame the model (F)', () => this.stage.frame());
        b.views = this.#menu('view', 'Views', [...viewKeys.map((name, i) => [`${name}  ${i + 1}`, () => this.#look(name)]), ['Inside  I', () => this.#enter()]]);
        b.light = toggle('light', 'Light maps (L)', (on) => this.#setLightMaps(on));
        b.wire = toggle('wire', 'Wireframe (X)', (on) => {
            this.stage.wireframe = on;
            this.stage.invalidate();
        });
        b.layers = this.#menu('layers', 'Collision, zones, portals …', []);
        b.level = element('select', { class: 'tv-level', 'aria-label': 'Level of detail', onchange: () => this.#setLevel() });
        b.picture = iconButton('picture', 'Save a picture (P)', () => this.#savePicture());
        b.theme = iconButton('theme', 'Dark or light (T)', () => this.#flipTheme());
        b.help = iconButton('help', 'Keys and gestures (?)', () => this.#help.showModal());
        b.panel = iconButton('panel', 'Panel', () => this.element.classList.toggle('tv-wide'));
        const tools = element('div', { class: 'tv-tools', role: 'toolbar', 'aria-label': 'View' }, b.walk, b.frame, b.views, b.light, b.wire, b.layers, b.level);
        this.stage.top = () => tools.offsetTop + tools.offsetHeight;
        this.stageElement.append(tools,
            element('div', { class: 'tv-tools tv-tools-end', role: 'toolbar', 'aria-label': 'Page' }, b.picture, b.theme, b.help, b.panel));
    }

    #menu(name, label, entries) {
        const list = element('div', { class: 'tv-menu' });
        const menu = element('details', { class: 'tv-dropdown' }, element('summary', { 'aria-label': label, title: label }, icon(name)), list);
        menu.fill = (items) => list.replaceChildren(...items);
        menu.fill(entries.map(([text, action]) => button(text, () => {
            menu.open = false;
            action();
        }, text)));
        menu.addEventListener('focusout', (event) => {
            if (!menu.contains(event.relatedTarget)) menu.open = false;
        });
        return menu;
    }

    #look(name) {
        this.stage.walking = false;
        this.#buttons.walk.show(false);
        this.stage.look(name);
    }

    #enter() {
        if (!this.model) return;
        this.stage.enter();
        this.#buttons.walk.show(true);
    }

    #setLightMaps(on) {
        lightMaps.value = on;
        this.stage.invalidate();
    }

    #fillMenus() {
        const { light, layers, level } = this.#buttons;
        light.hidden = !this.model.json.materials?.some((material) => material.extras?.lightmap);
        light.show(lightMaps.value);
        const found = layersOf(this.model);
        layers.hidden = !found.size;
        layers.fill([...found].map(([name, nodes]) => {
            const box = element('input', { type: 'checkbox', onchange: () => this.#showLayer(nodes, box.checked) });
            return element('label', {}, box, ` ${name}`, nodes.length > 1 ? element('small', {}, ` ${nodes.length}`) : null);
        }));
        level.hidden = this.model.levelCount < 2;
        level.replaceChildren(element('option', { value: 'auto' }, 'By size'),
            ...Array.from({ length: this.model.levelCount }, (_, i) => element('option', { value: i, selected: i === 0 }, i ? `Level ${i}` : 'Finest')));
    }

    #showLayer(nodes, shown) {
        for (const node of nodes) {
            node.shown = shown;
            for (let above = node.parent; shown && above; above = above.parent) above.shown = true;
        }
        this.#refresh();
    }

    #setLevel() {
        const { value } = this.#buttons.level;
        if (value !== 'auto') this.model.level = Number(value);
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
        if (!this.model || typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target === this.stage.canvas || event.target === document.body)
            if (this.stage.walk.press(event)) return event.preventDefault();
        const b = this.#buttons, step = 1 / 30;
        const actions = {
            g: () => b.walk.flip(), i: () => this.#enter(), f: () => this.stage.frame(), l: () => b.light.hidden || b.light.flip(), x: () => b.wire.flip(),
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
