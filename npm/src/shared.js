// What the thread of the command and the one that signals reach know of each other.
const caught = 0, waits = 1;

export class Shared {
    #cells;

    constructor(buffer = new SharedArrayBuffer(8)) {
        this.#cells = new Int32Array(buffer);
    }

    get buffer() {
        return this.#cells.buffer;
    }

    // The number of the first signal; 0: there was none.
    get caught() {
        return Atomics.load(this.#cells, caught);
    }

    set caught(number) {
        Atomics.compareExchange(this.#cells, caught, 0, number);
    }

    // Which call of the system is under way that may wait: another number each, 0 between them.
    get waits() {
        const number = Atomics.load(this.#cells, waits);
        return number & 1 ? number : 0;
    }

    // Pipes that other programs have made not to wait are tried again.
    waiting(call) {
        Atomics.add(this.#cells, waits, 1);
        try {
            for (;;) {
                try {
                    return call();
                } catch (error) {
                    if (error.code !== 'EAGAIN' || this.caught) throw error;
                    Atomics.wait(this.#cells, caught, 0, 10);
                }
            }
        } finally {
            Atomics.add(this.#cells, waits, 1);
        }
    }
}
