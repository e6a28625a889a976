// The page around a file: the bar at the top, the welcome, what is said and waited for.
import { button, element, iconButton } from '../dom.js';
import { samples } from './samples.js';

// Builds it into the body, and gives its elements. `app` does what the buttons say.
export function buildFrame(app) {
    const picker = (attributes) => element('input', { type: 'file', hidden: true, ...attributes, onchange: (event) => app.picked(event.target) });
    const filePicker = picker({ multiple: true }), folderPicker = picker({ webkitdirectory: true });
    const welcome = element('section', { class: 'welcome' });
    const work = element('div', { class: 'app-work', hidden: true }, element('aside', { class: 'app-side' }, app.list.element), app.file.element);
    const message = element('div', { class: 'app-message', role: 'status', hidden: true });
    const busy = element('div', { class: 'app-busy', role: 'status', hidden: true }, element('span', { class: 'app-spinner' }), ' Working … ', button('Stop', () => app.stop(), 'Stop'));
    const dots = () => element('span', { class: 'app-wide' }, ' …');
    const clearButton = button('Clear', () => app.clear(), 'Clear');
    clearButton.hidden = true;
    document.body.append(
        element('header', { class: 'app-bar' },
            iconButton('panel', 'Files', () => work.classList.toggle('app-listless')),
            element('h1', {}, 'Trilobite'), element('span', { class: 'app-gap' }),
            button('Open files', () => filePicker.click(), 'Files', dots()), button('Open a folder', () => folderPicker.click(), 'Folder', dots()), clearButton,
           
            iconButton('help', 'Keys and gestures (?)', () => app.help.showModal()), iconButton('about', 'About', () => app.about.showModal())),
        welcome, work, message, busy, app.file.exports.element, app.help, app.about, filePicker, folderPicker,
        element('div', { class: 'app-target' }, element('span', {}, 'Drop to open')));
    return { clearButton, filePicker, folderPicker, welcome, work, message, busy };
}

export function fillWelcome(app, formats) {
    const families = Map.groupBy(formats.filter(({ reads, family }) => reads && family !== 'interchange'), ({ family }) => family);
    app.welcome.replaceChildren(
        element('h2', {}, 'Drop 3D files of legacy game engines here'),
        element('p', {}, 'Models, volumes, palettes, pictures, or a whole game folder. They are opened in this page and not uploaded.'),
        element('p', { class: 'welcome-buttons' }, button('Choose files', () => app.filePicker.click(), 'Choose files'), button('Choose a folder', () => app.folderPicker.click(), 'Choose a folder')),
        element('section', { class: 'welcome-samples', 'aria-label': 'Samples' }, element('h3', {}, 'Or look at a sample'),
            ...Object.entries(samples).map(([name, { title, what }]) => element('button', { type: 'button', 'data-sample': name, onclick: () => app.openAddresses([`sample:${name}`]) }, element('b', {}, title), element('small', {}, what)))),
        element('dl', {}, ...[...families].flatMap(([family, some]) => [element('dt', {}, family),
            element('dd', {}, ...[...new Set(some.flatMap(({ extensions }) => extensions))].map((extension) => element('span', {}, `.${extension}`)))])));
}
