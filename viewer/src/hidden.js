// What is hidden from outside: as src/render/hidden.c finds it.
const turns = 8, mostSamples = 512, affordableMeetings = 3e7, offTheFront = 0.001, little = 0.25;

// Whether a ray from a point meets a triangle where its front, or either side, looks along the ray.
export function isHidden({ corners, doubleSided }, [x, y, z], [wx, wy, wz]) {
    for (let i = 0; i < doubleSided.length; i++) {
        const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(i * 9, i * 9 + 9);
        const [px, py, pz, qx, qy, qz, fx, fy, fz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az, x - ax, y - ay, z - az];
        const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx], along = nx * wx + ny * wy + nz * wz;
        const distance = -(nx * fx + ny * fy + nz * fz) / along;
        if ((along < 0 && !doubleSided[i]) || !(distance > 0) || !Number.isFinite(distance)) continue;
        const [tx, ty, tz] = [wy * fz - wz * fy, wz * fx - wx * fz, wx * fy - wy * fx];
        const u = (tx * qx + ty * qy + tz * qz) / along, v = -(tx * px + ty * py + tz * pz) / along;
        if (u >= 0 && v >= 0 && u + v <= 1) return true;
    }
    return false;
}

// Of the triangle whose corners begin at `at`: as long as its area is large, twice.
export function normalOf(corners, at) {
    const [p, q] = [3, 6].map((k) => [0, 1, 2].map((axis) => corners[at + k + axis] - corners[at + axis]));
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

// A little before the middle of a triangle's front, and its normal; null where it has no area.
function standBefore(corners, at) {
    const normal = normalOf(corners, at), length = Math.hypot(...normal);
    const middle = (axis) => (corners[at + axis] + corners[at + 3 + axis] + corners[at + 6 + axis]) / 3;
    return length > 0 ? { point: normal.map((x, axis) => middle(axis) + (offTheFront * x) / length), normal } : null;
}

function isSeen(triangles, at, ways) {
    const place = standBefore(triangles.corners, at);
    const isFront = ([x, y, z]) => place.normal[0] * x + place.normal[1] * y + place.normal[2] * z > 0;
    return place !== null && ways.some((way) => isFront(way) && !isHidden(triangles, place.point, way));
}

// Whether little of all there is can be seen by who goes around it, far away in the direction `way`: samples tell.
export function isMostlyHidden(triangles, [x, y, z]) {
    const count = triangles.doubleSided.length, samples = Math.floor(Math.min(mostSamples, affordableMeetings / turns / count + 1, count));
    const ways = Array.from({ length: turns }, (_, i) => {
        const s = Math.sin((i * 2 * Math.PI) / turns), c = Math.cos((i * 2 * Math.PI) / turns);
        return [c * x + s * z, y, c * z - s * x];
    });
    let seen = 0;
    for (let i = 0; i < samples; i++) if (isSeen(triangles, Math.floor((i * count) / samples) * 9, ways)) seen++;
    return seen < little * samples;
}
