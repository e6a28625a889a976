// Colors to tell things apart that have none of their own: collision hulls, zones.
import { BufferAttribute } from 'three';

// The color of the thing of this number; hues in steps of the golden section never come close to the last few.
export function tint(number) {
    const hue = (0.05 + number * 0.6180339887498949) % 1;
    return [0, 1, 2].map((i) => {
        const distance = Math.abs(((hue + (3 - i) / 3) % 1) - 0.5) * 6;
        return (90 + 165 * Math.min(Math.max(distance - 1, 0), 1)) / 255;
    });
}

// Gives each loose part of a geometry (what triangles join) a color, as the attribute `loose`. `parts` numbers
// them over all geometries that share these vertices.
export function colorLooseParts(geometries) {
    const position = geometries[0].attributes.position;
    const parents = Uint32Array.from({ length: position.count }, (_, i) => i);
    const find = (vertex) => {
        while (parents[vertex] !== vertex) vertex = parents[vertex] = parents[parents[vertex]];
        return vertex;
    };
    const join = (a, b) => {
        a = find(a);
        b = find(b);
        if (a < b) parents[b] = a;
        else parents[a] = b;
    };
    for (const { index } of geometries)
        for (let i = 0; i + 2 < index.count; i += 3) {
            join(index.getX(i), index.getX(i + 1));
            join(index.getX(i), index.getX(i + 2));
        }
    const colors = new Float32Array(position.count * 3), numbers = new Map();
    for (let i = 0; i < position.count; i++) {
        const first = find(i);
        if (!numbers.has(first)) numbers.set(first, tint(numbers.size));
        colors.set(numbers.get(first), i * 3);
    }
    const attribute = new BufferAttribute(colors, 3);
    for (const geometry of geometries) geometry.setAttribute('loose', attribute);
}
