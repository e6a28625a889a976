// Links to files and to how they are looked at: ?open=ADDRESS&file=PATH&view=LOOK. An address is a URL, or sample:NAME.
import { lookOfText, textOfLook } from './look-text.js';
import { filesOfSample } from './samples.js';

// What the page was opened with: { addresses, file, look }, the last two undefined where it says nothing of them.
export function requestOf(search) {
    const query = new URLSearchParams(search), view = query.get('view');
    return { addresses: query.getAll('open'), file: query.get('file') ?? undefined, look: view === null ? undefined : lookOfText(view) };
}

// The commas and such are left readable.
const plain = (text) => encodeURIComponent(text).replace(/%(2C|3A|3B|3D|2F)/g, decodeURIComponent);

export function linkTo({ addresses, file, look }) {
    const query = [...addresses.map((address) => `open=${plain(address)}`), file && `file=${plain(file)}`, look && `view=${plain(textOfLook(look))}`];
    return `${location.href.replace(/[?#].*$/, '')}?${query.filter(Boolean).join('&')}`;
}

// What is at an address, as what is dropped: [{ path, file }].
export async function fetchAddress(address, signal) {
    if (address.startsWith('sample:')) return filesOfSample(address.slice('sample:'.length));
    const url = new URL(address, location.href);
    let response;
    try {
        response = await fetch(url, { signal, credentials: 'omit' });
    } catch (error) {
        if (error.name === 'AbortError') throw new Error('stopped', { cause: error });
        throw new Error(`${url.href} cannot be fetched: there is no connection, or its server does not let other pages read it (CORS).`, { cause: error });
    }
    if (!response.ok) throw new Error(`${url.href} cannot be fetched: the server answered ${response.status}.`);
    const name = decodeURIComponent(url.pathname.split('/').filter(Boolean).at(-1) ?? 'file');
    return [{ path: `/${name.replaceAll('/', '_')}`, file: await response.blob() }];
}
