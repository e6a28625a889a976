// What check says of a file; a click leads to the byte, to the field, or to the place in the model.
import { element } from '../dom.js';

const order = { error: 0, warning: 1, note: 2 };

export class Diagnostics {
    // `jump(diagnostic, to)` is called with what is clicked; `to` is 'bytes', 'field' or 'model'.
    constructor(jump) {
        this.jump = jump;
        this.model = false; // whether there is a model to lead to
        this.summary = element('summary');
        this.rows = element('ul');
        this.element = element('details', { class: 'diagnostics', hidden: true }, this.summary, this.rows);
    }

    // `model`: whether there is a model.
    show(diagnostics, model = false) {
        this.model = model;
        const sorted = [...diagnostics].sort((a, b) => order[a.severity] - order[b.severity]);
        const count = (severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
        const parts = Object.keys(order).map((severity) => [count(severity), severity]).filter(([number]) => number);
        this.element.hidden = !diagnostics.length;
        this.element.open = count('error') > 0;
        this.summary.replaceChildren(...parts.map(([number, severity]) => element('span', { class: `badge ${severity}` }, `${number} ${severity}${number === 1 ? '' : 's'}`)),
            element('span', { class: 'diagnostics-first' }, sorted[0]?.message ?? ''));
        this.rows.replaceChildren(...sorted.map((diagnostic) => this.#row(diagnostic)));
    }

    #row(diagnostic) {
        const { severity, code, meaning, path, offset, message } = diagnostic;
        const place = offset === undefined ? '' : `0x${offset.toString(16).padStart(8, '0')}`;
        const text = [element('span', { class: `badge ${severity}` }, severity), element('code', { title: meaning }, code), element('span', { class: 'diagnostics-message' }, message),
            element('code', { class: 'diagnostics-place' }, [place, path].filter(Boolean).join('  '))];
        const ways = [['bytes', 'Bytes', offset !== undefined || path], ['field', 'Field', path], ['model', 'In the model', path && this.model]].filter(([, , can]) => can);
        const main = ways.length ? element('button', { type: 'button', class: 'diagnostics-main', title: 'Show the bytes', onclick: () => this.jump(diagnostic, 'bytes') }, ...text) : element('div', { class: 'diagnostics-main' }, ...text);
        return element('li', {}, main, ...ways.slice(1).map(([to, label]) => element('button', { type: 'button', class: 'diagnostics-way', onclick: () => this.jump(diagnostic, to) }, label)));
    }
}
