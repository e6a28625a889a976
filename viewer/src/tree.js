// The nodes as a tree: what each is called, whether it is shown.
import { element } from './dom.js';
import { isShown } from './model.js';

const most = 200; // siblings that have rows at first, and then at once

export class Tree {
    #rows = new Map(); // by node
    #more = new Map(); // by the node above, or null: makes rows up to that of a child
    #model = null;
    #selected = null;

    // `select(node)` and `show(node, shown)` say what was asked for.
    constructor({ select, show, approach }) {
        this.element = element('div', { class: 'tv-tree', role: 'tree', 'aria-label': 'Nodes' });
        this.select = select;
        this.show = show;
        this.approach = approach;
        this.element.addEventListener('keydown', (event) => this.#key(event));
    }

    set model(model) {
        this.#model = model;
        this.#rows.clear();
        this.#more.clear();
        this.#selected = null;
        this.element.replaceChildren(...this.#items(null, model?.roots ?? [], 1));
        if (!model) return;
        const [only] = model.roots;
        if (model.roots.length <= 3) model.roots.forEach((root) => this.#open(root, true));
        if (model.roots.length === 1) only.children.slice(0, 12).forEach((child) => child.children.length <= 12 && this.#open(child, true));
        this.element.querySelector('.tv-row')?.setAttribute('tabindex', 0);
    }

    // What is shown may have changed.
    update() {
        for (const [node, { row, box }] of this.#rows) {
            box.checked = node.shown;
            row.classList.toggle('tv-hidden', !isShown(node));
        }
    }

    mark(node) {
        const old = this.#rows.get(this.#selected);
        old?.row.setAttribute('aria-selected', false);
        this.#selected = node;
        for (let above = node?.parent; above; above = above.parent) this.#reveal(above);
        if (node) this.#makeRow(node);
        const { row } = this.#rows.get(node) ?? {};
        if (!row) return;
        row.setAttribute('aria-selected', true);
        this.#focusable(row);
        row.scrollIntoView({ block: 'nearest' });
    }

    #reveal(node) {
        this.#makeRow(node);
        this.#open(node, true);
    }

    #makeRow(node) {
        if (this.#rows.has(node)) return;
        if (node.parent) this.#reveal(node.parent);
        if (!this.#rows.has(node)) this.#more.get(node.parent)?.(node);
    }

    // Of all nodes on a level those from a number on; the rest has a button.
    #items(above, nodes, level, from = 0, to = most) {
        const items = nodes.slice(from, to).map((node) => this.#item(node, level));
        this.#more.delete(above);
        if (to >= nodes.length) return items;
        const rest = element('div', { class: 'tv-more', style: `--level: ${level}` }, element('button', { type: 'button', onclick: () => this.#more.get(above)() }, `${(nodes.length - to).toLocaleString('en')} more`));
        this.#more.set(above, (node) => rest.replaceWith(...this.#items(above, nodes, level, to, Math.max(to + most, nodes.indexOf(node) + 1))));
        return [...items, rest];
    }

    #item(node, level) {
        const box = element('input', { type: 'checkbox', tabindex: -1, 'aria-label': `Show ${node.name}`, checked: node.shown,
            onclick: (event) => event.stopPropagation(), onchange: () => this.show(node, box.checked) });
        const twist = element('span', { class: 'tv-twist', 'aria-hidden': 'true' });
        const kind = node.json.skin !== undefined ? 'skin' : node.json.mesh !== undefined ? 'mesh' : '';
        const row = element('div', { class: 'tv-row', role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-selected': false,
            'aria-expanded': node.children.length ? 'false' : undefined, style: `--level: ${level}`,
            onclick: (event) => (event.target === twist ? this.#open(node) : this.select(node)),
            ondblclick: () => this.approach(node) },
        twist, box, element('span', { class: 'tv-name' }, node.name), kind && element('span', { class: 'tv-kind' }, kind));
        const children = element('div', { role: 'group', hidden: true });
        row.classList.toggle('tv-hidden', !isShown(node));
        this.#rows.set(node, { row, box, children });
        row.node = node;
        return element('div', {}, row, children);
    }

    // Children are made when they are first seen.
    #open(node, open) {
        const { row, children } = this.#rows.get(node);
        if (!node.children.length) return;
        open ??= children.hidden;
        if (!children.childElementCount) children.append(...this.#items(node, node.children, Number(row.getAttribute('aria-level')) + 1));
        children.hidden = !open;
        row.setAttribute('aria-expanded', open);
    }

    #focusable(row) {
        this.element.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
        row.setAttribute('tabindex', 0);
    }

    #key(event) {
        const row = event.target.closest('.tv-row');
        if (!row) return;
        const rows = [...this.element.querySelectorAll('.tv-row')].filter((other) => other.offsetParent);
        const go = (other) => {
            if (!other) return;
            this.#focusable(other);
            other.focus();
        };
        const open = row.getAttribute('aria-expanded') === 'true';
        const actions = {
            ArrowDown: () => go(rows[rows.indexOf(row) + 1]),
            ArrowUp: () => go(rows[rows.indexOf(row) - 1]),
            ArrowRight: () => (open ? go(rows[rows.indexOf(row) + 1]) : this.#open(row.node, true)),
            ArrowLeft: () => (open ? this.#open(row.node, false) : go(this.#rows.get(row.node.parent)?.row)),
            Home: () => go(rows[0]),
            End: () => go(rows.at(-1)),
            Enter: () => this.select(row.node),
            ' ': () => this.show(row.node, !row.node.shown),
        };
        if (!(event.key in actions)) return;
        event.preventDefault();
        event.stopPropagation();
        actions[event.key]();
    }
}
