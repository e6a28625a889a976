// Sequences: which is played, where in it, how fast; and the bar to say so.
import { AnimationMixer } from 'three';
import { element, icon, iconButton, toggle } from './dom.js';
import { pointerOf, poseMaterials } from './material-tracks.js';

const speeds = [0.1, 0.25, 0.5, 1, 2, 4];
const together = 'all', looping = 'loops';

export class Playback {
    playing = false;
    time = 0;
    #model = null;
    #mixer = null;
    #actions = [];
    #changed;
    #chosen;
    #repeats = false; // also what does not loop by itself

    // `changed` is called when there is something else to draw, `chosen` when it is another sequence.
    constructor(changed, chosen) {
        this.#changed = changed;
        this.#chosen = chosen;
        this.button = iconButton('play', 'Play (space)', () => this.play(!this.playing));
        this.sequence = element('select', { 'aria-label': 'Sequence', onchange: () => this.choose(this.sequence.value) });
        this.slider = element('input', { type: 'range', min: 0, step: 'any', value: 0, 'aria-label': 'Time', oninput: () => this.#scrub() });
        this.clock = element('output', { class: 'tv-clock' });
        this.repeat = toggle('repeat', 'Repeat', (on) => (this.#repeats = on));
        this.speed = element('select', { 'aria-label': 'Speed' }, ...speeds.map((speed) => element('option', { value: speed, selected: speed === 1 }, `${speed}×`)));
        this.bar = element('div', { class: 'tv-playback', role: 'group', 'aria-label': 'Sequences', hidden: true },
            this.button, this.sequence, this.slider, this.clock, this.repeat, this.speed);
    }

    set model(model) {
        this.#mixer?.uncacheRoot(this.#mixer.getRoot());
        this.#model = model;
        this.#mixer = model && new AnimationMixer(model.scene);
        this.bar.hidden = !model?.animations.length;
        this.sequence.replaceChildren(element('option', { value: '' }, 'At rest'));
        model?.animations.forEach(({ name }, i) => this.sequence.append(element('option', { value: i }, name)));
        const loops = this.#looping(), some = loops.length < (model?.animations.length ?? 0);
        if (model && model.animations.length > 1 && areApart(model.animations))
            this.sequence.append(element('option', { value: together }, 'All together'));
        if (some && loops.length > 1 && areApart(loops))
            this.sequence.append(element('option', { value: looping }, 'All that loop'));
        this.choose('');
    }

    #looping() {
        return this.#model?.animations.filter(({ loops }) => loops) ?? [];
    }

    // Plays what loops, all of it at once; false: there is none, or two move the same, as the steps of who walks and runs.
    start() {
        const loops = this.#looping(), length = this.#model?.animations.length;
        if (!loops.length || !areApart(loops)) return false;
        this.choose(loops.length === 1 ? String(this.#model.animations.indexOf(loops[0])) : loops.length === length ? together : looping);
        this.play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
        return true;
    }

    // Plays what loops, else the first animation, again and again; only chooses it for those who want less motion.
    begin() {
        if (!this.#model?.animations.length || this.start()) return;
        this.repeat.show((this.#repeats = true));
        this.choose('0');
        this.play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    }

    get duration() {
        return Math.max(0, ...this.#actions.map(({ animation }) => animation.duration));
    }

    // The value of a choice: '', the number of an animation, 'all' or 'loops'.
    choose(value) {
        this.sequence.value = value;
        this.#mixer?.stopAllAction();
        const chosen = value === '' ? [] : value === together ? this.#model.animations : value === looping ? this.#looping() : [this.#model.animations[value]];
        this.#actions = chosen.map((animation) => ({ animation, action: this.#mixer.clipAction(animation.clip) }));
        for (const { action } of this.#actions) action.play();
        if (!chosen.length) this.play(false);
        this.seek(0);
        this.#chosen();
    }

    play(playing) {
        if (playing && !this.#actions.length && this.#model?.animations.length)
            this.choose('0');
        if (playing && !this.#loops() && this.time >= this.duration) this.seek(0);
        this.playing = playing && this.#actions.length > 0;
        this.button.replaceChildren(icon(this.playing ? 'pause' : 'play'));
        this.button.setAttribute('aria-label', this.playing ? 'Pause (space)' : 'Play (space)');
        this.#changed();
    }

    seek(time) {
        this.time = time;
        for (const { animation, action } of this.#actions) {
            const { duration, loops } = animation;
            action.time = loops && duration > 0 && time > duration ? time % duration : Math.min(time, duration);
        }
        this.#mixer?.update(0);
        if (this.#model) poseMaterials(this.#model, this.#actions.flatMap(({ animation, action }) => animation.tracks.map((track) => [track, action.time])));
        this.slider.max = this.duration || 1;
        this.slider.value = this.duration ? Math.min(time, this.duration) : 0;
        this.slider.disabled = !this.#actions.length;
        this.clock.textContent = this.#actions.length ? `${this.time.toFixed(2)} / ${this.duration.toFixed(2)} s` : '';
        this.#changed();
    }

    // True while something moves.
    step(seconds) {
        if (!this.playing) return false;
        let time = this.time + seconds * Number(this.speed.value);
        if (time > this.duration) {
            if (!this.#loops()) this.play(false);
            // Movers of different lengths go on, one sequence begins again.
            time = !this.#loops() ? this.duration : this.#actions.length > 1 ? time : time % (this.duration || 1);
        }
        this.seek(time);
        return this.playing;
    }

    #loops() {
        return this.#repeats || this.#actions.some(({ animation }) => animation.loops);
    }

    #scrub() {
        this.play(false);
        this.seek(Number(this.slider.value));
    }
}

// No two animations move the same.
function areApart(animations) {
    const moved = animations.map(({ json }) => new Set(json.channels.map((channel) => pointerOf(channel) ?? `${channel.target.node} ${channel.target.path}`)));
    return new Set(moved.flatMap((set) => [...set])).size === moved.reduce((sum, set) => sum + set.size, 0);
}
