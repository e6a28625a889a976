// Where to stand to see a room from inside: as src/render/inside.c finds it, where the steps are explained.
import { isHidden, isMostlyHidden, normalOf } from './hidden.js';

const lines = 24, directions = 16, mostPlaces = 96, fewestPlaces = 6, trianglesMost = 3e7;
const eyeHeight = 1.7, eyePart = 1 / 16, leastRoom = 0.015, leastFlatness = 0.5, ceilingWorth = 0.4, groundWorth = 0.1, surroundings = 32;

// `triangles`: { corners, doubleSided, ground }: nine numbers each, counter-clockwise from the front, and whether each is
// double-sided and of ground. The result: { point, yaw } with yaw from -Z towards -X in degrees, or null where there is no
// such place.
export function findInside(triangles) {
    const isWorld = hasGround(triangles), built = isWorld && findBox(triangles, false, surroundings);
    return (built && findBest(triangles, built)) || findBest(triangles, findBox(triangles, isWorld, 0));
}

function findBest(triangles, box) {
    let best = null, most = 0;
    for (const { place, worth, direction, among } of judgements(triangles, box, findPlaces(triangles, box), mostPlaces)) {
        if (worth <= most || !among) continue;
        most = worth;
        best = standAt(place, direction);
    }
    return best;
}

// The same where all there is to be seen is inside, in rooms hidden from a camera outside in the direction `back`, that
// are closed all around or hold most of what there is; else null.
export function findSealed(triangles, back) {
    if (hasGround(triangles)) return null;
    const box = findBox(triangles, false, 0), places = findPlaces(triangles, box);
    let best = null, most = 0, rooms = 0, others = 0;
    for (const { place, worth, direction, walled } of judgements(triangles, box, places, mostPlaces)) {
        if (worth <= 0) continue;
        const room = place.roofed && walled;
        if (room) rooms++;
        else others++;
        if (!room || worth <= most) continue;
        most = worth;
        best = standAt(place, direction);
    }
    const hidden = rooms > others && isHidden(triangles, best.point, back);
    return hidden && (isMostlyHidden(triangles, back) || !hasExit(triangles, box, places)) ? best : null;
}

function hasExit(triangles, box, places) {
    for (const { worth, open } of judgements(triangles, box, places, places.length, ({ roofed }) => roofed))
        if (worth > 0 && open) return true;
    return false;
}

const standAt = ({ point }, direction) => ({ point, yaw: (direction * 360) / directions });

const hasGround = ({ ground }) => ground.includes(true);

// Of what is ground, or of what is not; null: there is nothing.
function findBox({ corners, ground }, isGround, around) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < corners.length; i++) {
        if (ground[Math.floor(i / 9)] !== isGround) continue;
        low[i % 3] = Math.min(low[i % 3], corners[i] - around);
        high[i % 3] = Math.max(high[i % 3], corners[i] + around);
    }
    return low[0] <= high[0] ? { low, high } : null;
}

// What those of some places are worth that are wanted; of so many as can be looked around from, if `enough` are.
function* judgements(triangles, box, places, enough, isWanted = () => true) {
    const canBe = Math.max(fewestPlaces, trianglesMost / directions / (triangles.doubleSided.length + 1));
    const looks = Math.floor(Math.min(places.length, enough, canBe));
    for (let i = 0; i < looks; i++) {
        const place = places[Math.floor((i * places.length) / looks)];
        if (isWanted(place)) yield { place, ...judge(triangles, place, box) };
    }
}

function findPlaces(triangles, box) {
    if (!box) return [];
    const { low, high } = box, { corners, doubleSided, ground } = triangles, whole = high[1] - low[1];
    const tall = hasGround(triangles) ? eyeHeight : Math.max(eyeHeight, whole * eyePart), least = hasGround(triangles) ? eyeHeight : whole * leastRoom;
    const step = [0, 1, 2].map((axis) => (high[axis] - low[axis]) / lines);
    const lineAt = (axis, index) => low[axis] + (index + 0.5137) * step[axis];
    const range = (axis, from, to) => (step[axis] > 0 ? [Math.max(0, Math.floor((from - low[axis]) / step[axis])), Math.min(lines, Math.floor((to - low[axis]) / step[axis]) + 1)] : [0, 0]);
    const meetings = Array.from({ length: lines * lines }, () => []);
    let left = doubleSided.length + meetings.length * 16;
    for (let i = 0; i < doubleSided.length && left > 0; i++) {
        const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(i * 9, i * 9 + 9);
        const above = (px, pz, qx, qz, rx, rz) => (qz - pz) * (rx - px) - (qx - px) * (rz - pz);
        const area = above(ax, az, bx, bz, cx, cz), isFlat = area * area >= leastFlatness ** 2 * normalOf(corners, i * 9).reduce((sum, x) => sum + x * x, 0);
        const [firstX, endX] = range(0, Math.min(ax, bx, cx), Math.max(ax, bx, cx)), [firstZ, endZ] = range(2, Math.min(az, bz, cz), Math.max(az, bz, cz));
        for (let z = firstZ; z < endZ; z++)
            for (let x = firstX; x < endX; x++) {
                const px = lineAt(0, x), pz = lineAt(2, z);
                const a = above(px, pz, bx, bz, cx, cz) / area, b = above(px, pz, cx, cz, ax, az) / area, c = above(px, pz, ax, az, bx, bz) / area;
                if (!(a >= 0 && b >= 0 && c >= 0)) continue;
                meetings[z * lines + x].push({ height: a * ay + b * by + c * cy, floor: (area > 0 || doubleSided[i]) && isFlat, ceiling: (area < 0 || doubleSided[i]) && !ground[i], ground: ground[i] });
                left--;
            }
    }
    return meetings.flatMap((line, index) => line.sort((a, b) => a.height - b.height).flatMap(({ floor, height, ground: isGround }, i) => {
        const next = line[i + 1], room = next ? next.height - height : Infinity;
        if (!floor || (next && (isGround || !next.ceiling)) || room <= least) return [];
        return [{ point: [lineAt(0, index % lines), height + Math.min(room / 2, tall), lineAt(2, Math.floor(index / lines))], roofed: Boolean(next), ground: isGround }];
    }));
}

// From 0 at a corner to 1 in the middle.
function nearness([x, , z], { low, high }) {
    const wide = high[0] - low[0], deep = high[2] - low[2];
    return 1 - (2 * Math.hypot(x - low[0] - wide / 2, z - low[2] - deep / 2)) / Math.hypot(wide, deep);
}

function judge({ corners: at, doubleSided }, { point, roofed, ground }, box) {
    const [x, y, z] = point, reach = 0.1 * Math.hypot(box.high[0] - box.low[0], box.high[2] - box.low[2]);
    const distances = new Float64Array(directions).fill(Infinity), fronts = new Uint8Array(directions), singles = new Uint8Array(directions);
    for (let i = 0; i < doubleSided.length; i++) {
        const t = i * 9, y0 = at[t + 1] - y, y1 = at[t + 4] - y, y2 = at[t + 7] - y;
        if ((y0 > 0 && y1 > 0 && y2 > 0) || (y0 < 0 && y1 < 0 && y2 < 0)) continue;
        const corners = [[at[t] - x, y0, at[t + 2] - z], [at[t + 3] - x, y1, at[t + 5] - z], [at[t + 6] - x, y2, at[t + 8] - z]];
        const ends = [];
        corners.forEach((p, k) => {
            const q = corners[(k + 1) % 3], part = p[1] / (p[1] - q[1]);
            if (p[1] > 0 !== q[1] > 0) ends.push([p[0] + (q[0] - p[0]) * part, p[2] + (q[2] - p[2]) * part]);
        });
        if (ends.length < 2) continue;
        const [a, b, c] = corners, [from, to] = ends;
        const normal = [(b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]), (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])];
        for (let k = 0; k < directions; k++) {
            const angle = (k * 2 * Math.PI) / directions, way = [-Math.sin(angle), -Math.cos(angle)];
            const sides = [way[0] * from[1] - way[1] * from[0], way[0] * to[1] - way[1] * to[0]];
            if (sides[0] > 0 === sides[1] > 0) continue;
            const part = sides[0] / (sides[0] - sides[1]);
            const distance = (from[0] + (to[0] - from[0]) * part) * way[0] + (from[1] + (to[1] - from[1]) * part) * way[1];
            if (distance < 0 || distance >= distances[k]) continue;
            distances[k] = distance;
            singles[k] = !doubleSided[i];
            fronts[k] = doubleSided[i] || way[0] * normal[0] + way[1] * normal[1] < 0;
        }
    }
    const worths = Array.from(distances, (distance, k) => (distance === Infinity ? 0 : fronts[k] ? distance / (distance + reach) : -1));
    const ahead = worths.map((worth, k) => 2 * worth + worths[(k + directions - 1) % directions] + worths[(k + 1) % directions]);
    const best = Math.max(...ahead), seen = fronts.filter((front) => front).length, walls = fronts.filter((front, k) => front && singles[k]).length;
    const counts = roofed || ground || seen * 2 > directions, all = worths.reduce((sum, each) => sum + each / directions, 0);
    const worth = counts ? all + best / 4 + (roofed ? ceilingWorth : 0) + (ground ? groundWorth * nearness(point, box) : 0) : 0;
    return { among: ground || !roofed || seen * 4 >= directions * 3, open: seen + 2 < directions, walled: walls * 4 >= directions * 3, worth, direction: ahead.indexOf(best) };
}
