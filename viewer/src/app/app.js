// The page to drop files on.
import { helpDialog } from '../help.js';
import { aboutDialog } from './about.js';
import { buildFrame, fillWelcome } from './frame.js';
import { FilePage } from './file-page.js';
import { fromDrop, fromInput } from './gather.js';
import { keyTopics, listenForKeys } from './keys.js';
import { List } from './list.js';
import { fetchAddress, linkTo, requestOf } from './share.js';
import { Thumbnails } from './thumbnails.js';

const patience = 1500; // ms before a wait is told of

export class App {
    #compiled;
    #dropped = [];
    #origins = new Map(); // path of what was fetched -> its address
    #look = null; // of a link, for the next model
    #fetching = null; // an AbortController
    #choices = 0; // by the user, of what is shown
    #background = null; // another client, for thumbnails: what is opened need not wait for them

    // `start()` gives a new client; `compiled` is a promise of the module it works with.
    constructor(start, compiled, licences) {
        this.start = start;
        this.#compiled = compiled;
        const call = (...request) => this.client.call(...request);
        this.thumbnails = new Thumbnails((path) => this.#glance(path), () => this.#endBackground());
        this.list = new List({ open: (path) => this.open(path), members: (path) => call('members', path), thumbnails: this.thumbnails });
        this.help = helpDialog(keyTopics);
        this.about = aboutDialog(licences);
        this.file = new FilePage({
            help: this.help, share: () => this.share(), lookOnce: () => this.#takeLook(), call, thumbnails: this.thumbnails, guard: (work) => this.#guard(work), tell: (text) => this.tell(text), open: (path) => this.open(path),
            chooseFolder: () => this.folderPicker.click(), formatOf: (path) => this.list.formatOf(path), kindOf: (path) => this.list.kindOf(path), volumeOf: (path) => this.list.volumeOf(path), paths: (kinds) => this.list.paths(kinds),
        });
        Object.assign(this, buildFrame(this));
        this.#listen();
        listenForKeys(this);
    }

    async begin() {
        this.#compiled = await this.#compiled;
        const formats = (this.list.formats = this.file.formats = await this.#work());
        fillWelcome(this, formats);
        this.file.show('view');
        requestIdleCallback(() => this.file.makeView()); // takes a while; the first model need not wait for it
        this.about.tell(await this.client.call('version'));
        document.body.dataset.ready = 'true';
        const { addresses, file, look } = requestOf(location.search);
        this.#look = look;
        if (addresses.length) await this.openAddresses(addresses, file);
    }

    // Of the model that is shown.
    get view() {
        return this.file.view;
    }

    #listen() {
        let depth = 0;
        const over = (on) => document.body.classList.toggle('app-over', on);
        addEventListener('dragenter', (event) => {
            event.preventDefault();
            over(++depth > 0);
        });
        addEventListener('dragleave', () => over(--depth > 0));
        addEventListener('dragover', (event) => event.preventDefault());
        addEventListener('drop', async (event) => {
            event.preventDefault();
            depth = 0;
            over(false);
            await this.#guard(async () => this.add(await fromDrop(event.dataTransfer)));
        });
    }

    async picked(picker) {
        const found = fromInput(picker.files);
        picker.value = '';
        await this.#guard(() => this.add(found));
    }

    tell(text) {
        this.message.textContent = text;
        this.message.hidden = !text;
        clearTimeout(this.#telling);
        this.#telling = setTimeout(() => (this.message.hidden = true), 8000);
    }
    #telling;

    // Does something that may fail or take long.
    async #guard(what) {
        const timer = setTimeout(() => (this.busy.hidden = false), patience);
        try {
            await what();
        } catch (error) {
            if (error.message !== 'stopped') this.tell(error.message);
        } finally {
            clearTimeout(timer);
            this.busy.hidden = true;
        }
    }

    // --- workers ---

    #work() {
        this.client = this.start();
        return this.client.call('start', this.#compiled);
    }

    // The worker is ended, and a new one given what was dropped before anything else is asked of it.
    stop() {
        this.#fetching?.abort();
        this.client.stop();
        return this.#guard(async () => {
            await Promise.all([this.#work(), this.client.call('add', this.#dropped), this.file.replay()]);
            this.tell('Stopped.');
        });
    }

    #glance(path) {
        if (!this.#background) {
            this.#background = this.start();
            this.#background.call('start', this.#compiled).catch(() => {});
            this.#background.call('add', this.#dropped).catch(() => {});
        }
        return this.#background.call('glance', path);
    }

    #endBackground() {
        this.#background?.stop();
        this.#background = null;
    }

    // --- files ---

    // `file`: the path of what is shown; without it something is chosen, unless the user chooses meanwhile.
    async add(found, file) {
        if (!found.length) return;
        const choices = this.#choices;
        this.#dropped.push(...found);
        this.#endBackground();
        const { entries, problems } = await this.client.call('add', found);
        this.thumbnails.clear();
        this.list.entries = entries;
        this.welcome.hidden = true;
        this.work.hidden = this.clearButton.hidden = false;
        this.work.classList.toggle('app-listless', entries.length === 1 && !this.list.formatOf(entries[0].path)?.archive);
        if (problems.length) this.tell(problems.join('; '));
        if (file) return this.#show(file);
        if (await this.#completes()) return;
        const added = new Set(found.map(({ path }) => path));
        const fresh = entries.filter(({ path }) => added.has(path));
        const first = await this.#first(fresh.length ? fresh : entries);
        if (choices === this.#choices) await this.#show(first);
    }

    // What is at these addresses (share.js), and of it the file of this path.
    openAddresses(addresses, file) {
        return this.#guard(async () => {
            this.#fetching = new AbortController();
            const found = [];
            for (const address of addresses) {
                const some = await fetchAddress(address, this.#fetching.signal);
                some.forEach(({ path }) => this.#origins.set(path, address));
                found.push(...some);
            }
            await this.add(found, file ?? found[0].path);
        });
    }

    // The link to what is seen, in the clipboard. Files of this machine are in no link.
    async share() {
        const { path } = this.file, origin = [...this.#origins.keys()].find((from) => path === from || path.startsWith(`${from}/`));
        const look = this.file.kind === 'model' ? this.view.state : undefined;
        const link = linkTo(origin ? { addresses: [...new Set(this.#origins.values())], file: path, look } : { addresses: [], look });
        const what = origin ? 'The link is copied.' : 'A link to this view is copied. The file is only on this machine: who opens the link has to drop it.';
        await navigator.clipboard.writeText(link).then(() => this.tell(what), () => this.tell(link));
    }

    #takeLook() {
        const look = this.#look;
        this.#look = null;
        return look;
    }

    // Whether what was dropped is what the file that is open was missing: then that file stays.
    async #completes() {
        const { path, missing } = this.file;
        if (!path || !missing) return false;
        await this.#show(path);
        return this.file.path === path && this.file.missing < missing;
    }

    // What is shown first: the largest model of an old engine, of a volume its first, else the largest of all.
    async #first(entries) {
        const largest = (some) => some.toSorted((a, b) => b.size - a.size)[0];
        const known = entries.filter(({ path }) => this.list.formatOf(path));
        const old = known.filter(({ path }) => this.list.formatOf(path).family !== 'interchange');
        const models = old.filter(({ path }) => this.list.kindOf(path) === 'model');
        const chosen = largest(models) ?? largest(old) ?? largest(known) ?? largest(entries);
        if (this.list.formatOf(chosen.path)?.archive) await this.list.unfold(chosen.path).catch(() => this.list.fold(chosen.path));
        return chosen.path;
    }

    async clear() {
        this.#choices++;
        await this.client.call('clear');
        this.#dropped = [];
        this.#origins.clear();
        this.#endBackground();
        this.thumbnails.clear();
        this.file.close(this.work);
        this.file.forget();
        this.list.entries = [];
        this.welcome.hidden = false;
        this.work.hidden = this.clearButton.hidden = true;
    }

    // What the user chose.
    open(path) {
        this.#choices++;
        return this.#show(path);
    }

    #show(path) {
        if (matchMedia('(max-width: 760px)').matches) this.work.classList.add('app-listless'); // it lies over the file
        this.list.choose(path);
        const work = this.#guard(() => this.file.open(path, this.work));
        this.thumbnails.yieldTo(work);
        return work;
    }
}
