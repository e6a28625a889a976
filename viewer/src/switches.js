// What is shown of a model besides its surfaces, and how: switches as buttons, in a menu, and by keys.
import { element, toggle } from './dom.js';
import { dropdown } from './dropdown.js';
import { lightMaps, uvChecker } from './looks.js';
import { layersOf } from './model.js';
import { Statistics } from './statistics.js';

// Layers that keys show and hide together.
const layerKeys = { c: /collision|hull|polytope|poly ?soup/i, z: /zone|portal|sector/i };

export class Switches {
    #stage;
    #refresh;
    #layers = []; // { name, nodes, box }
    #boxes = {};

    // `refresh()` is called when other nodes are shown.
    constructor(stage, refresh) {
        this.#stage = stage;
        this.#refresh = refresh;
        this.statistics = new Statistics();
        this.light = toggle('light', 'Light maps (L)', (on) => this.set('light', on));
        this.wire = toggle('wire', 'Wireframe (X)', (on) => this.set('wire', on));
        this.menu = dropdown('layers', 'Show: UV checker, bounds, statistics, collision, zones …');
    }

    // The switches of a model; those of the last one stay as they are.
    fill(model) {
        this.light.hidden = !model.json.materials?.some((material) => material.extras?.lightmap);
        this.light.show(lightMaps.value);
        const check = (name, label, key, on) => {
            this.#boxes[name] = element('input', { type: 'checkbox', checked: on, onchange: (event) => this.set(name, event.target.checked) });
            return element('label', {}, this.#boxes[name], element('span', {}, label), element('kbd', {}, key));
        };
        this.#layers = [...layersOf(model)].map(([name, nodes]) => ({ name, nodes, box: element('input', { type: 'checkbox', onchange: (event) => this.#showLayer(nodes, event.target.checked) }) }));
        const keyOf = (name) => Object.keys(layerKeys).find((key) => layerKeys[key].test(name))?.toUpperCase() ?? '';
        this.menu.fill([
            check('uv', 'UV checker', 'U', uvChecker.value), check('bounds', 'Bounds', 'B', this.#stage.bounds), check('stats', 'Statistics', 'N', !this.statistics.element.hidden),
            ...this.#layers.map(({ name, nodes, box }, i) => element('label', { class: i ? '' : 'tv-first' }, box, element('span', {}, name, nodes.length > 1 ? element('small', {}, ` ${nodes.length}`) : null), element('kbd', {}, keyOf(name)))),
        ]);
        this.statistics.model = model;
    }

    get(name) {
        return { light: lightMaps.value, wire: this.#stage.wireframe, uv: uvChecker.value, bounds: this.#stage.bounds, stats: !this.statistics.element.hidden }[name];
    }

    // 'light', 'wire', 'uv', 'bounds' or 'stats'.
    set(name, on) {
        if (name === 'light') lightMaps.value = on;
        else if (name === 'uv') uvChecker.value = on;
        else if (name === 'stats') this.statistics.show(on);
        else this.#stage[name === 'wire' ? 'wireframe' : 'bounds'] = on;
        if (this[name]) this[name].show(on);
        else this.#boxes[name].checked = on;
        this.#stage.invalidate();
    }

    flip(name) {
        if (name === 'light' && this.light.hidden) return;
        this.set(name, !this.get(name));
    }

    // Names of the layers that are shown.
    get layers() {
        return this.#layers.filter(({ box }) => box.checked).map(({ name }) => name);
    }

    set layers(names) {
        for (const { name, nodes, box } of this.#layers) if (box.checked !== names.includes(name)) this.#showLayer(nodes, (box.checked = names.includes(name)));
    }

    // 'c' or 'z'.
    flipLayers(key) {
        const some = this.#layers.filter(({ name }) => layerKeys[key].test(name)), on = !some.some(({ box }) => box.checked);
        for (const { nodes, box } of some) this.#showLayer(nodes, (box.checked = on));
    }

    #showLayer(nodes, shown) {
        for (const node of nodes) {
            node.shown = shown;
            for (let above = node.parent; shown && above; above = above.parent) above.shown = true;
        }
        this.#refresh();
    }
}
