// How a model is looked at, as the text of a link: "camera=1,2,3,0,0,0;seq=0;time=1.5;play;show=wire.uv;layers=zones".
const short = (number) => String(Number(number.toPrecision(5)));
const word = (text) => encodeURIComponent(text).replaceAll('.', '%2E');
const words = (list) => list.map(word).join('.');

// `look` is what state.js gives.
export function textOfLook({ camera, walks, sequence, time, plays, speed, switches, layers, level }) {
    return [
        `camera=${camera.map(short)}`, walks && 'walk', `seq=${word(sequence)}`, sequence !== '' && `time=${short(time)}`, plays && 'play',
        speed !== 1 && `speed=${speed}`, `show=${words(switches)}`, layers.length && `layers=${words(layers)}`, level && `level=${word(level)}`,
    ].filter(Boolean).join(';');
}

// What the text does not say, or says wrong, is undefined: a link may come from anyone.
export function lookOfText(text) {
    const parts = new Map(text.split(';').map((part) => {
        const at = part.indexOf('=');
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    }));
    const decoded = (one) => {
        try {
            return decodeURIComponent(one);
        } catch {
            return '';
        }
    };
    const list = (name) => parts.get(name)?.split('.').filter(Boolean).map(decoded);
    const number = (name, low, high) => {
        const value = Number(parts.get(name) || NaN);
        return value >= low && value <= high ? value : undefined;
    };
    const camera = parts.get('camera')?.split(',').map(Number);
    return {
        camera: camera?.length === 6 && camera.every((value) => Math.abs(value) < 1e9) ? camera : undefined,
        walks: parts.has('walk'), sequence: parts.has('seq') ? decoded(parts.get('seq')) : undefined, time: number('time', 0, 1e6), plays: parts.has('play'),
        speed: [0.1, 0.25, 0.5, 2, 4].includes(number('speed', 0, 4)) ? number('speed', 0, 4) : 1, switches: list('show') ?? [], layers: list('layers') ?? [],
        level: parts.has('level') ? decoded(parts.get('level')) : undefined,
    };
}
