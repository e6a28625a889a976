// The page to drop files on.
import { button, element, iconButton } from '../dom.js';
import { ModelView } from '../model-view.js';
import { values } from '../values.js';
import { BytesView } from './bytes-view.js';
import { Client } from './client.js';
import { Export } from './export.js';
import { Diagnostics } from './diagnostics.js';
import { Gallery } from './gallery.js';
import { fromDrop, fromInput } from './gather.js';
import { baseOf, List } from './list.js';
import { PicturesView } from './pictures-view.js';
import { Thumbnails } from './thumbnails.js';

const shownWith = { lod: 'all', collision: '', zones: '', editor: '' };
const patience = 1500; // ms before a wait is told of

export class App {
    #compiled;
    #dropped = [];
    #formats = [];
    #session = 0;
    #path = null;
    #look = null;
    #size = 0;
    #met = []; // diagnostics of showing it
    #tab = 'view';
    #kind = null;

    // `start()` gives a new client; `compiled` is a promise of the module it works with.
    constructor(start, compiled) {
        this.start = start;
        this.#compiled = compiled;
        this.thumbnails = new Thumbnails((path) => this.client.call('glance', path));
        this.list = new List({ open: (path) => this.open(path), members: (path) => this.client.call('members', path), thumbnails: this.thumbnails });
        this.bytes = new BytesView((from, to) => this.client.call('fields', this.#path, from, to));
        this.bytes.onjump = (text) => this.#go(text);
        this.pictures = new PicturesView();
        this.gallery = new Gallery({ open: (path) => this.open(path), isShown: (path) => this.list.formatOf(path)?.exportsScene, thumbnails: this.thumbnails });
        this.diagnostics = new Diagnostics((diagnostic) => this.#jump(diagnostic));
        this.exports = new Export({
            make: (...values) => this.client.call('convert', ...values), dump: (path) => this.client.call('dump', path), source: (path) => this.client.call('source', path),
            picture: async () => new Uint8Array(await (await this.view.picture()).arrayBuffer()), tell: (text) => this.tell(text),
        });
        this.#build();
        this.#listen();
    }

    async begin() {
        this.#compiled = await this.#compiled;
        this.#formats = await this.#work();
        this.list.formats = this.exports.formats = this.#formats;
        this.#fillWelcome();
        this.show('view');
        requestIdleCallback(() => (this.view ??= this.#makeView())); // takes a while; the first model need not wait for it
        document.body.dataset.ready = 'true';
    }

    // --- the page ---

    #build() {
        this.filePicker = element('input', { type: 'file', multiple: true, hidden: true, onchange: () => this.#picked(this.filePicker) });
        this.folderPicker = element('input', { type: 'file', webkitdirectory: true, hidden: true, onchange: () => this.#picked(this.folderPicker) });
        this.title = element('span', { class: 'app-title' });
        this.what = element('small', { class: 'app-what' });
        this.tabs = Object.fromEntries([['view', 'View'], ['bytes', 'Bytes'], ['info', 'Info']].map(([key, label]) =>
            [key, element('button', { type: 'button', role: 'tab', id: `app-tab-${key}`, 'aria-controls': `app-page-${key}`, onclick: () => this.show(key) }, label)]));
        this.exportButton = button('Export', () => this.exports.show(this.#path, this.#look.format, this.#kind === 'model'), 'Export');
        this.exportButton.className = 'app-main';
        this.viewPage = element('div', { class: 'app-page', id: 'app-page-view', role: 'tabpanel' });
        this.viewElement = element('div', { class: 'app-view' });
        this.note = element('div', { class: 'app-note' });
        this.viewPage.append(this.viewElement, this.pictures.element, this.gallery.element, this.note);
        this.bytesPage = element('div', { class: 'app-page', id: 'app-page-bytes', role: 'tabpanel' }, this.bytes.element);
        this.infoPage = element('div', { class: 'app-page app-info', id: 'app-page-info', role: 'tabpanel' });
        this.message = element('div', { class: 'app-message', role: 'status', hidden: true });
        this.busy = element('div', { class: 'app-busy', hidden: true }, element('span', { class: 'app-spinner' }), ' Working … ', button('Stop', () => this.#stop(), 'Stop'));
        this.welcome = element('section', { class: 'welcome' });
        this.work = element('div', { class: 'app-work', hidden: true },
            element('aside', { class: 'app-side' }, this.list.element),
            element('main', { class: 'app-content' },
                element('div', { class: 'app-head' }, element('div', { class: 'app-names' }, this.title, this.what), element('div', { class: 'app-tabs', role: 'tablist' }, ...Object.values(this.tabs)), this.exportButton),
                element('div', { class: 'app-pages' }, this.viewPage, this.bytesPage, this.infoPage), this.diagnostics.element));
        document.body.append(
            element('header', { class: 'app-bar' },
                iconButton('panel', 'Files', () => this.work.classList.toggle('app-listless')),
                element('h1', {}, 'Trilobite'), element('span', { class: 'app-gap' }),
                button('Open files', () => this.filePicker.click(), 'Files …'), button('Open a folder', () => this.folderPicker.click(), 'Folder …'),
                button('Clear', () => this.clear(), 'Clear')),
            this.welcome, this.work, this.message, this.busy, this.exports.element, this.filePicker, this.folderPicker,
            element('div', { class: 'app-target' }, element('span', {}, 'Drop to open')));
    }

    #fillWelcome() {
        const families = Map.groupBy(this.#formats.filter(({ reads, family }) => reads && family !== 'modern'), ({ family }) => family);
        this.welcome.replaceChildren(
            element('h2', {}, 'Drop 3D files of legacy game engines here'),
            element('p', {}, 'Models, volumes, palettes, pictures, or a whole folder. They are opened in this page and not uploaded.'),
            element('p', { class: 'welcome-buttons' }, button('Choose files', () => this.filePicker.click(), 'Choose files'), button('Choose a folder', () => this.folderPicker.click(), 'Choose a folder')),
            element('dl', {}, ...[...families].flatMap(([family, formats]) => [element('dt', {}, family),
                element('dd', {}, ...formats.map(({ title, extensions }) => element('span', { title }, extensions.map((extension) => `.${extension}`).join(' '))))])));
    }

    #listen() {
        let depth = 0;
        const over = (on) => document.body.classList.toggle('app-over', on);
        addEventListener('dragenter', (event) => {
            event.preventDefault();
            over(++depth > 0);
        });
        addEventListener('dragleave', () => over(--depth > 0));
        addEventListener('dragover', (event) => event.preventDefault());
        addEventListener('drop', async (event) => {
            event.preventDefault();
            depth = 0;
            over(false);
            await this.#guard(async () => this.add(await fromDrop(event.dataTransfer)));
        });
    }

    async #picked(picker) {
        const found = fromInput(picker.files);
        picker.value = '';
        await this.#guard(() => this.add(found));
    }

    tell(text) {
        this.message.textContent = text;
        this.message.hidden = !text;
        clearTimeout(this.#telling);
        this.#telling = setTimeout(() => (this.message.hidden = true), 8000);
    }
    #telling;

    // Does something that may fail or take long.
    async #guard(what) {
        const timer = setTimeout(() => (this.busy.hidden = false), patience);
        try {
            await what();
        } catch (error) {
            if (error.message !== 'stopped') this.tell(error.message);
        } finally {
            clearTimeout(timer);
            this.busy.hidden = true;
        }
    }

    #work() {
        this.client = this.start();
        return this.client.call('start', this.#compiled);
    }

    // The worker is ended, and a new one given what was dropped before anything else is asked of it.
    #stop() {
        this.client.stop();
        return this.#guard(async () => {
            await Promise.all([this.#work(), this.client.call('add', this.#dropped)]);
            this.tell('Stopped.');
        });
    }

    // --- files ---

    async add(found) {
        if (!found.length) return;
        this.#dropped.push(...found);
        const { entries, problems } = await this.client.call('add', found);
        this.thumbnails.clear();
        this.list.entries = entries;
        this.welcome.hidden = true;
        this.work.hidden = false;
        this.work.classList.toggle('app-listless', entries.length === 1 && !this.list.formatOf(entries[0].path)?.archive);
        if (problems.length) this.tell(problems.join('; '));
        const added = new Set(found.map(({ path }) => path));
        const fresh = entries.filter(({ path }) => added.has(path));
        await this.open(await this.#first(fresh.length ? fresh : entries));
    }

    // What is shown first: the largest model of an old engine, of a volume its first, else the largest of all.
    async #first(entries) {
        const largest = (some) => some.sort((a, b) => b.size - a.size)[0];
        const known = entries.filter(({ path }) => this.list.formatOf(path));
        const old = known.filter(({ path }) => this.list.formatOf(path).family !== 'modern');
        const models = old.filter(({ path }) => this.list.formatOf(path).exportsScene);
        const chosen = largest(models) ?? largest(old) ?? largest(known) ?? largest(entries);
        if (this.list.formatOf(chosen.path)?.archive) await this.list.unfold(chosen.path).catch(() => this.list.fold(chosen.path));
        return chosen.path;
    }

    async clear() {
        await this.client.call('clear');
        this.#dropped = [];
        this.#path = this.#look = null;
        this.thumbnails.clear();
        this.pictures.clear();
        this.gallery.clear();
        this.view?.clear();
        this.list.entries = [];
        this.welcome.hidden = false;
        this.work.hidden = true;
    }

    // --- one file ---

    open(path) {
        const session = ++this.#session;
        const work = this.#guard(async () => {
            this.#path = path;
            this.#kind = null;
            this.#look = null;
            this.#size = 0;
            this.list.choose(path);
            this.title.textContent = baseOf(path);
            this.what.textContent = '';
            delete this.work.dataset.shown;
            delete this.work.dataset.checked;
            this.#met = [];
            try {
                await this.#openNow(path, session);
            } catch (error) {
                if (session === this.#session && error.message !== 'stopped') await this.#refuse(error, path);
            }
            if (session === this.#session) this.work.dataset.shown = path;
            await this.#check(path, session);
        });
        this.thumbnails.yieldTo(work);
        return work;
    }

    async #openNow(path, session) {
        const look = await this.client.call('look', path);
        if (session !== this.#session) return;
        this.#look = look;
        const format = this.#formats.find(({ name }) => name === look.format);
        this.what.textContent = `${look.title}, ${look.size.toLocaleString('en')} bytes`;
        this.diagnostics.show([]);
        this.infoPage.replaceChildren(values(look.info) ?? '');
        this.exportButton.disabled = false;
        this.#size = look.size;
        this.bytes.open(look.size);
        const shown = format.exportsScene ? await this.client.call('show', path, shownWith) : { kind: 'nothing' };
        if (session !== this.#session) return;
        await this.#show(shown, format);
    }

    // What is wrong with it, besides what showing it met.
    async #check(path, session) {
        const diagnostics = this.#look ? await this.client.call('check', path) : [];
        if (session !== this.#session) return;
        const told = new Set(diagnostics.map(({ code, path: field }) => `${code} ${field}`));
        this.diagnostics.show([...diagnostics, ...this.#met.filter(({ code, path: field }) => !told.has(`${code} ${field}`))]);
        this.work.dataset.checked = path;
    }

    async #show(shown, format) {
        if (shown.failure) this.#say(shown.failure);
        else if (shown.kind === 'model') await this.#showModel(shown);
        else if (shown.kind === 'pictures') {
            this.#mode('pictures');
            await this.pictures.show(shown.files);
        } else if (format.archive) {
            this.#mode('gallery');
            this.gallery.show(this.#path, await this.client.call('members', this.#path));
        } else this.#say('This file has nothing to view; see its bytes and fields.');
        this.#kind = shown.kind;
        this.#met = shown.diagnostics ?? [];
        this.diagnostics.show(this.#met);
    }

    async #showModel({ files, diagnostics }) {
        this.#mode('model');
        this.view ??= this.#makeView();
        await this.view.show(files[0].bytes.buffer, { title: baseOf(this.#path), diagnostics });
    }

    // On a phone the panel would leave little of the model.
    #makeView() {
        const view = new ModelView(this.viewElement);
        view.element.classList.toggle('tv-wide', matchMedia('(max-width: 760px)').matches);
        return view;
    }

    #mode(mode) {
        this.viewPage.dataset.mode = mode;
        if (mode !== 'model') this.view?.clear();
        if (mode !== 'pictures') this.pictures.clear();
        if (mode !== 'gallery') this.gallery.clear();
        this.show(this.#tab === 'info' && !this.#look ? 'view' : this.#tab);
    }

    #say(text, content = '') {
        this.note.replaceChildren(element('p', {}, text), content ? element('pre', {}, content) : '');
        this.#mode('note');
    }

    // A file that is no document: what it holds can be seen.
    async #refuse(error, path) {
        this.#kind = null;
        this.exportButton.disabled = true;
        this.infoPage.replaceChildren();
        this.#met = error.diagnostics ?? [];
        const { size, bytes } = await this.client.call('raw', path).catch(() => ({ size: 0, bytes: new Uint8Array() }));
        this.what.textContent = `${size.toLocaleString('en')} bytes`;
        this.#size = size;
        this.bytes.open(size);
        const isText = size && bytes.every((byte) => byte >= 32 || [9, 10, 12, 13].includes(byte));
        this.#say(`This file cannot be opened: ${error.message}`, isText ? new TextDecoder('windows-1252').decode(bytes) : '');
    }

    show(tab) {
        this.#tab = tab;
        const pages = { view: this.viewPage, bytes: this.bytesPage, info: this.infoPage };
        for (const [key, page] of Object.entries(pages)) {
            page.hidden = key !== tab;
            this.tabs[key].setAttribute('aria-selected', key === tab);
            this.tabs[key].disabled = key === 'bytes' ? !this.#size : key === 'info' && !this.#look;
        }
    }

    async #go(text) {
        const offset = Number(text);
        if (text && Number.isInteger(offset)) return this.bytes.go(Math.max(0, Math.min(offset, this.#size - 1)));
        const field = await this.client.call('find', this.#path, text);
        return field ? this.bytes.go(field.offset, field.length) : this.tell(`No such field: "${text}".`);
    }

    #jump({ offset, path }) {
        if (!this.#size) return;
        this.show('bytes');
        this.#guard(async () => {
            const field = path ? await this.client.call('find', this.#path, path) : undefined;
            if (field) await this.bytes.go(offset ?? field.offset, field.length);
            else if (offset !== undefined) await this.bytes.go(offset);
        });
    }
}
