// The members of a volume, as small pictures with their names; a click opens one.
import { element } from '../dom.js';
import { extensionOf } from './list.js';

const most = 600; // the list has them all

export class Gallery {
    // `open(path)` is called with what is clicked, `isShown(path)` says whether it can be viewed.
    constructor({ open, isShown, thumbnails }) {
        Object.assign(this, { open, isShown, thumbnails });
        this.element = element('div', { class: 'gallery' });
    }

    // [{ name }] of the volume at `path`. What can be seen comes first.
    show(path, members) {
        const entries = members.map(({ name }) => ({ path: `${path}/${name}`, name }));
        const sorted = [...entries.filter((entry) => this.isShown(entry.path)), ...entries.filter((entry) => !this.isShown(entry.path))];
        const tiles = sorted.slice(0, most).map((entry) => this.#tile(entry));
        if (entries.length > most) tiles.push(element('p', {}, `${entries.length - most} more are in the list.`));
        this.element.replaceChildren(...(tiles.length ? tiles : [element('p', {}, 'This volume is empty.')]));
    }

    clear() {
        this.element.replaceChildren();
    }

    #tile({ path, name }) {
        const picture = this.isShown(path) ? element('img', { class: 'list-picture', alt: '' }) : element('span', { class: 'list-picture list-kind' }, extensionOf(path));
        if (this.isShown(path)) this.thumbnails.watch(picture, path);
        return element('button', { type: 'button', title: name, 'data-path': path, onclick: () => this.open(path) }, picture, element('span', {}, name));
    }
}
