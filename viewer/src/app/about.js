// What this is: its version, where its files go, the licences of what is in it.
import { element } from '../dom.js';

export function aboutDialog(licences) {
    const version = element('span');
    const made = element('dialog', { class: 'dialog about', 'aria-label': 'About' },
        element('header', {}, element('h2', {}, 'Trilobite ', version), element('button', { type: 'button', class: 'dialog-close', 'aria-label': 'Close', onclick: () => made.close() }, '×')),
        element('div', { class: 'dialog-body' },
            element('p', {}, 'Opens, validates, displays and converts the 3D files of legacy game engines. The library is the same as that of the command, compiled to WebAssembly: both write the same bytes.'),
            element('p', {}, 'Files are opened in this page. They are not uploaded; the only connections are to the addresses in a link (?open=…).'),
            element('h3', {}, 'Licences of what is in this page'),
            ...licences.split('\n\n----\n\n').map((text) => {
                const end = text.indexOf('\n');
                return element('details', {}, element('summary', {}, text.slice(0, end)), element('pre', {}, text.slice(end).trim()));
            })));
    made.tell = (text) => (version.textContent = text);
    return made;
}
