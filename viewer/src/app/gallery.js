// The members of a volume, as small pictures with their names; a click opens one.
import { element } from '../dom.js';
import { extensionOf, printable } from './names.js';

const most = 600; // the list has them all

export class Gallery {
    // `open(path)` is called with what is clicked, `isShown(path)` says whether it can be viewed, `kindOf(path)` as names.js.
    constructor({ open, isShown, kindOf, thumbnails }) {
        Object.assign(this, { open, isShown, kindOf, thumbnails });
        this.element = element('div', { class: 'gallery' });
    }

    // [{ name }] of the volume at `path`. Models come first, then all that can be seen.
    show(path, members) {
        const entries = members.map(({ name }) => ({ path: `${path}/${name}`, name }));
        const rank = ({ path: member }) => (!this.isShown(member) ? 2 : this.kindOf(member) === 'model' ? 0 : 1);
        const sorted = entries.toSorted((a, b) => rank(a) - rank(b));
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
        return element('button', { type: 'button', title: printable(name), 'data-path': path, onclick: () => this.open(path) }, picture, element('span', {}, printable(name)));
    }
}
