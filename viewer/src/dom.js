// Elements without a framework.

// element('button', { class: 'x', onclick: f, 'aria-label': 'X', disabled: false }, 'text', child)
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else if (value === true) made.setAttribute(name, '');
        else if (value !== false && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== undefined && child !== null));
    return made;
}

export function button(label, action, ...children) {
    return element('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, ...children);
}

const paths = {
    orbit: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M3 12c0-2.5 4-4 9-4s9 1.5 9 4-4 4-9 4M12 3c2.5 0 4 4 4 9',
    walk: 'M13 4.5a1 1 0 1 0 .01 0M10 21l2-6-3-3 1-5 4 3 3 1M12 15l3 2 1 4M10 7L7 9v3',
    frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    view: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
    light: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 11c-.5.5-.5 1-.5 2H9c0-1 0-1.5-.5-2A6 6 0 0 1 12 3',
    wire: 'M12 3l9 16H3zM12 3v16M7.5 11h9',
    layers: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
    picture: 'M4 7h4l2-3h4l2 3h4v13H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
    theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
    help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5',
    about: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.5v.5',
    panel: 'M3 5h18v14H3zM15 5v14',
    play: 'M7 4l13 8-13 8z',
    pause: 'M8 5v14M16 5v14',
    repeat: 'M4 12V10a3 3 0 0 1 3-3h12M16 4l3 3-3 3M20 12v2a3 3 0 0 1-3 3H5M8 20l-3-3 3-3',
    link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
    close: 'M6 6l12 12M18 6L6 18',
};

export function icon(name) {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    const path = document.createElementNS(space, 'path');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', paths[name]);
    svg.append(path);
    return svg;
}

export function iconButton(name, label, action) {
    return button(label, action, icon(name));
}

// A button that stays pressed.
export function toggle(name, label, action) {
    const made = iconButton(name, label, () => set(made.getAttribute('aria-pressed') !== 'true'));
    const set = (pressed) => {
        made.setAttribute('aria-pressed', pressed);
        action(pressed);
    };
    made.setAttribute('aria-pressed', false);
    made.flip = () => made.click();
    made.show = (pressed) => made.setAttribute('aria-pressed', pressed);
    return made;
}
