// What a file can be saved as: every format that its scene can be converted to, itself in other versions, its fields as
// JSON; each with the options that apply to it.
import { element } from '../dom.js';
import { zipSync } from 'fflate';
import { baseOf, printable, stemOf } from './names.js';
import { targetsOf } from './targets.js';

export function save(name, bytes) {
    const link = element('a', { href: URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileKinds = ['palette', 'picture', 'model']; // of what options may name

export class Export {
    #formats;
    #path;
    #volume;
    #source;
    #targets = [];
    #last = 'glb';

    // `make(path, format, name, options)` promises { files } or { failure }, `picture()` a PNG of what is seen,
    // `paths(kinds)` gives those of the dropped files.
    constructor({ make, dump, source, picture, paths, tell }) {
        Object.assign(this, { make, dump, source, picture, paths, tell });
        this.title = element('h2', {});
        this.ways = element('div', { class: 'export-ways', role: 'radiogroup', 'aria-label': 'Format', onchange: () => {
            this.#last = this.#chosen.name;
            this.#choose(this.#chosen);
        } });
        this.fields = element('div', { class: 'export-options' });
        this.files = element('datalist', { id: 'export-files' });
        this.button = element('button', { type: 'submit', class: 'app-main' }, 'Save');
        this.form = element('form', { onsubmit: (event) => this.#submit(event) }, this.ways, this.fields, this.files,
            element('footer', {}, this.said = element('p', { class: 'export-said', role: 'status' }), this.button));
        this.element = element('dialog', { class: 'dialog export', 'aria-label': 'Export' },
            element('header', {}, this.title, element('button', { type: 'button', class: 'dialog-close', 'aria-label': 'Close', onclick: () => this.element.close() }, '×')), this.form);
    }

    set formats(formats) {
        this.#formats = formats;
    }

    // `format`: undefined for a file that is no document. `shown`: what is seen of it, 'model', 'pictures' or 'nothing'; `possible`: names of the formats that
    // it can be written in (undefined: unknown); `volume`: the path of the one that it is in, if any.
    show(path, format, shown, possible, volume) {
        this.#path = path;
        this.#volume = volume;
        this.#source = this.#formats.find(({ name }) => name === format);
        this.#targets = targetsOf(this.#formats, this.#source, shown, possible, volume && printable(baseOf(volume)));
        this.title.textContent = `Export ${printable(baseOf(path))}`;
        this.said.textContent = '';
        const chosen = this.#targets.find(({ name }) => name === this.#last) ?? this.#targets[0];
        this.ways.replaceChildren(...this.#targets.map((target) => element('label', { title: target.hint },
            element('input', { type: 'radio', name: 'way', value: target.name, checked: target === chosen }), element('b', {}, target.title), element('small', {}, target.hint))));
        this.#choose(chosen);
        this.element.showModal();
    }

    get #chosen() {
        const { value } = this.ways.querySelector('input:checked');
        return this.#targets.find(({ name }) => name === value);
    }

    #choose({ name, title, options }) {
        this.button.textContent = name === 'file' ? 'Save the file' : name === 'volume' ? 'Save the volume' : `Save ${title}`;
        this.fields.replaceChildren(...(options.length ? [element('h3', {}, 'Options'), ...options.map((option) => this.#option(option))] : []));
        if (options.some(({ argument }) => argument === 'FILE'))
            this.files.replaceChildren(...this.paths(fileKinds).map((path) => element('option', { value: path })));
    }

    #option({ name, argument, help, kind, words }) {
        let input;
        if (kind === 'flag') input = element('input', { type: 'checkbox', name });
        else if (kind === 'word') input = element('select', { name }, element('option', { value: '' }, 'default'), ...words.map((word) => element('option', {}, word)));
        else if (kind === 'integer' && !words?.length) input = element('input', { name, type: 'number', step: 1, placeholder: argument });
        else if (kind === 'real') input = element('input', { name, type: 'number', step: 'any', placeholder: argument });
        else input = element('input', { name, placeholder: words?.length && kind === 'bits' ? words.join(',') : argument, list: argument === 'FILE' ? 'export-files' : undefined, spellcheck: 'false', autocomplete: 'off' });
        return element('label', {}, element('code', {}, name), input, element('small', {}, help));
    }

    get #options() {
        const inputs = [...this.fields.querySelectorAll('[name]')].filter((input) => (input.type === 'checkbox' ? input.checked : input.value.trim()));
        return Object.fromEntries(inputs.map((input) => [input.name, input.type === 'checkbox' ? '' : input.value.trim()]));
    }

    async #submit(event) {
        event.preventDefault();
        if (this.button.disabled) return;
        this.button.disabled = true;
        this.said.textContent = '';
        try {
            await this.#save(this.#chosen);
            this.element.close();
        } catch (error) {
            this.said.textContent = error.message === 'stopped' ? 'Stopped.' : error.message;
        } finally {
            this.button.disabled = false;
        }
    }

    async #save({ name, format }) {
        const path = this.#path, base = baseOf(path), stem = stemOf(path);
        if (name === 'picture') return save(`${stem}.png`, await this.picture());
        if (name === 'json') return save(`${base}.json`, await this.dump(path));
        if (name === 'file') return save(base, await this.source(path));
        if (name === 'volume') return save(baseOf(this.#volume), await this.source(this.#volume));
        return this.#convert(format, format === this.#source && !format.importsScene ? base : `${stem}.${format.extensions[0]}`);
    }

    // Several files go into a zip.
    async #convert(format, name) {
        const { files, failure, diagnostics } = await this.make(this.#path, format.name, name, this.#options);
        if (failure) throw new Error(failure);
        const warnings = diagnostics.filter(({ severity }) => severity !== 'note');
        if (warnings.length) this.tell(`Saved ${name}; ${warnings.length} warning${warnings.length === 1 ? '' : 's'}: ${warnings[0].message}`);
        if (files.length === 1) save(files[0].name, files[0].bytes);
        else save(`${stemOf(this.#path)}-${format.name}.zip`, zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])), { level: 1 }));
    }
}
