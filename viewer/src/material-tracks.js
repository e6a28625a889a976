// Materials over time: what KHR_animation_pointer says of their colors and of where their textures lie.
import { changeLook } from './looks.js';

const pointers = [
    [/^\/materials\/(\d+)\/.*KHR_texture_transform\/offset$/, 'offset', 2],
    [/^\/materials\/(\d+)\/pbrMetallicRoughness\/baseColorFactor$/, 'color', 4],
];

export const pointerOf = ({ target }) => target.extensions?.KHR_animation_pointer?.pointer;

async function trackOf(parser, { samplers }, channel) {
    for (const [pattern, property, width] of pointers) {
        const match = pointerOf(channel)?.match(pattern);
        if (!match) continue;
        const { input, output, interpolation } = samplers[channel.sampler];
        const [times, values] = await Promise.all([input, output].map((index) => parser.getDependency('accessor', index)));
        return { material: Number(match[1]), property, width, times: times.array, values: values.array, steps: interpolation === 'STEP' };
    }
    return null;
}

// For each animation its tracks of materials.
export function materialTracks(parser) {
    return Promise.all((parser.json.animations ?? []).map(async (animation) =>
        (await Promise.all(animation.channels.map((channel) => trackOf(parser, animation, channel)))).filter(Boolean)));
}

function valueAt({ times, values, width, steps }, time) {
    let to = times.findIndex((at) => at > time);
    if (to < 0) to = times.length;
    const from = Math.max(to - 1, 0);
    const part = steps || to === 0 || to === times.length ? 0 : (time - times[from]) / (times[to] - times[from]);
    const at = (key, i) => values[Math.min(key, times.length - 1) * width + i];
    return Array.from({ length: width }, (_, i) => at(from, i) * (1 - part) + at(to, i) * part);
}

// Shows the materials of a model at rest, but for those that tracks change. Each is given with the time in it.
export function poseMaterials(model, tracks) {
    for (const [index, looks] of model.looks) {
        const base = model.json.materials?.[index]?.pbrMetallicRoughness ?? {};
        for (const look of looks) {
            changeLook(look, 'offset', base.baseColorTexture?.extensions?.KHR_texture_transform?.offset);
            changeLook(look, 'color', base.baseColorFactor);
        }
    }
    for (const [track, time] of tracks) {
        const value = valueAt(track, time);
        for (const look of model.looks.get(track.material) ?? []) changeLook(look, track.property, value);
    }
}
