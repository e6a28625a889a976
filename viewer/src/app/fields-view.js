// All fields of a file as a tree; a value is edited where it stands.
import { button, element } from '../dom.js';

const most = 100; // members of a list shown at first, and then at once

const joined = (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : key);
const isText = (value) => value.startsWith('"');
const shownText = (value) => (isText(value) ? JSON.parse(value) : value);

export class FieldsView {
    #rows = new Map(); // path -> { children, open }
    #edits = [];
    #session = 0;

    // `fetch(path, from, to)` promises { count, members: [{ key, value, latin1, count, preview }] }: of a scalar the value as JSON, of
    // a list or table the count. `edit(path, value)` promises to set it, `act` has undo(), discard(), save() and saveVolume(),
    // and `jump(path)` shows the bytes.
    constructor({ fetch, edit, jump, act }) {
        Object.assign(this, { fetch, edit, jump });
        this.tree = element('div', { class: 'fields-tree', role: 'tree', 'aria-label': 'Fields' });
        this.told = element('p', { class: 'fields-told', role: 'status' });
        this.count = element('span', { class: 'fields-count' });
        this.bar = element('div', { class: 'fields-bar', hidden: true }, this.count, button('Undo the last change', act.undo, 'Undo'), button('Discard all changes', act.discard, 'Discard'),
            this.saveVolume = element('button', { type: 'button', onclick: act.saveVolume }), element('button', { type: 'button', class: 'app-main', onclick: act.save }, 'Save the file'));
        this.element = element('div', { class: 'fields' }, this.bar, this.told, this.tree);
    }

    // `edits`: [{ path, value }] that were made; `volume`: the name of the one that the file is in, if any.
    async open(edits, volume) {
        const session = ++this.#session, wasOpen = [...this.#rows].filter(([, { open }]) => open).map(([path]) => path), top = this.tree.scrollTop;
        this.#rows.clear();
        this.#edits = edits;
        this.told.textContent = '';
        this.bar.hidden = !edits.length;
        this.saveVolume.hidden = !volume;
        this.saveVolume.textContent = volume ? `Save ${volume}` : '';
        this.count.textContent = `${edits.length} ${edits.length === 1 ? 'change' : 'changes'}`;
        const items = await this.#items('', 0);
        if (session !== this.#session) return;
        this.tree.replaceChildren(...items);
        for (const path of wasOpen) if (session === this.#session && this.#rows.has(path)) await this.#flip(path, true);
        this.tree.scrollTop = top;
    }

    clear() {
        this.#session++;
        this.#rows.clear();
        this.tree.replaceChildren();
    }

    // The field of this path, or as much of it as there is, is seen and marked.
    async show(path) {
        let at = '';
        for (const [part] of path.matchAll(/\[\d+\]|[^.[\]]+/g)) {
            const next = part.startsWith('[') ? `${at}${part}` : at ? `${at}.${part}` : part;
            if (at) await this.#flip(at, true);
            while (!this.#rows.has(next) && this.#rows.get(at)?.more) await this.#rows.get(at).more(Number(part.slice(1, -1)));
            if (!this.#rows.has(next)) break;
            at = next;
        }
        const row = this.#rows.get(at)?.row;
        this.tree.querySelector('[aria-current]')?.removeAttribute('aria-current');
        row?.setAttribute('aria-current', 'true');
        row?.scrollIntoView({ block: 'center' });
    }

    async #items(path, level, from = 0, to = from + most) {
        const { count, members } = await this.fetch(path, from, to);
        const items = members.map((member) => this.#item(path, member, level));
        if (to < count) {
            const rest = element('div', { class: 'fields-more', style: `--level: ${level}` }, element('button', { type: 'button', onclick: () => more(to) }, `${(count - to).toLocaleString('en')} more`));
            const more = async (least) => {
                const end = Math.max(to + most, least + 1);
                rest.replaceWith(...await this.#items(path, level, to, end));
            };
            items.push(rest);
            if (this.#rows.has(path)) this.#rows.get(path).more = more;
        } else if (this.#rows.has(path)) this.#rows.get(path).more = undefined;
        return items;
    }

    #item(above, { key, value, latin1, count, preview }, level) {
        const path = joined(above, key), isNested = count !== undefined, edited = this.#edits.some((edit) => edit.path === path);
        const children = element('div', { role: 'group', hidden: true });
        const shown = isNested ? element('span', { class: 'fields-size' }, count === 0 ? 'empty' : preview ?? count.toLocaleString('en'))
            : path === 'format' ? element('span', { class: 'fields-size' }, shownText(value)) // says what the fields are, and is none
            : this.#value(path, value, latin1);
        const row = element('div', { class: `fields-row${edited ? ' fields-edited' : ''}`, role: 'treeitem', 'data-field': path, 'aria-expanded': isNested && count ? 'false' : undefined, style: `--level: ${level}` },
            element('span', { class: 'list-twist' }), element('span', { class: 'fields-key' }, typeof key === 'number' ? `[${key}]` : key), shown,
            path === 'format' ? null : element('button', { type: 'button', class: 'fields-jump', title: 'Show the bytes', 'aria-label': `Show the bytes of ${path}`, onclick: () => this.jump(path) }, 'bytes'));
        if (isNested && count) row.addEventListener('click', ({ target }) => target.closest('button') || this.#flip(path));
        this.#rows.set(path, { row, children, level: level + 1, open: false });
        return element('div', {}, row, children);
    }

    async #flip(path, open) {
        const own = this.#rows.get(path);
        if (!own?.row.hasAttribute('aria-expanded')) return;
        own.open = open ?? !own.open;
        own.row.setAttribute('aria-expanded', own.open);
        own.children.hidden = !own.open;
        if (own.open && !own.children.childElementCount) own.children.replaceChildren(...await this.#items(path, own.level));
    }

    // --- editing ---

    #value(path, value, latin1) {
        const text = shownText(value);
        const made = element('button', { type: 'button', class: `fields-value${isText(value) ? ' fields-text' : ''}`, title: 'Edit', 'aria-label': `${path}: ${text}`, onclick: () => this.#begin(path, value, latin1, made) }, text === '' ? ' ' : text.slice(0, 400));
        return made;
    }

    #begin(path, value, latin1, place) {
        const before = shownText(value), input = element('input', { class: 'fields-input', value: before, 'aria-label': path, spellcheck: 'false' });
        let ended = false; // what leaves the page loses the focus first
        const end = () => {
            ended = true;
            if (input.isConnected) input.replaceWith(place);
        };
        const commit = async () => {
            if (input.value === before) return end();
            input.disabled = true;
            try {
                this.told.textContent = '';
                const text = JSON.stringify(input.value);
                await this.edit(path, !isText(value) ? input.value.trim() : latin1 ? `{"latin1":${text}}` : text);
            } catch (error) {
                this.told.textContent = `${path}: ${error.message}`;
                input.disabled = false;
                input.setAttribute('aria-invalid', 'true');
                input.focus();
            }
        };
        input.addEventListener('keydown', (event) => {
            event.stopPropagation();
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') end();
        });
        input.addEventListener('blur', () => !ended && !input.disabled && !input.hasAttribute('aria-invalid') && commit());
        place.replaceWith(input);
        input.select();
    }
}
