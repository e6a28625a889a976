// Data as nested lists that open: the extras of nodes, materials and scenes.
import { element } from './dom.js';

const most = 100; // members shown at first

const isNested = (value) => value !== null && typeof value === 'object';
const isFlat = (value) => Array.isArray(value) && value.length <= 16 && !value.some(isNested);
// { min, max }
const isPair = (value) => !Array.isArray(value) && Object.keys(value).length === 2 && Object.values(value).every(isFlat);

function text(value) {
    if (Array.isArray(value)) return value.join(', ');
    return isNested(value) ? Object.entries(value).map(([key, numbers]) => `${key} ${numbers.join(' ')}`).join(', ') : String(value);
}

function plain(value) {
    return element('code', { class: `tv-${typeof value}` }, text(value));
}

function row(key, value) {
    if (!isNested(value) || isFlat(value) || isPair(value)) return element('li', {}, element('span', { class: 'tv-key' }, key), ' ', plain(value));
    const count = Array.isArray(value) ? value.length : Object.keys(value).length;
    const details = element('details', {}, element('summary', {}, element('span', { class: 'tv-key' }, key), ` ${count}`));
    details.addEventListener('toggle', () => details.append(list(value)), { once: true });
    return element('li', {}, details);
}

function list(value) {
    const entries = Object.entries(value), made = element('ul', { class: 'tv-values' });
    const show = (from, to) => made.append(...entries.slice(from, to).map(([key, member]) => row(key, member)));
    show(0, most);
    if (entries.length > most) {
        const rest = element('li', {}, element('button', { type: 'button', onclick: () => {
            rest.remove();
            show(most);
        } }, `${entries.length - most} more`));
        made.append(rest);
    }
    return made;
}

// null when there is nothing to show.
export function values(data) {
    return data && Object.keys(data).length ? list(data) : null;
}
