// The module's memory as its imports see it, and errors as its C library numbers them.
const decoder = new TextDecoder();

export const textOf = (bytes) => decoder.decode(bytes);

const errnos = {
    EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33,
    EMLINK: 34, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55,
    ENOTSUP: 58, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ETXTBSY: 74, EXDEV: 75,
};

// Of an error of node's fs; any other is thrown on.
export function errnoOf(error) {
    if (!error.syscall && error.code !== 'ENOMEM') throw error;
    return errnos[error.code] ?? errnos.EIO;
}

export class Memory {
    exports; // the module's, once it is there

    get bytes() {
        return new Uint8Array(this.exports.memory.buffer);
    }

    // Places beyond 2 GB come as negative numbers.
    stringAt(place) {
        const { bytes } = this;
        return bytes.subarray(place >>> 0, bytes.indexOf(0, place >>> 0));
    }

    setPointer(place, value) {
        new DataView(this.exports.memory.buffer).setUint32(place >>> 0, value, true);
    }

    setNumber(place, value) {
        new DataView(this.exports.memory.buffer).setFloat64(place >>> 0, value, true);
    }

    // Made with the module's malloc.
    copy(bytes) {
        const place = this.exports.page_allocate(bytes.length || 1);
        if (!place) throw Object.assign(new Error('out of memory'), { code: 'ENOMEM' });
        this.bytes.set(bytes, place);
        return place;
    }

    copyString(text) {
        return this.copy(Buffer.concat([Buffer.from(text), Buffer.of(0)]));
    }
}
