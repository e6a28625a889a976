// What the keys do.
import { element } from './dom.js';

const topics = {
    Looking: [
        ['drag', 'turn around the model'], ['wheel, pinch', 'nearer, farther'], ['right drag, two fingers', 'move sideways'],
        ['1 – 6', 'three-quarter, front, back, left, right, top'], ['F', 'all of the model'], ['double click', 'to a thing in the tree'],
    ],
    Walking: [
        ['G', 'walk, or orbit again'], ['I', 'into the middle'], ['W A S D, arrows', 'go'], ['E, Q', 'up, down'],
        ['Shift', 'faster'], ['drag', 'look around'], ['wheel', 'speed'],
    ],
    Showing: [
        ['X', 'wireframe'], ['L', 'light maps'], ['U', 'UV checker'], ['B', 'bounds'], ['N', 'statistics'], ['C', 'collision'], ['Z', 'zones and portals'],
        ['[ ]', 'finer, coarser level of detail'], ['H', 'hide or show what is selected'],
        ['click', 'what is this?'], ['Escape', 'nothing selected'], ['T', 'dark or light'], ['P', 'save a picture'],
    ],
    Sequences: [['Space', 'play, pause'], [', .', 'a step back, ahead']],
};

// `more`: topics of the page that the view is in.
export function helpDialog(more = {}) {
    const topic = ([title, keys]) => element('section', {}, element('h3', {}, title),
        element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])));
    return element('dialog', { class: 'tv-help', 'aria-label': 'Help' },
        element('form', { method: 'dialog' }, element('h2', {}, 'Keys and gestures'), element('button', { autofocus: true }, 'Close')),
        element('div', { class: 'tv-topics' }, ...Object.entries({ ...topics, ...more }).map(topic)));
}
