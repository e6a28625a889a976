// What stands beside the model: its nodes, its materials, what is known of it.
import { button, element } from './dom.js';
import { materialList } from './materials.js';
import { isShown } from './model.js';
import { Tree } from './tree.js';
import { values } from './values.js';

export class Panel {
    #model = null;
    #tabs = {};

    // `asks` are the tree's.
    constructor(asks) {
        this.tree = new Tree(asks);
        this.details = element('div', { class: 'tv-details', 'aria-live': 'polite' });
        this.element = element('aside', { class: 'tv-panel', 'aria-label': 'Model' });
        this.#addTabs({
            nodes: ['Nodes', element('div', { class: 'tv-split' }, this.tree.element, this.details)],
            materials: ['Materials', element('div', { class: 'tv-scroll' })],
            about: ['About', element('div', { class: 'tv-scroll tv-about' })],
        });
        this.open('nodes');
    }

    #addTabs(pages) {
        const bar = element('div', { class: 'tv-tabs', role: 'tablist', onkeydown: (event) => this.#key(event) });
        this.element.append(bar);
        for (const [key, [label, page]] of Object.entries(pages)) {
            const tab = element('button', { type: 'button', role: 'tab', id: `tv-tab-${key}`, 'aria-controls': `tv-page-${key}`, onclick: () => this.open(key) }, label);
            Object.entries({ role: 'tabpanel', id: `tv-page-${key}`, 'aria-labelledby': tab.id }).forEach(([name, value]) => page.setAttribute(name, value));
            this.#tabs[key] = { tab, page };
            bar.append(tab);
            this.element.append(page);
        }
    }

    #key(event) {
        const keys = Object.keys(this.#tabs), at = keys.findIndex((key) => this.#tabs[key].tab === event.target);
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (at < 0 || !step) return;
        const next = keys[(at + step + keys.length) % keys.length];
        this.open(next);
        this.#tabs[next].tab.focus();
    }

    // 'nodes', 'materials' or 'about'.
    open(name) {
        if (name === 'materials') this.#fillMaterials();
        for (const [key, { tab, page }] of Object.entries(this.#tabs)) {
            tab.setAttribute('aria-selected', key === name);
            tab.tabIndex = key === name ? 0 : -1;
            page.hidden = key !== name;
        }
    }

    // null: nothing is shown.
    fill(model, title = '', diagnostics = []) {
        const { materials, about } = this.#tabs;
        this.#model = model;
        materials.page.replaceChildren();
        if (!materials.page.hidden) this.#fillMaterials();
        this.tree.model = model;
        this.tell(null);
        about.page.replaceChildren(...(model ? aboutModel(model, title, diagnostics) : []));
        about.tab.textContent = diagnostics.length ? `About (${diagnostics.length})` : 'About';
    }

    // Thumbnails take time: they are made when somebody looks.
    #fillMaterials() {
        const { page } = this.#tabs.materials;
        if (this.#model && !page.childElementCount) page.append(...materialList(this.#model));
    }

    // What a node is; null: how to find out.
    tell(node) {
        this.tree.mark(node);
        if (!node) {
            this.details.replaceChildren(element('p', { class: 'tv-hint' }, 'Click on the model or on a node for its details.'));
            return;
        }
        const { json } = this.#model;
        const used = [...new Set(node.meshes.map((mesh) => mesh.userData.material))].filter((index) => index !== undefined);
        const triangles = node.meshes.reduce((sum, mesh) => sum + mesh.geometry.index.count / 3, 0);
        const { hidden, ...extras } = node.json.extras ?? {};
        this.details.replaceChildren(...[
            element('h2', {}, node.name),
            triangles ? element('p', {}, `${triangles.toLocaleString('en')} triangles${isShown(node) ? '' : ', hidden'}`) : null,
            used.length ? element('p', { class: 'tv-links' }, ...used.map((index) => {
                const name = json.materials[index].name || `material ${index}`;
                return button(`Material ${name}`, () => this.#openMaterial(index), name);
            })) : null,
            values({ ...(node.json.translation && { translation: node.json.translation }), ...extras }),
            values(json.meshes?.[node.json.mesh]?.extras),
        ].filter(Boolean));
    }

    #openMaterial(index) {
        this.open('materials');
        const details = this.element.querySelector(`#tv-material-${index}`);
        details.open = true;
        details.scrollIntoView({ block: 'start' });
        details.firstElementChild.focus();
    }
}

function aboutModel({ stats, json, textures, animations }, title, diagnostics) {
    const facts = { Format: json.asset.extras?.format, Triangles: stats.triangles, Vertices: stats.vertices, Nodes: stats.nodes,
        Materials: stats.materials, Textures: textures.length, Sequences: animations.length };
    const rows = Object.entries(facts).filter(([, value]) => value !== undefined && value !== 0);
    const items = diagnostics.map(({ severity, code, path, message }) => element('li', { class: `tv-${severity}` },
        element('strong', {}, severity), ' ', element('code', {}, code), path ? element('code', { class: 'tv-path' }, ` ${path}`) : null, element('div', {}, message)));
    return [
        element('h2', {}, title),
        element('dl', {}, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value.toLocaleString('en'))])),
        items.length ? element('h3', {}, 'Diagnostics') : null,
        items.length ? element('ul', { class: 'tv-diagnostics' }, ...items) : null,
        json.scenes[0].extras ? element('h3', {}, 'File') : null,
        values(json.scenes[0].extras),
        element('p', { class: 'tv-made' }, `Made by ${json.asset.generator}.`),
    ].filter(Boolean);
}
