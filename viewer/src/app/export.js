// What a file can be saved as: every format that its scene can be converted to, itself in other versions, its fields as JSON.
import { button, element } from '../dom.js';
import { zipSync } from 'fflate';
import { baseOf, extensionOf } from './list.js';

export function save(name, bytes) {
    const link = element('a', { href: URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const stemOf = (path) => (extensionOf(path) ? baseOf(path).slice(0, -extensionOf(path).length - 1) : baseOf(path));

export class Export {
    #formats;
    #path;
    #format;
    #isModel;

    // `make(path, format, name, options)` promises { files } or { failure }, `picture()` a PNG of what is seen.
    constructor({ make, dump, source, picture, tell }) {
        Object.assign(this, { make, dump, source, picture, tell });
        this.fields = element('fieldset', { class: 'export-options' });
        this.ways = element('div', { class: 'export-ways' });
        this.others = element('div', { class: 'export-ways' });
        this.element = element('dialog', { class: 'export', 'aria-label': 'Export' },
            element('form', { method: 'dialog' }, element('h2', {}, 'Export'), element('button', { 'aria-label': 'Close' }, 'Close')),
            this.ways, element('details', {}, element('summary', {}, 'Other formats'), this.others), element('details', { class: 'export-choices' }, element('summary', {}, 'Options'), this.fields));
    }

    set formats(formats) {
        this.#formats = formats;
    }

    show(path, format, isModel) {
        this.#path = path;
        this.#format = this.#formats.find(({ name }) => name === format);
        this.#isModel = isModel;
        this.#fillWays();
        this.#fillOptions();
        this.element.showModal();
    }

    #fillWays() {
        const way = (label, hint, act) => button(label, async () => {
            this.element.close();
            try {
                await act();
            } catch (error) {
                this.tell(error.message);
            }
        }, element('b', {}, label), element('small', {}, hint));
        const stem = stemOf(this.#path), ways = [];
        const targets = this.#format.exportsScene ? this.#formats.filter((format) => format.importsScene && !(format.name === 'png' && this.#isModel)) : [];
        for (const format of targets) ways.push(way(format.name.toUpperCase(), format.title, () => this.#convert(format.name, `${stem}.${format.extensions[0]}`)));
        if (this.#isModel) ways.push(way('Picture', 'the current view, as PNG', async () => save(`${stem}.png`, await this.picture())));
        if (this.#format.convertsVersion && !targets.includes(this.#format)) ways.push(way(`${this.#format.name.toUpperCase()} again`, 'the same format, with the options applied', () => this.#convert(this.#format.name, baseOf(this.#path))));
        ways.push(way('JSON', 'every field', async () => save(`${baseOf(this.#path)}.json`, await this.dump(this.#path))));
        ways.push(way('File', 'as it is', async () => save(baseOf(this.#path), await this.source(this.#path))));
        const usual = ['GLB', 'OBJ', 'PNG', 'Picture', 'JSON', 'HTML', 'File'];
        const isUsual = (made) => usual.includes(made.ariaLabel);
        this.ways.replaceChildren(...ways.filter(isUsual).sort((a, b) => usual.indexOf(a.ariaLabel) - usual.indexOf(b.ariaLabel)));
        this.others.replaceChildren(...ways.filter((made) => !isUsual(made)));
        this.others.parentNode.hidden = !this.others.childElementCount;
    }

    // Those of the file itself first, then what is written asks.
    #fillOptions() {
        const general = [{ name: 'lod', argument: 'N|all', help: 'levels of detail' }, { name: 'palette', argument: 'FILE', help: 'a file among those dropped whose palette is used' }];
        const seen = new Set();
        const group = (title, options) => {
            const fresh = options.filter(({ name }) => !seen.has(name));
            fresh.forEach(({ name }) => seen.add(name));
            return fresh.length ? [element('h3', {}, title), ...fresh.map((option) => this.#option(option))] : [];
        };
        this.fields.replaceChildren(...group(baseOf(this.#path), [...general, ...this.#format.options]),
            ...this.#formats.filter(({ importsScene }) => importsScene).flatMap((format) => group(`as ${format.name.toUpperCase()}`, format.options)));
    }

    #option({ name, argument, help }) {
        return element('label', {}, element('code', {}, name), argument ? element('input', { name, placeholder: argument }) : element('input', { type: 'checkbox', name }), element('small', {}, help));
    }

    get #options() {
        const chosen = [...this.fields.querySelectorAll('input')].filter((input) => (input.type === 'checkbox' ? input.checked : input.value.trim()));
        return Object.fromEntries(chosen.map((input) => [input.name, input.type === 'checkbox' ? '' : input.value.trim()]));
    }

    // Several files go into a zip.
    async #convert(format, name) {
        const { files, failure, diagnostics } = await this.make(this.#path, format, name, this.#options);
        if (failure) throw new Error(failure);
        const warnings = diagnostics.filter(({ severity }) => severity !== 'note').length;
        if (warnings) this.tell(`Saved ${name}; ${warnings} warning${warnings === 1 ? '' : 's'}: ${diagnostics.find(({ severity }) => severity !== 'note').message}`);
        if (files.length === 1) save(files[0].name, files[0].bytes);
        else save(`${stemOf(this.#path)}-${format}.zip`, zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])), { level: 1 }));
    }
}
