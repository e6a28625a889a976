// One file: its view, its bytes, what is known of it, what is wrong with it.
import { element, iconButton } from '../dom.js';
import { ModelView } from '../model-view.js';
import { values } from '../values.js';
import { BytesView } from './bytes-view.js';
import { Diagnostics } from './diagnostics.js';
import { Export, save } from './export.js';
import { FieldsView } from './fields-view.js';
import { Gallery } from './gallery.js';
import { Missing } from './missing.js';
import { baseOf, counted, printable } from './names.js';
import { PicturesView } from './pictures-view.js';

const shownWith = { lod: 'all', collision: '', zones: '', editor: '' };
const tabNames = { view: 'View', fields: 'Fields', bytes: 'Bytes', info: 'Info' };

// Of a check that was given up.
function diagnosticsOf(error) {
    if (error.message === 'stopped') throw error;
    return error.diagnostics?.length ? error.diagnostics : [{ severity: 'error', code: '', meaning: '', message: error.message }];
}

export class FilePage {
    view = null; // of models
    path = null;
    kind = null; // 'model', 'pictures', 'nothing'; null: it is no document
    #targets; // names of the formats that what is shown can be written in; undefined: it is not shown
    missing = 0; // how many things are
    #formats = [];
    #session = 0;
    #look = null;
    #size = 0;
    #met = []; // diagnostics of showing it
    #tab = 'view';
    #edits = new Map(); // path -> [{ path, value }] of fields, in their order
    #filled = null; // a promise: the fields are in the tree

    // `host`: call(name, …) of the worker; guard(work); tell(text); open(path); chooseFolder(); thumbnails; formatOf(path); kindOf(path); volumeOf(path); paths(kinds);
    // share(); lookOnce() gives the look of a link or null; help, a dialog.
    constructor(host) {
        this.host = host;
        this.bytes = new BytesView((from, to) => host.call('fields', this.path, from, to));
        this.bytes.onjump = (text) => this.#go(text);
        this.pictures = new PicturesView();
        this.gallery = new Gallery({ open: host.open, isShown: (path) => host.formatOf(path)?.exportsScene, kindOf: host.kindOf, thumbnails: host.thumbnails });
        this.fields = new FieldsView({
            fetch: (field, from, to) => host.call('branch', this.path, field, from, to), edit: (field, value) => this.#edit([...this.edits, { path: field, value }]),
            jump: (field) => this.#jump({ path: field }, 'bytes'),
            act: { undo: () => host.guard(() => this.#edit(this.edits.slice(0, -1))), discard: () => host.guard(() => this.#edit([])), save: () => this.#save(this.path), saveVolume: () => this.#save(this.#volume) },
        });
        this.diagnostics = new Diagnostics((diagnostic, to) => this.#jump(diagnostic, to));
        this.absent = new Missing(host.chooseFolder);
        this.exports = new Export({
            make: (...request) => host.call('convert', ...request), dump: (path) => host.call('dump', path), source: (path) => host.call('source', path),
            picture: async () => new Uint8Array(await (await this.view.picture()).arrayBuffer()), paths: host.paths, tell: host.tell,
        });
        this.#build();
    }

    set formats(formats) {
        this.#formats = this.exports.formats = formats;
    }

    #build() {
        this.title = element('span', { class: 'app-title' });
        this.what = element('small', { class: 'app-what' });
        this.tabs = Object.fromEntries(Object.entries(tabNames).map(([key, label]) =>
            [key, element('button', { type: 'button', role: 'tab', id: `app-tab-${key}`, 'aria-controls': `app-page-${key}`, onclick: () => this.show(key) }, label)]));
        this.exportButton = element('button', { type: 'button', class: 'app-main', onclick: () => this.export() }, 'Export');
        this.link = iconButton('link', 'Copy a link to this view', () => this.host.share());
        this.link.classList.add('app-icon');
        this.viewElement = element('div', { class: 'app-view' });
        this.note = element('div', { class: 'app-note' });
        const page = (key, ...children) => element('div', { class: `app-page app-${key}-page`, id: `app-page-${key}`, role: 'tabpanel', 'aria-labelledby': `app-tab-${key}` }, ...children);
        this.pages = {
            view: page('view', this.viewElement, this.pictures.element, this.gallery.element, this.note),
            fields: page('fields', this.fields.element), bytes: page('bytes', this.bytes.element), info: page('info'),
        };
        this.element = element('main', { class: 'app-content' },
            element('div', { class: 'app-head' }, element('div', { class: 'app-names' }, this.title, this.what), element('div', { class: 'app-tabs', role: 'tablist' }, ...Object.values(this.tabs)), this.link, this.exportButton),
            this.absent.element, element('div', { class: 'app-pages' }, ...Object.values(this.pages)), this.diagnostics.element);
    }

    // --- opening ---

    // Shows a file; `data-shown` and `data-checked` of `work` say how far that is.
    async open(path, work) {
        const session = ++this.#session;
        if (path !== this.path) this.fields.clear();
        this.path = path;
        this.kind = null;
        this.#targets = undefined;
        this.missing = 0;
        this.#look = null;
        this.#size = 0;
        this.#met = [];
        this.#filled = null;
        this.title.textContent = printable(baseOf(path));
        this.title.title = printable(path);
        this.what.textContent = '';
        this.absent.element.hidden = true;
        this.#unmark(work);
        try {
            await this.#openNow(path, session);
        } catch (error) {
            if (session === this.#session && error.message !== 'stopped') await this.#refuse(error, path);
        }
        if (session !== this.#session) return;
        work.dataset.shown = path;
        await this.#check(path, session);
        if (session === this.#session) work.dataset.checked = path;
    }

    close(work) {
        this.#session++;
        this.#unmark(work);
        this.path = this.#look = null;
        this.pictures.clear();
        this.gallery.clear();
        this.view?.clear();
        this.#mode('note');
    }

    #unmark(work) {
        delete work.dataset.shown;
        delete work.dataset.checked;
    }

    // Without what the file does not have, and with its format's own part open.
    #showInfo({ info, format }) {
        const isNothing = (value) => value === null || value === 0 || (typeof value === 'object' && !Object.keys(value).length);
        const list = values(Object.fromEntries(Object.entries(info).filter(([, value]) => !isNothing(value))));
        this.pages.info.replaceChildren(list);
        if (!isNothing(info[format])) list.lastElementChild.querySelector('details').open = true;
    }

    async #openNow(path, session) {
        const look = await this.host.call('look', path);
        if (session !== this.#session) return;
        this.#look = look;
        const format = this.#formats.find(({ name }) => name === look.format);
        this.what.textContent = `${this.#isEdited ? `edited, ` : ''}${look.title}, ${counted(look.size, 'byte')}`;
        this.diagnostics.show([]);
        this.#showInfo(look);
        this.exportButton.disabled = false;
        this.#size = look.size;
        this.bytes.open(look.size);
        const shown = format.exportsScene ? await this.host.call('show', path, shownWith) : { kind: 'nothing' };
        if (session === this.#session) await this.#show(shown, format, session);
    }

    // What is wrong with it, besides what showing it met.
    async #check(path, session) {
        const diagnostics = this.#look ? await this.host.call('check', path).catch(diagnosticsOf) : [];
        if (session !== this.#session) return;
        const told = new Set(diagnostics.map(({ code, path: field }) => `${code} ${field}`));
        const all = [...diagnostics, ...this.#met.filter(({ code, path: field }) => !told.has(`${code} ${field}`))];
        this.diagnostics.show(all, this.kind === 'model');
        this.#showMissing(all);
    }

    async #show(shown, format, session) {
        this.#met = shown.diagnostics ?? [];
        if (shown.failure) this.#say(shown.failure);
        else if (shown.kind === 'model') await this.#showModel(shown);
        else if (shown.kind === 'pictures') {
            this.#mode('pictures');
            await this.pictures.show(shown.files);
        } else if (format.archive) {
            const members = await this.host.call('members', this.path, true);
            if (session !== this.#session) return;
            this.#mode('gallery');
            this.gallery.show(this.path, members);
        } else {
            const { size, bytes } = await this.host.call('raw', this.path);
            if (session !== this.#session) return;
            if (!this.#sayText(size, bytes)) this.#say('This file has nothing to view; see its bytes and fields.');
        }
        if (session !== this.#session) return;
        this.kind = shown.kind;
        this.#targets = shown.targets;
        this.diagnostics.show(this.#met, this.kind === 'model');
        this.#showMissing(this.#met);
    }

    async #showModel({ files, diagnostics }) {
        this.#mode('model');
        this.makeView();
        if (!await this.view.show(files[0].bytes.buffer, { title: printable(baseOf(this.path)), diagnostics, plays: true })) return;
        const look = this.host.lookOnce();
        if (look) this.view.state = look;
    }

    #showMissing(diagnostics) {
        const model = this.kind === 'model' ? this.view?.model : null;
        this.missing = this.absent.show(diagnostics, model?.json.materials ?? []);
    }

    // On a phone the panel would leave little of the model.
    makeView() {
        if (this.view) return;
        this.view = new ModelView(this.viewElement, { help: this.host.help });
        this.view.element.classList.toggle('tv-wide', matchMedia('(max-width: 760px)').matches);
    }

    #mode(mode) {
        this.pages.view.dataset.mode = mode;
        if (mode !== 'model') this.view?.clear();
        if (mode !== 'pictures') this.pictures.clear();
        if (mode !== 'gallery') this.gallery.clear();
        this.show(['info', 'fields'].includes(this.#tab) && !this.#look ? 'view' : this.#tab);
    }

    #say(text, content = '') {
        this.note.replaceChildren(element('p', {}, text), content ? element('pre', {}, content) : '');
        this.#mode('note');
    }

    // The first `bytes` of a file; false: they are no text.
    #sayText(size, bytes) {
        const isText = size > 0 && bytes.every((byte) => byte >= 32 || [9, 10, 12, 13].includes(byte));
        if (isText) this.#say(size > bytes.length ? `The first ${counted(bytes.length, 'byte')} of this text:` : 'A text file.', new TextDecoder('windows-1252').decode(bytes));
        return isText;
    }

    // A file that is no document: what it holds can be seen.
    async #refuse(error, path) {
        this.kind = null;
        this.exportButton.disabled = true;
        this.pages.info.replaceChildren();
        const { size, bytes } = await this.host.call('raw', path).catch(() => ({ size: 0, bytes: new Uint8Array() }));
        if (path !== this.path) return;
        this.exportButton.disabled = !size;
        this.what.textContent = counted(size, 'byte');
        this.#size = size;
        this.bytes.open(size);
        const isText = this.#sayText(size, bytes);
        // A text is no fault: folders of games are full of them.
        this.#met = (error.diagnostics ?? []).filter(({ code }) => !isText || code !== 'UNKNOWN_FORMAT');
        this.diagnostics.show(this.#met);
        if (!isText) this.#say(`This file cannot be opened: ${error.message}`);
    }

    // --- tabs ---

    show(tab) {
        this.#tab = tab;
        for (const [key, page] of Object.entries(this.pages)) {
            page.hidden = key !== tab;
            this.tabs[key].setAttribute('aria-selected', key === tab);
            this.tabs[key].disabled = key === 'bytes' ? !this.#size : key !== 'view' && !this.#look;
        }
        if (tab === 'fields') this.#fillFields();
    }

    // The tab of this number, from 0.
    showNumber(number) {
        const key = Object.keys(this.tabs)[number];
        if (key && !this.tabs[key].disabled) this.show(key);
    }

    export() {
        if (this.path && !this.exportButton.disabled) this.exports.show(this.path, this.#look?.format, this.kind, this.#targets, this.#volume);
    }

    // --- fields and bytes ---

    async #go(text) {
        const offset = Number(text);
        if (text && Number.isInteger(offset)) return this.bytes.go(Math.max(0, Math.min(offset, this.#size - 1)));
        const field = await this.host.call('find', this.path, text);
        return field ? this.bytes.go(field.offset, field.length) : this.host.tell(`No such field: "${text}".`);
    }

    // Of a file that is no document there are only bytes.
    #jump({ offset, path }, to) {
        if (!this.#size) return;
        this.show(to === 'field' ? 'fields' : to === 'model' ? 'view' : 'bytes');
        this.host.guard(async () => {
            if (to === 'field') return this.#fillFields().then(() => this.fields.show(path));
            if (to === 'model') return this.#showPlace(path);
            const field = path ? await this.host.call('find', this.path, path) : undefined;
            if (field) await this.bytes.go(offset ?? field.offset, field.length);
            else if (offset !== undefined) await this.bytes.go(offset);
        });
    }

    async #showPlace(field) {
        const place = await this.host.call('place', this.path, field);
        if (!place || !this.view.showPlace(place)) this.host.tell(`${field} has no place in the model.`);
    }

    // --- editing ---

    // What was changed in the file that is open.
    get edits() {
        return this.#edits.get(this.path) ?? [];
    }

    // It, or a member of it.
    get #isEdited() {
        return [...this.#edits.keys()].some((path) => path === this.path || path.startsWith(`${this.path}/`));
    }

    get #volume() {
        return this.host.volumeOf(this.path);
    }

    #save(path) {
        return this.host.guard(async () => save(baseOf(path), await this.host.call('source', path)));
    }

    // Made again by another worker.
    replay() {
        return Promise.all([...this.#edits].map(([path, list]) => this.host.call('edit', path, list)));
    }

    forget() {
        this.#edits.clear();
    }

    #fillFields() {
        if (this.#look) this.#filled ??= this.fields.open(this.edits, this.#volume && printable(baseOf(this.#volume)));
        return this.#filled;
    }

    // The file is shown with its fields changed.
    async #edit(list) {
        const { path } = this, look = this.kind === 'model' ? this.view.state : null;
        await this.host.call('edit', path, list);
        if (list.length) this.#edits.set(path, list);
        else this.#edits.delete(path);
        if (path !== this.path) return;
        await this.host.open(path);
        if (look && this.kind === 'model') this.view.state = look;
    }
}
