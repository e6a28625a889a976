// A button that opens a menu.
import { element, icon } from './dom.js';

export function dropdown(name, label) {
    const list = element('div', { class: 'tv-menu' });
    const menu = element('details', { class: 'tv-dropdown' }, element('summary', { 'aria-label': label, title: label }, icon(name)), list);
    menu.fill = (items) => list.replaceChildren(...items);
    // A click on a label takes the focus from everything; only what is elsewhere closes the menu.
    menu.addEventListener('focusout', ({ relatedTarget }) => {
        if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
    });
    const closeOutside = ({ target }) => {
        if (!menu.contains(target)) menu.open = false;
    };
    menu.addEventListener('toggle', () => (menu.open ? document.addEventListener('pointerdown', closeOutside) : document.removeEventListener('pointerdown', closeOutside)));
    menu.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || !menu.open) return;
        menu.open = false;
        menu.firstElementChild.focus();
        event.stopPropagation();
    });
    return menu;
}
