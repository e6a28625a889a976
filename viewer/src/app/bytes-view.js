// The bytes of a file, colored by field; what is pointed at is told below. Only the rows that are seen exist.
//
//     const view = new BytesView((from, to) => Promise<{ size, bytes, fields }>);
//     view.open(size); view.go(offset, length);
import { element } from '../dom.js';

const rowBytes = 16, rowHeight = 22, block = 4096;
const tallest = 8e6; // pixels: browsers draw nothing much higher
const tints = 6;

const hex = (value, digits) => value.toString(16).padStart(digits, '0');
const shownValue = (value) => (value.length > 300 ? `${value.slice(0, 300)}…` : value);

const shortPath = (path) => path.split('.').slice(-2).join('.');

export class BytesView {
    #fetch;
    #size = 0;
    #blocks = new Map(); // number -> promise of a block
    #marked = null;      // { from, to }
    #drawn = '';
    #session = 0;

    constructor(fetch) {
        this.#fetch = fetch;
        this.rows = element('div', { class: 'bytes-rows' });
        this.space = element('div', { class: 'bytes-space' }, this.rows);
        this.scroller = element('div', { class: 'bytes-scroller', tabindex: '0', role: 'grid', 'aria-label': 'Bytes', onscroll: () => this.#draw() }, this.space);
        this.told = element('div', { class: 'bytes-told', 'aria-live': 'polite' });
        this.fields = element('div', { class: 'bytes-fields', role: 'list', 'aria-label': 'Fields' });
        this.jump = element('input', { class: 'bytes-jump', placeholder: 'offset, or field path', 'aria-label': 'Go to an offset or a field', spellcheck: 'false', onchange: () => this.onjump(this.jump.value.trim()) });
        this.element = element('div', { class: 'bytes' },
            element('div', { class: 'bytes-bar' }, this.jump, this.told), this.scroller, this.fields);
        this.rows.addEventListener('pointerover', ({ target }) => this.#point(target));
        this.rows.addEventListener('click', ({ target }) => {
            const field = this.#fieldOf(target);
            if (field) this.#mark(field.offset, field.length);
        });
        new ResizeObserver(() => this.#draw()).observe(this.scroller);
    }

    onjump = () => {};

    open(size) {
        this.#size = size;
        this.#blocks.clear();
        this.#marked = null;
        this.#drawn = '';
        this.#session++;
        this.told.textContent = '';
        this.rows.replaceChildren();
        this.fields.replaceChildren();
        this.space.style.height = `${this.#height}px`;
        this.scroller.scrollTop = 0;
        this.#draw();
    }

    // The byte at an offset is seen, and the field there marked.
    async go(offset, length = 1) {
        const row = Math.max(0, Math.floor(offset / rowBytes) - 3);
        this.scroller.scrollTop = (row / Math.max(1, this.#rowCount - this.#seenRows)) * Math.max(0, this.#height - this.scroller.clientHeight);
        this.#mark(offset, Math.max(1, length));
        await this.#draw();
    }

    get #rowCount() {
        return Math.ceil(this.#size / rowBytes);
    }

    get #height() {
        return Math.min(tallest, this.#rowCount * rowHeight);
    }

    get #seenRows() {
        return Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight));
    }

    get #firstRow() {
        const { scrollTop, clientHeight } = this.scroller, way = this.#height - clientHeight;
        return way <= 0 ? 0 : Math.round((scrollTop / way) * Math.max(0, this.#rowCount - this.#seenRows));
    }

    #mark(from, length) {
        this.#marked = { from, to: from + length, isNew: true };
        this.#drawn = '';
        this.#draw();
    }

    #load(number) {
        if (!this.#blocks.has(number)) {
            if (this.#blocks.size > 64) this.#blocks.delete(this.#blocks.keys().next().value);
            this.#blocks.set(number, this.#fetch(number * block, Math.min(this.#size, (number + 1) * block)));
        }
        return this.#blocks.get(number);
    }

    async #draw() {
        if (!this.#size || !this.scroller.clientHeight) return;
        const from = this.#firstRow * rowBytes, to = Math.min(this.#size, from + (this.#seenRows + 1) * rowBytes);
        const key = `${this.#session} ${from} ${to} ${this.#marked?.from}`;
        if (key === this.#drawn) return;
        this.#drawn = key;
        const numbers = [];
        for (let number = Math.floor(from / block); number * block < to; number++) numbers.push(number);
        let blocks;
        try {
            blocks = await Promise.all(numbers.map((number) => this.#load(number)));
        } catch (error) {
            if (key === this.#drawn) this.told.textContent = error.message;
            return;
        }
        if (key !== this.#drawn) return;
        const byteAt = (offset) => blocks[Math.floor(offset / block) - numbers[0]].bytes[offset % block];
        const seen = [...new Map(blocks.flatMap(({ fields }) => fields).map((field) => [field.line, field])).values()]
            .filter((field) => field.offset < to && field.offset + field.length > from);
        this.#show(from, to, byteAt, seen);
    }

    #show(from, to, byteAt, fields) {
        const owner = new Array(to - from).fill(null);
        for (const field of fields)
            for (let i = Math.max(from, field.offset); i < Math.min(to, field.offset + field.length); i++) owner[i - from] = field;
        if (this.#marked?.isNew && this.#marked.from >= from && this.#marked.from < to) {
            this.#marked.isNew = false;
            this.#tell(owner[this.#marked.from - from], this.#marked.from);
        }
        const rows = [];
        for (let at = from; at < to; at += rowBytes) rows.push(this.#row(at, Math.min(to, at + rowBytes), byteAt, (i) => owner[i - from]));
        this.rows.style.transform = `translateY(${Math.min(this.scroller.scrollTop, Math.max(0, this.#height - rows.length * rowHeight))}px)`;
        this.rows.replaceChildren(...rows);
        this.fields.replaceChildren(...fields.slice(0, 400).map((field) => this.#entry(field)));
        const marked = this.fields.querySelector('[aria-current]');
        if (marked) this.fields.scrollTop = marked.offsetTop - this.fields.clientHeight / 3;
    }

    #isMarked(offset) {
        return this.#marked && offset >= this.#marked.from && offset < this.#marked.to;
    }

    #row(from, to, byteAt, ownerOf) {
        const digits = Math.max(6, hex(this.#size, 1).length);
        const bytes = element('span', { class: 'bytes-hex' }), text = element('span', { class: 'bytes-text' });
        for (let at = from; at < to; at++) {
            const byte = byteAt(at), field = ownerOf(at);
            const look = `${field ? `tint-${field.line % tints}` : ''}${this.#isMarked(at) ? ' marked' : ''}`;
            const cell = element('i', { class: look }, hex(byte, 2)), letter = element('i', { class: look }, byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·');
            cell.field = letter.field = field;
            cell.offset = letter.offset = at;
            bytes.append(cell);
            text.append(letter);
        }
        return element('div', { class: 'bytes-row', role: 'row' }, element('span', { class: 'bytes-offset' }, hex(from, digits)), bytes, text);
    }

    #entry(field) {
        const made = element('button', { type: 'button', class: 'bytes-field', onclick: () => this.#mark(field.offset, field.length) },
            element('i', { class: `tint-${field.line % tints}` }), element('b', {}, shortPath(field.path)), ' ', element('span', {}, shownValue(field.value)));
        made.title = field.path;
        made.field = field;
        if (this.#marked && field.offset < this.#marked.to && field.offset + field.length > this.#marked.from) made.setAttribute('aria-current', 'true');
        return made;
    }

    #fieldOf(target) {
        return target.closest('i')?.field;
    }

    #point(target) {
        const cell = target.closest('i');
        if (!cell) return;
        this.#tell(cell.field, cell.offset);
    }

    #tell(field, offset) {
        this.told.replaceChildren(element('code', {}, `0x${hex(offset, 4)}`), ' ',
            ...(field ? [element('b', {}, field.path), ` ${shownValue(field.value)}`, element('small', {}, ` ${field.length} byte${field.length === 1 ? '' : 's'}`)] : ['no field']));
    }
}
