// The list of what was dropped. A volume opens into its members.
import { element, icon } from '../dom.js';

const most = 2000; // rows; a search finds the others

export const sizeText = (size) => (size < 1024 ? `${size} B` : size < 1 << 20 ? `${(size / 1024).toFixed(1)} KB` : `${(size / (1 << 20)).toFixed(1)} MB`);
export const baseOf = (path) => path.slice(path.lastIndexOf('/') + 1);
export const extensionOf = (path) => (baseOf(path).includes('.') ? path.slice(path.lastIndexOf('.') + 1).toLowerCase() : '');

export class List {
    #entries = [];
    #formats;
    #members = new Map(); // path of a volume that is open -> its members, null while they are asked for
    #chosen = null;

    // `open(path)` is called with what is clicked, `members(path)` promises the members of a volume.
    constructor({ open, members, thumbnails }) {
        this.open = open;
        this.members = members;
        this.thumbnails = thumbnails;
        this.search = element('input', { type: 'search', class: 'list-search', placeholder: 'Search', 'aria-label': 'Search the files', oninput: () => this.draw() });
        this.rows = element('div', { class: 'list-rows', role: 'listbox', 'aria-label': 'Files', onkeydown: (event) => this.#key(event) });
        this.element = element('div', { class: 'list' }, this.search, this.rows);
    }

    // What files of these names are: from the library.
    set formats(formats) {
        this.#formats = new Map(formats.flatMap((format) => format.reads || format.exportsScene ? format.extensions.map((extension) => [extension, format]) : []));
    }

    formatOf(path) {
        return this.#formats.get(extensionOf(path));
    }

    set entries(entries) {
        const rank = ({ path }) => {
            const format = this.formatOf(path);
            return !format ? 3 : format.archive ? 0 : format.family === 'modern' ? 2 : 1;
        };
        this.#entries = entries.map((entry) => ({ ...entry, name: entry.path.slice(1), depth: 0 })).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
        this.#members.clear();
        this.draw();
    }

    choose(path) {
        this.#chosen = path;
        for (const row of this.rows.children) row.setAttribute('aria-selected', row.dataset.path === path);
    }

    async unfold(path) {
        this.#members.set(path, null);
        const members = await this.members(path);
        this.#members.set(path, members.map(({ name, size }) => ({ path: `${path}/${name}`, name, size, depth: 1 })));
        this.draw();
        return this.#members.get(path);
    }

    fold(path) {
        this.#members.delete(path);
        this.draw();
    }

    draw() {
        const wanted = this.search.value.trim().toLowerCase();
        const all = this.#entries.flatMap((entry) => [entry, ...(this.#members.get(entry.path) ?? [])]);
        const found = wanted ? all.filter(({ name }) => name.toLowerCase().includes(wanted)) : all;
        const rows = found.slice(0, most).map((entry) => this.#row(entry));
        if (found.length > most) rows.push(element('p', { class: 'list-more' }, `${found.length - most} more: search for them.`));
        this.rows.replaceChildren(...rows);
        this.search.hidden = all.length < 8;
        if (this.rows.firstChild && !this.rows.querySelector('[tabindex="0"]')) this.rows.firstChild.tabIndex = 0;
    }

    #row({ path, name, size, depth }) {
        const format = this.formatOf(path), holds = format?.archive && depth === 0, opened = this.#members.has(path);
        const isSeen = format?.exportsScene && !holds, kind = extensionOf(path);
        const image = isSeen ? element('img', { class: 'list-picture', alt: '', width: '56', height: '42', loading: 'lazy' }) : element('span', { class: 'list-picture list-kind' }, kind);
        const row = element('div', { class: `list-row${format ? '' : ' list-unknown'}`, role: 'option', 'data-path': path, tabindex: '-1', 'aria-selected': String(path === this.#chosen), style: `--depth: ${depth}`, onclick: () => this.#click(path, holds) },
            holds ? element('span', { class: 'list-volume', 'aria-expanded': String(opened) }, icon('layers')) : image,
            element('span', { class: 'list-name' }, name), element('small', {}, `${kind} ${sizeText(size)}`));
        if (isSeen) this.thumbnails.watch(image, path);
        return row;
    }

    #click(path, holds) {
        if (holds && this.#members.has(path) && this.#chosen === path) this.fold(path);
        else if (holds && !this.#members.has(path)) this.unfold(path).catch(() => this.fold(path));
        this.open(path);
    }

    #key(event) {
        const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
        const row = event.target.closest('.list-row');
        if (!row) return;
        if (step) row[step]?.focus();
        else if (event.key === 'Enter' || event.key === ' ') row.click();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
