// Whether the open client and server of Meridian 59 load the rooms that are written.
//
//     node room.mjs LIST
//
// LIST names a file on each line. They are read in the order, and refused for the reasons, of the official client (versions
// 10 to 13, with floats from 13 on) or of OpenMeridian's (14 and 15), and, where there are grids, of the official server.
// What would make the client read beyond a list, or go round in circles, counts as refused.
import { judge } from './refused.mjs';

const internal = 1, leaf = 2, slopedFloor = 0x400, slopedCeiling = 0x800, mostPoints = 100, mask = 0x89ab786c, square = 1024;

class Reader {
    constructor(bytes) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = 0;
    }
    #next(width, read) {
        if (this.at < 0 || this.at + width > this.view.byteLength) throw new Error(`the file ends at ${this.at}`);
        this.at += width;
        return read(this.at - width);
    }
    u8 = () => this.#next(1, (at) => this.view.getUint8(at));
    u16 = () => this.#next(2, (at) => this.view.getUint16(at, true));
    s32 = () => this.#next(4, (at) => this.view.getInt32(at, true));
    skip = (count) => this.#next(count, () => {});
    many = (count, read) => Array.from({ length: count }, read);
}

function readHeader(r) {
    if (r.s32() !== (0xb14f4f52 | 0)) throw new Error('it is no room');
    const room = { version: r.s32(), security: r.s32(), main: r.s32(), server: r.s32() };
    r.at = room.main;
    [room.width, room.height, ...room.sections] = r.many(8, r.s32);
    return room;
}

function readClient(r) {
    const room = readHeader(r), isOfficial = room.version < 14, [nodes, walls, , sidedefs, sectors, things] = room.sections;
    if (room.version < 10) throw new Error(`version ${room.version}`);
    let sum = room.version;
    const counted = (value) => { sum = sum + value | 0; return value; };
    const number = () => { const bits = r.s32(); if (isOfficial) counted(bits); return bits; };
    const plane = () => {
        r.skip(8);
        if (r.s32() === 0) throw new Error('a slope is vertical');
        r.skip(4 + 8 + 4 + 18); // the rest of the plane, origin, angle, three points
    };
    const section = (at, read) => { r.at = at; return r.many(r.u16(), read); };

    room.nodes = section(nodes, () => {
        const type = r.u8();
        r.skip(16);
        if (type === internal) {
            r.many(3, number);
            return { children: [r.u16(), r.u16()], wall: counted(r.u16()) };
        }
        if (type !== leaf) throw new Error(`a node of type ${type}`);
        const node = { sector: r.u16() }, points = r.u16();
        if (points > mostPoints) throw new Error(`a leaf of ${points} points`);
        r.many(2 * points, number);
        return node;
    });
    room.walls = section(walls, () => {
        const wall = { next: r.u16(), sidedefs: [counted(r.u16()), counted(r.u16())] };
        r.many(4, number);
        r.skip((room.version < 13 ? 2 : 4) + 8);
        wall.sectors = [counted(r.u16()), counted(r.u16())];
        return wall;
    });
    room.sidedefs = section(sidedefs, () => { r.many(4, () => counted(r.u16())); counted(r.s32()); r.u8(); }).length;
    room.sectors = section(sectors, () => {
        r.many(3, () => counted(r.u16()));
        r.skip(4);
        r.many(2, () => counted(r.u16()));
        counted(r.u8());
        const flags = counted(r.s32());
        r.u8();
        if (flags & slopedFloor) plane();
        if (flags & slopedCeiling) plane();
    }).length;
    r.at = things;
    room.things = r.u16();
    if (!isOfficial && room.things !== 2) throw new Error(`${room.things} things`);
    if ((sum ^ mask) !== room.security) throw new Error(`the security is ${room.security}, not ${sum ^ mask}`);
    return room;
}

// From the root on, as the client turns numbers into pointers.
function* faults({ nodes, walls, sidedefs, sectors }) {
    const reached = new Set(), left = nodes.length ? [1] : [];
    for (let number; (number = left.pop());) {
        const node = nodes[number - 1];
        if (!node) yield `node ${number} of ${nodes.length}`;
        else if (reached.has(number)) yield `node ${number} is reached twice`;
        else if (!node.children) {
            if (node.sector < 1 || node.sector > sectors) yield `node ${number}: sector ${node.sector} of ${sectors}`;
        } else {
            left.push(...node.children.filter(Boolean));
            if (!node.wall) yield `node ${number}: it has no wall`;
            const seen = new Set();
            for (let next = node.wall; next; next = walls[next - 1].next) {
                const wall = walls[next - 1];
                if (!wall || seen.has(next)) { yield `node ${number}: wall ${next} of ${walls.length}${wall ? ' comes twice' : ''}`; break; }
                seen.add(next);
                if (Math.max(...wall.sidedefs) > sidedefs) yield `wall ${next}: sidedefs ${wall.sidedefs} of ${sidedefs}`;
                if (Math.max(...wall.sectors) > sectors) yield `wall ${next}: sectors ${wall.sectors} of ${sectors}`;
            }
        }
        reached.add(number);
    }
}

function readServer(r) {
    const room = readHeader(r);
    r.at = room.server;
    const rows = r.s32(), columns = r.s32();
    if (rows !== Math.floor(room.height / square) || columns !== Math.floor(room.width / square))
        throw new Error(`grids of ${rows} by ${columns} for ${room.height} by ${room.width}`);
    r.skip((room.version < 12 ? 2 : 3) * rows * columns);
}

// Why a room is not loaded; nothing where it is.
export function refusals(bytes) {
    try {
        const found = [...faults(readClient(new Reader(bytes)))];
        if (bytes.readInt32LE(4) < 14) readServer(new Reader(bytes));
        return found;
    } catch (error) {
        return [error.message];
    }
}

if (process.argv[2]) judge(process.argv[2], refusals, 'rooms are loaded');
