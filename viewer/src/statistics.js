// How much of a model is drawn, over the view.
import { Vector3 } from 'three';
import { element } from './dom.js';
import { boxOf, eachDrawn } from './model.js';

const digits = (meters) => Number(meters.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 4 });

export class Statistics {
    #model = null;
    #told = '';

    constructor() {
        this.element = element('dl', { class: 'tv-statistics', hidden: true, 'aria-label': 'Statistics' });
    }

    set model(model) {
        this.#model = model;
        this.update();
    }

    show(on) {
        this.element.hidden = !on;
        this.update();
    }

    // Of what is drawn now.
    update() {
        if (this.element.hidden || !this.#model) return;
        const facts = this.#facts(), told = JSON.stringify(facts);
        if (told === this.#told) return;
        this.#told = told;
        this.element.replaceChildren(...Object.entries(facts).filter(([, value]) => value !== 0).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value.toLocaleString('en'))]));
    }

    #facts() {
        const model = this.#model, materials = new Set(), vertices = new Set();
        let triangles = 0, calls = 0, count = 0, texels = 0;
        eachDrawn(model, ({ geometry, userData }) => {
            triangles += geometry.index.count / 3;
            calls++;
            materials.add(userData.material);
            if (!vertices.has(geometry.attributes.position)) count += geometry.attributes.position.count;
            vertices.add(geometry.attributes.position);
        });
        for (const { image } of model.textures) texels += (image?.width ?? 0) * (image?.height ?? 0);
        const box = boxOf(model.scene), size = box.isEmpty() ? new Vector3() : box.getSize(new Vector3());
        return {
            Triangles: triangles, Vertices: count, 'Draw calls': calls, Materials: materials.size,
            Textures: model.textures.length ? `${model.textures.length}, ${digits(texels / 1e6)} Mpixel` : 0,
            Joints: new Set(model.json.skins?.flatMap(({ joints }) => joints)).size,
            Size: `${digits(size.x)} × ${digits(size.y)} × ${digits(size.z)} m`,
            ...(model.levelCount > 1 && { Level: `${model.level + 1} of ${model.levelCount}` }),
        };
    }
}
