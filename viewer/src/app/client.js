// The worker, seen from the page: a promise a call.
//
//     const client = new Client(workerUrl);
//     const formats = await client.call('start', compiled);
export class Client {
    #worker;
    #waiting = new Map();
    #next = 0;

    constructor(url) {
        this.#worker = new Worker(url);
        this.#worker.onmessage = ({ data: { id, result, error, diagnostics } }) => {
            const { resolve, reject } = this.#waiting.get(id);
            this.#waiting.delete(id);
            if (error === undefined) resolve(result);
            else reject(Object.assign(new Error(error), { diagnostics }));
        };
    }

    call(call, ...values) {
        const id = this.#next++;
        this.#worker.postMessage({ id, call, values });
        return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    }

    // Ends whatever it does; what was asked fails.
    stop() {
        this.#worker.terminate();
        for (const { reject } of this.#waiting.values()) reject(new Error('stopped'));
        this.#waiting.clear();
    }
}
