// Keys of the page, besides those of the view.
export const keyTopics = {
    Files: [
        ['/', 'search'], ['J, K', 'next, previous file'], ['Alt 1 – 4', 'view, fields, bytes, info'], ['Ctrl S', 'export'], ['O', 'open files'], ['Escape', 'back from the search'],
    ],
};

export function listenForKeys(app) {
    const go = (step) => {
        const path = app.list.beside(step);
        if (path) app.open(path);
    };
    const actions = {
        '/': () => app.list.focusSearch(), j: () => go(1), k: () => go(-1), o: () => app.filePicker.click(),
        '?': () => app.help.showModal(),
    };
    document.addEventListener('keydown', (event) => {
        if (document.querySelector('dialog[open]') || event.defaultPrevented) return;
        const isWork = !app.work.hidden;
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's' && isWork) {
            event.preventDefault();
            return app.file.export();
        }
        if (event.altKey && /^Digit[1-4]$/.test(event.code) && isWork) {
            event.preventDefault();
            return app.file.showNumber(Number(event.code.at(-1)) - 1);
        }
        if (event.target.closest?.('input:not([type=checkbox], [type=radio]), select, textarea')) {
            if (event.key === 'Escape') {
                event.preventDefault(); // browsers would clear the search
                event.target.blur();
            }
            return;
        }
        const action = actions[event.key.toLowerCase()];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
    });
}
