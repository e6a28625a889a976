// The page of one model: `trilobite convert X out.html`. The model is embedded in the page.
import { element } from './dom.js';
import { ModelView } from './model-view.js';

// Text that is not UTF-8 has a spelling of its own.
function readJson(id) {
    return JSON.parse(document.getElementById(id).textContent, (key, value) => value?.latin1 ?? value);
}

function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes.buffer;
}

const { title, view, diagnostics } = readJson('about');
try {
    window.view = new ModelView(document.body);
    await window.view.show(bytesOf(readJson('model')), { title, diagnostics, view });
    document.body.dataset.ready = 'true';
} catch (error) {
    console.error(error);
    document.body.prepend(element('p', { role: 'alert', style: 'padding: 1em; font: 16px system-ui' }, `This model cannot be shown: ${error.message}`));
}
