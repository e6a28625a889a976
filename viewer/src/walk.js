// Walking: looking around by dragging, going with keys or, where there is no mouse, with a stick.
import { Euler, Vector3 } from 'three';
import { element } from './dom.js';

const directions = {
    KeyW: [0, 0, -1], KeyS: [0, 0, 1], KeyA: [-1, 0, 0], KeyD: [1, 0, 0], KeyE: [0, 1, 0], KeyQ: [0, -1, 0],
    ArrowUp: [0, 0, -1], ArrowDown: [0, 0, 1], ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], PageUp: [0, 1, 0], PageDown: [0, -1, 0],
};

export class Walk {
    enabled = false;
    speed = 1; // meters a second
    #keys = new Set();
    #stick = [0, 0];
    #look = new Euler(0, 0, 0, 'YXZ');
    #changed;

    // `changed` is called when the camera is to be moved or was turned.
    constructor(camera, canvas, changed) {
        this.camera = camera;
        this.#changed = changed;
        this.#dragToLook(canvas);
        this.#wheelForSpeed(canvas);
        this.stick = this.#makeStick();
        addEventListener('keyup', this.#release);
        addEventListener('blur', this.#release);
    }

    dispose() {
        removeEventListener('keyup', this.#release);
        removeEventListener('blur', this.#release);
    }

    // True when the key is one of ours.
    press(event) {
        if (!this.enabled || !(event.code in directions) || event.ctrlKey || event.metaKey || event.altKey) return false;
        this.#keys.add(event.code);
        this.#changed();
        return true;
    }

    // Goes on for some seconds; true while it is going.
    step(seconds, fast) {
        const way = new Vector3(this.#stick[0], 0, this.#stick[1]);
        for (const key of this.#keys) way.add(new Vector3(...directions[key]));
        if (!this.enabled || way.lengthSq() < 1e-6) return false;
        way.clampLength(0, 1).applyQuaternion(this.camera.quaternion);
        this.camera.position.addScaledVector(way, this.speed * (fast ? 4 : 1) * seconds);
        return true;
    }

    #release = (event) => {
        if (event.type === 'blur') this.#keys.clear();
        else this.#keys.delete(event.code);
    };

    #dragToLook(canvas) {
        let held = null;
        canvas.addEventListener('pointerdown', (event) => {
            if (!this.enabled || held !== null) return;
            held = event.pointerId;
            canvas.setPointerCapture(held);
        });
        canvas.addEventListener('pointermove', (event) => {
            if (!this.enabled || event.pointerId !== held) return;
            const scale = (this.camera.fov / canvas.clientHeight) * (Math.PI / 180) * 1.5;
            this.#look.setFromQuaternion(this.camera.quaternion);
            this.#look.y += event.movementX * scale;
            this.#look.x = Math.max(-1.57, Math.min(1.57, this.#look.x + event.movementY * scale));
            this.#look.z = 0;
            this.camera.quaternion.setFromEuler(this.#look);
            this.#changed();
        });
        const end = (event) => {
            if (event.pointerId === held) held = null;
        };
        canvas.addEventListener('pointerup', end);
        canvas.addEventListener('pointercancel', end);
    }

    #wheelForSpeed(canvas) {
        canvas.addEventListener('wheel', (event) => {
            if (!this.enabled) return;
            event.preventDefault();
            this.speed *= event.deltaY > 0 ? 0.8 : 1.25;
        }, { passive: false });
    }

    #makeStick() {
        const knob = element('span', { class: 'tv-knob' });
        const stick = element('div', { class: 'tv-stick', 'aria-hidden': 'true' }, knob);
        const move = (event) => {
            const box = stick.getBoundingClientRect(), radius = box.width / 2;
            const x = (event.clientX - box.left) / radius - 1, y = (event.clientY - box.top) / radius - 1;
            const length = Math.max(1, Math.hypot(x, y));
            this.#stick = [x / length, y / length];
            knob.style.transform = `translate(${this.#stick[0] * radius * 0.6}px, ${this.#stick[1] * radius * 0.6}px)`;
            this.#changed();
        };
        stick.addEventListener('pointerdown', (event) => {
            stick.setPointerCapture(event.pointerId);
            move(event);
        });
        stick.addEventListener('pointermove', (event) => stick.hasPointerCapture(event.pointerId) && move(event));
        const end = () => {
            this.#stick = [0, 0];
            knob.style.transform = '';
        };
        stick.addEventListener('pointerup', end);
        stick.addEventListener('pointercancel', end);
        return stick;
    }
}
