// How a model is looked at, as plain data: camera, sequence, time, switches, level of detail.
const names = ['light', 'wire', 'uv', 'bounds', 'stats'];

// { camera: six numbers, walks, sequence, time, plays, speed, switches, layers, level } of a ModelView with a model.
export function stateOf({ stage, playback, switches, level }) {
    return {
        camera: [...stage.camera.position.toArray(), ...stage.target.toArray()], walks: stage.walking,
        sequence: playback.sequence.value, time: playback.time, plays: playback.playing, speed: Number(playback.speed.value),
        switches: names.filter((name) => switches.get(name)), layers: switches.layers, level,
    };
}

// What is undefined stays as it is.
export function restore(view, { camera, walks, sequence, time, plays, speed, switches, layers, level }) {
    const { stage, playback } = view;
    if (switches) for (const name of names) view.switches.set(name, switches.includes(name));
    if (layers) view.switches.layers = layers;
    if (level !== undefined) view.level = level;
    if (speed !== undefined) playback.speed.value = speed;
    if (sequence !== undefined && [...playback.sequence.options].some(({ value }) => value === sequence)) {
        playback.choose(sequence);
        if (time !== undefined) playback.seek(time);
        playback.play(Boolean(plays) && sequence !== '');
    }
    if (camera) stage.place(camera.slice(0, 3), camera.slice(3), Boolean(walks));
}
