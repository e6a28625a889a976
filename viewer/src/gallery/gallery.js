// The page of many models: `trilobite convert A B... gallery.html`. Pictures and models are in files in a folder beside
// the page. Browsers refuse fetch() from file://, so a model is a script that calls trilobiteModel; it is loaded when
// its tile is opened, and only the model that is shown is in memory.
import { button, element } from '../dom.js';
import { ModelView } from '../model-view.js';

// Text that is not UTF-8 has a spelling of its own.
const revive = (key, value) => value?.latin1 ?? value;
const { title, files, models } = JSON.parse(document.getElementById('index').textContent, revive);
const address = (number, extension) => `${encodeURIComponent(files)}/${String(number + 1).padStart(4, '0')}.${extension}`;
const count = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes.buffer;
}

// --- tiles ---

function tileOf({ name, folder, format, picture, error }, number) {
    const image = picture
        ? element('img', { src: address(number, 'png'), alt: '', loading: 'lazy', decoding: 'async' })
        : element('span', { class: 'blank' }, error ? '\u00d7' : name.split('.').pop());
    const words = element('span', { class: 'words' }, element('strong', {}, name), element('small', {}, error ?? [folder, format].filter(Boolean).join(' \u00b7 ')));
    return element('li', error ? { class: 'failed' } : {},
        error ? element('div', { class: 'tile', title: error }, image, words) : element('a', { class: 'tile', href: `#${number + 1}`, title: `${folder}${name}` }, image, words));
}

const tiles = models.map(tileOf);
const texts = models.map(({ name, folder, format, error }) => `${folder}${name} ${format ?? ''} ${error ?? ''}`.toLowerCase());
const failed = models.filter(({ error }) => error).length;
const list = element('ul', { class: 'tiles' }, ...tiles);
const search = element('input', { type: 'search', placeholder: 'Search names and formats', 'aria-label': 'Search', oninput: filter });
const status = element('p', { role: 'status' });
const gallery = element('main', {}, element('header', {}, element('h1', {}, title), search, status), list);

function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    tiles.forEach((tile, i) => (tile.hidden = !words.every((word) => texts[i].includes(word))));
    const found = tiles.filter((tile) => !tile.hidden).length;
    status.textContent = words.length ? `${found} of ${count(models.length, 'file')}` : count(models.length, 'file') + (failed ? `, ${failed} could not be converted` : '');
}

// --- the model that is open ---

let view = null, opened = null, wanted = null;
const name = element('strong', {});
const alert = element('p', { role: 'alert', hidden: true });
const stage = element('div', { class: 'stage' });
const model = element('section', { class: 'model', hidden: true, 'aria-label': 'Model' },
    element('header', {},
        element('a', { class: 'back', href: '#', 'aria-label': 'Back to the gallery', title: 'Back to the gallery (Esc)' }, '\u2190 Gallery'), name,
        button('Previous (Page Up)', () => step(-1), '\u2039'), button('Next (Page Down)', () => step(1), '\u203a')),
    alert, stage);

function load(number) {
    return new Promise((resolve, reject) => {
        let data = null;
        window.trilobiteModel = (from, about, base64) => {
            if (from === number + 1) data = { about, base64 };
        };
        const script = element('script', { src: address(number, 'js') });
        const end = () => {
            script.remove();
            if (data) resolve(data);
            else reject(new Error(`${address(number, 'js')} is missing or damaged; it belongs beside this page`));
        };
        script.addEventListener('load', end);
        script.addEventListener('error', end);
        document.head.append(script);
    });
}

// Chromium complains when what has autofocus, as the view's help, is added while something has the focus.
async function makeView() {
    document.activeElement.blur();
    window.view = new ModelView(stage);
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    model.querySelector('.back').focus();
    return window.view;
}

let queue = Promise.resolve();

async function show(number) {
    if (number !== wanted) return; // another one was opened since
    alert.hidden = true;
    stage.hidden = false;
    try {
        const { about, base64 } = await load(number);
        view ??= await makeView();
        const { title: of, diagnostics } = JSON.parse(JSON.stringify(about), revive);
        await view.show(bytesOf(base64), { title: of, diagnostics });
        stage.dataset.shown = number + 1;
    } catch (error) {
        view?.clear();
        stage.hidden = true;
        alert.hidden = false;
        alert.textContent = `This model cannot be shown: ${error.message}`;
    }
}

function open(number) {
    const { name: of, folder } = models[number];
    if (opened === null) gallery.inert = true;
    opened = wanted = number;
    delete stage.dataset.shown;
    model.hidden = false;
    name.textContent = `${folder}${of}`;
    document.title = `${of} \u2013 ${title}`;
    model.querySelector('.back').focus();
    queue = queue.then(() => show(number));
}

function close() {
    if (opened === null) return;
    const tile = tiles[opened].querySelector('a');
    opened = wanted = null;
    model.hidden = true;
    gallery.inert = false;
    document.title = title;
    queue = queue.then(() => opened === null && view?.clear());
    tile?.focus();
}

function step(by) {
    for (let i = opened + by; i >= 0 && i < models.length; i += by)
        if (!tiles[i].hidden && !models[i].error) return location.replace(`#${i + 1}`);
}

function follow() {
    const number = Number(location.hash.slice(1)) - 1;
    if (Number.isInteger(number) && models[number] && !models[number].error) open(number);
    else close();
}

addEventListener('hashchange', follow);
document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (opened === null && event.key === '/' && event.target !== search) {
        event.preventDefault();
        search.focus();
    }
    if (opened === null) return;
    if (event.key === 'Escape') location.hash = '';
    else if (event.key === 'PageDown' || event.key === 'PageUp') {
        event.preventDefault();
        step(event.key === 'PageDown' ? 1 : -1);
    }
});
document.body.append(gallery, model);
filter();
follow();
document.body.dataset.ready = 'true';
