// The list of what was dropped: by folder, with a search and a filter by kind. A volume opens into its members.
import { button, element, icon } from '../dom.js';
import { countOf, foldersOf } from './folders.js';
import { extensionOf, kindOf, kinds, printable, sizeText } from './names.js';

const most = 2000;    // rows; a search finds the others
const openedMost = 400; // files that are all listed at first
const fewest = 8;     // files from which there is something to search

export class List {
    #entries = [];
    #formats;
    #members = new Map(); // path of a volume -> its entries, null while they are asked for
    #closed = new Set();  // paths of folders and volumes that are folded
    #chosen = null;
    #kind = '';
    #indexed = false;     // the members of all volumes are known, or asked for

    // `open(path)` is called with what is clicked, `members(path)` promises the members of a volume.
    constructor({ open, members, thumbnails }) {
        Object.assign(this, { open, members, thumbnails });
        this.search = element('input', { type: 'search', class: 'list-search', placeholder: 'Search  /', 'aria-label': 'Search the files', oninput: () => this.#seek() });
        this.filter = element('div', { class: 'list-kinds', role: 'group', 'aria-label': 'Kinds of files' });
        this.rows = element('div', { class: 'list-rows', role: 'tree', 'aria-label': 'Files', onkeydown: (event) => this.#key(event) });
        this.element = element('div', { class: 'list' }, this.search, this.filter, this.rows);
    }

    // What files of these names are: from the library.
    set formats(formats) {
        this.#formats = new Map(formats.flatMap((format) => format.reads || format.exportsScene ? format.extensions.map((extension) => [extension, format]) : []));
    }

    formatOf(path) {
        return this.#formats.get(extensionOf(path));
    }

    kindOf(path) {
        return kindOf(this.formatOf(path), extensionOf(path));
    }

    // Of all that is known, what is of these kinds.
    paths(some) {
        return this.#known.map(({ path }) => path).filter((path) => some.includes(this.kindOf(path)));
    }

    // The volume that this is a member of; undefined: none.
    volumeOf(path) {
        return this.#entries.find((entry) => path.startsWith(`${entry.path}/`))?.path;
    }

    get #known() {
        return this.#entries.flatMap((entry) => [entry, ...(this.#members.get(entry.path) ?? [])]);
    }

    set entries(entries) {
        this.#entries = entries;
        this.#members.clear();
        this.#closed.clear();
        this.#indexed = false;
        this.#kind = '';
        this.search.value = '';
        const root = foldersOf(entries);
        if (entries.length > openedMost) for (const { path } of root.folders.flatMap(({ folders }) => folders)) this.#closed.add(path);
        for (const { path } of entries) if (this.formatOf(path)?.archive) this.#closed.add(path);
        this.draw();
    }

    choose(path) {
        this.#chosen = path;
        let unfolded = false;
        for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) unfolded = this.#closed.delete(path.slice(0, at)) || unfolded;
        if (unfolded) this.draw();
        for (const row of this.rows.children) {
            if (row.dataset.path !== path) row.setAttribute('aria-selected', false);
            else {
                row.setAttribute('aria-selected', true);
                row.scrollIntoView({ block: 'nearest' });
            }
        }
    }

    focusSearch() {
        if (this.search.hidden) return;
        this.element.closest('.app-listless')?.classList.remove('app-listless');
        this.search.select();
    }

    // The file `step` rows after the one that is open; undefined: none.
    beside(step) {
        const rows = [...this.rows.children].filter(({ dataset }) => dataset.path), at = rows.findIndex(({ dataset }) => dataset.path === this.#chosen);
        return rows[at + step]?.dataset.path;
    }

    async unfold(path) {
        this.#closed.delete(path);
        if (!this.#members.has(path)) await this.#ask(path);
        this.draw();
        return this.#members.get(path);
    }

    fold(path) {
        this.#closed.add(path);
        this.draw();
    }

    async #ask(path) {
        this.#members.set(path, null);
        try {
            const members = await this.members(path);
            this.#members.set(path, members.map(({ name, size }) => ({ path: `${path}/${name}`, size, name })));
        } catch (error) {
            this.#members.delete(path);
            throw error;
        }
    }

    // A search goes through the volumes as well: what is in them is asked for once.
    async #seek() {
        this.draw();
        if (this.#indexed || (!this.search.value && !this.#kind)) return;
        this.#indexed = true;
        const entries = this.#entries;
        for (const { path } of entries) {
            if (entries !== this.#entries) return;
            if (!this.formatOf(path)?.archive || this.#members.has(path)) continue;
            await this.#ask(path).catch(() => {}); // what is wrong with it is told when it is opened
            this.draw();
        }
    }

    // --- rows ---

    draw() {
        const wanted = this.search.value.trim().toLowerCase(), isSought = wanted || this.#kind;
        const known = this.#known;
        const fits = ({ path }) => (!wanted || path.toLowerCase().includes(wanted)) && (!this.#kind || this.kindOf(path) === this.#kind);
        const rows = [];
        this.#addFolder(foldersOf(isSought ? this.#entries.filter((entry) => fits(entry) || this.#members.get(entry.path)?.some(fits)) : this.#entries), 0, isSought ? fits : null, rows);
        const left = rows.length - most;
        this.rows.replaceChildren(...rows.slice(0, most).map((make) => make()));
        if (left > 0) this.rows.append(element('p', { class: 'list-more' }, `${left.toLocaleString('en')} more: search for them.`));
        if (!rows.length && isSought) this.rows.append(element('p', { class: 'list-more' }, 'Nothing matches.', ' ', button('Show all files', () => this.reset(), 'Show all')));
        this.search.hidden = known.length < fewest;
        this.#drawKinds(known);
        this.#focusable(this.rows.querySelector('[aria-selected=true]') ?? this.rows.querySelector('[role=treeitem]'));
    }

    reset() {
        this.search.value = '';
        this.#kind = '';
        this.draw();
    }

    #drawKinds(known) {
        const counts = new Map();
        for (const { path } of known) counts.set(this.kindOf(path), (counts.get(this.kindOf(path)) ?? 0) + 1);
        this.filter.hidden = known.length < fewest || counts.size < 2;
        const choose = (kind) => {
            this.#kind = kind;
            this.#seek();
        };
        const chip = (kind, label, count) => element('button', { type: 'button', 'aria-pressed': String(this.#kind === kind), onclick: () => choose(this.#kind === kind ? '' : kind) }, label, element('small', {}, ` ${count}`));
        this.filter.replaceChildren(chip('', 'All', known.length), ...Object.keys(kinds).filter((kind) => counts.has(kind)).map((kind) => chip(kind, kinds[kind], counts.get(kind))));
    }

    // Adds functions that make rows: those beyond the most are never made.
    #addFolder(folder, depth, fits, rows) {
        for (const inner of folder.folders) {
            const isOpen = fits || !this.#closed.has(inner.path);
            rows.push(() => this.#folderRow(inner, depth, isOpen));
            if (isOpen) this.#addFolder(inner, depth + 1, fits, rows);
        }
        for (const file of folder.files) {
            const isArchive = this.formatOf(file.path)?.archive, members = this.#members.get(file.path)?.filter((member) => !fits || fits(member)) ?? [];
            const isOpen = isArchive && (fits ? members.length > 0 : !this.#closed.has(file.path));
            rows.push(() => this.#row(file, depth, isArchive, isOpen));
            if (isOpen) rows.push(...members.map((member) => () => this.#row(member, depth + 1)));
        }
    }

    #folderRow(folder, depth, isOpen) {
        const flip = () => {
            if (isOpen) this.fold(folder.path);
            else this.unfoldFolder(folder.path);
        };
        return element('div', { class: 'list-folder', role: 'treeitem', 'data-folder': folder.path, tabindex: '-1', 'aria-expanded': String(Boolean(isOpen)), 'aria-level': depth + 1, title: printable(folder.path), style: `--depth: ${depth}`, onclick: flip },
            element('span', { class: 'list-twist' }), element('span', { class: 'list-name' }, printable(folder.name)), element('small', {}, countOf(folder)));
    }

    unfoldFolder(path) {
        this.#closed.delete(path);
        this.draw();
    }

    #row({ path, name, size }, depth, isArchive, isOpen) {
        const format = this.formatOf(path), kind = this.kindOf(path), extension = extensionOf(path);
        const isSeen = format?.exportsScene && !isArchive;
        const image = isSeen ? element('img', { class: 'list-picture', alt: '', width: '56', height: '42' }) : element('span', { class: 'list-picture list-kind' }, isArchive ? icon('layers') : printable(extension));
        const row = element('div', { class: `list-row${isArchive ? ' list-volume' : ''}${format || kind === 'text' ? '' : ' list-unknown'}`, role: 'treeitem', 'data-path': path, tabindex: '-1', 'aria-selected': String(path === this.#chosen), 'aria-level': depth + 1,
            'aria-expanded': isArchive ? String(Boolean(isOpen)) : undefined, title: printable(path), style: `--depth: ${depth}`, onclick: () => this.#click(path, isArchive) },
        image, element('span', { class: 'list-name' }, printable(name)), element('small', {}, `${printable(extension) || 'file'}  ${sizeText(size)}`));
        if (isSeen) this.thumbnails.watch(image, path);
        return row;
    }

    #click(path, isArchive) {
        if (isArchive && !this.#closed.has(path) && this.#chosen === path) this.fold(path);
        else if (isArchive) this.unfold(path).catch(() => this.fold(path));
        this.open(path);
    }

    #focusable(row) {
        this.rows.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
        row?.setAttribute('tabindex', 0);
    }

    #key(event) {
        const row = event.target.closest('[role=treeitem]');
        if (!row) return;
        const go = (other) => {
            if (!other?.matches?.('[role=treeitem]')) return;
            this.#focusable(other);
            other.focus();
        };
        const path = row.dataset.path ?? row.dataset.folder, isOpen = row.getAttribute('aria-expanded') === 'true';
        const again = () => go([...this.rows.children].find(({ dataset }) => (dataset.path ?? dataset.folder) === path));
        const above = () => [...this.rows.children].find(({ dataset }) => (dataset.path ?? dataset.folder) === path.slice(0, path.lastIndexOf('/')));
        const actions = {
            ArrowDown: () => go(row.nextElementSibling),
            ArrowUp: () => go(row.previousElementSibling),
            ArrowRight: async () => {
                if (isOpen || !row.hasAttribute('aria-expanded')) return go(row.nextElementSibling);
                await (row.dataset.folder ? this.unfoldFolder(path) : this.unfold(path).catch(() => this.fold(path)));
                again();
            },
            ArrowLeft: () => {
                if (!isOpen) return go(above());
                this.fold(path);
                again();
            },
            Home: () => go(this.rows.firstElementChild),
            End: () => go([...this.rows.querySelectorAll('[role=treeitem]')].at(-1)),
            Enter: () => row.click(),
            ' ': () => row.click(),
        };
        if (!(event.key in actions)) return;
        event.preventDefault();
        event.stopPropagation();
        actions[event.key]();
    }
}
