// The canvas: draws a model when something changed, moves the cameras, tells what was clicked.
import { Box3, Box3Helper, Color, DoubleSide, MathUtils, PerspectiveCamera, Raycaster, Scene, Sphere, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { axes, findFronts, fit, frontYaw, insideAngle, outsideAngle, verticalAngle, views } from './framing.js';
import { findInside, findSealed } from './inside.js';
import { edgesLook } from './looks.js';
import { boxOf, eachDrawn, isGround } from './model.js';
import { Walk } from './walk.js';

const depthRange = 4000; // the most that is farthest over nearest, outside
const running = 8; // meters a second, on ground
const nearInside = 0.5; // meters at most: in worlds of kilometers ground is at one's feet
const accent = new Color(0xff9d2e), boundsColor = new Color(0x3f8fd8);

export class Stage {
    onframe = () => false; // called with the seconds since the last; true while something moves
    onpick = () => {};     // called with { node, material } or null
    wireframe = false;
    bounds = false;        // the box of all that is drawn
    top = () => 0;         // how many pixels at the top are covered by something else
    #model = null;
    #scene = new Scene();
    #marks = new Scene();
    #bounds = new Box3Helper(new Box3(), boundsColor);
    #then = 0;
    #edges = edgesLook();
    #sphere = new Sphere();
    #angle = outsideAngle;
    #asked = 0;
    #slack = 1; // how far sequences may lead outside of the model's sphere
    #covered = 0; // of the height
    #framed = null; // the angles from which all is in the picture, until the camera is moved

    constructor(element) {
        this.element = element;
        this.renderer = new WebGLRenderer({ antialias: true, alpha: true });
        this.renderer.autoClear = false;
        this.renderer.setClearColor(0, 0);
        this.canvas = this.renderer.domElement;
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute('role', 'img');
        element.prepend(this.canvas);
        this.camera = new PerspectiveCamera();
        this.invalidate = this.invalidate.bind(this);
        this.orbit = new OrbitControls(this.camera, this.canvas);
        this.orbit.enableDamping = true;
        this.orbit.dampingFactor = 0.15;
        this.orbit.addEventListener('change', this.invalidate);
        this.orbit.addEventListener('start', () => (this.#framed = null));
        this.walk = new Walk(this.camera, this.canvas, this.invalidate);
        element.append(this.walk.stick);
        this.#listenForClicks();
        this.#watcher = new ResizeObserver(() => this.#resize());
        this.#watcher.observe(element);
    }
    #watcher;

    set model(model) {
        this.#scene.clear();
        this.mark(null);
        this.#model = model;
        if (model) {
            this.#scene.add(model.scene);
            this.#scene.updateMatrixWorld();
            boxOf(model.scene).getBoundingSphere(this.#sphere);
            this.#slack = model.animations.length ? 2 : 1.05;
            const { radius } = boxOf(model.scene, false).getBoundingSphere(new Sphere());
            this.walk.speed = model.nodes.some(isGround) ? running : Math.max(radius / 4, 1e-3);
        }
        this.invalidate();
    }

    dispose() {
        cancelAnimationFrame(this.#asked);
        this.#watcher.disconnect();
        this.orbit.dispose();
        this.walk.dispose();
        this.#bounds.dispose();
        this.renderer.dispose();
    }

    // Draws soon.
    invalidate() {
        this.#asked ||= requestAnimationFrame((now) => this.#frame(now));
    }

    // --- cameras ---

    get walking() {
        return this.walk.enabled;
    }

    set walking(walking) {
        if (walking === this.walking) return;
        this.#framed = null;
        this.walk.enabled = walking;
        this.orbit.enabled = !walking;
        this.element.classList.toggle('tv-walking', walking);
        this.#setAngle(walking ? insideAngle : outsideAngle);
        if (!walking) {
            const ahead = this.camera.getWorldDirection(new Vector3());
            const reach = Math.max(this.camera.position.distanceTo(this.#sphere.center), this.#sphere.radius * 0.1);
            this.orbit.target.copy(this.camera.position).addScaledVector(ahead, reach);
            this.orbit.update();
        }
    }

    // One of framing.js's views, from outside.
    look(name) {
        if (!this.#model) return;
        const [yaw, pitch] = views[name];
        this.frame(...findFronts((test) => this.#someTriangle(test), yaw + frontYaw(this.#model.facing), pitch));
    }

    // All of the model in the picture, from the angles given or those the camera has.
    frame(yaw, pitch) {
        if (!this.#model) return;
        const back = this.camera.getWorldDirection(new Vector3()).negate();
        yaw ??= MathUtils.radToDeg(Math.atan2(back.x, back.z));
        pitch ??= MathUtils.radToDeg(Math.asin(MathUtils.clamp(back.y, -1, 1)));
        this.#framed = this.walking ? null : [yaw, pitch];
        const { position, target } = fit((visit) => this.#eachPoint(visit), boxOf(this.#model.scene, false), yaw, pitch, this.camera.aspect, this.#covered);
        this.camera.up.set(0, 1, 0);
        this.camera.position.copy(position);
        this.camera.lookAt(target);
        this.orbit.target.copy(target);
        this.orbit.update();
        this.invalidate();
    }

    // The model has another pose: it is in the picture if it was.
    pose() {
        if (!this.#model) return;
        this.#scene.updateMatrixWorld();
        boxOf(this.#model.scene).getBoundingSphere(this.#sphere);
        if (this.#framed) this.frame(...this.#framed);
    }

    // Into a room, walking; false: there is none.
    enter() {
        return this.stand(findInside(this.#triangles()));
    }

    // From the view that was framed into rooms that it does not show, as nothing from outside does; false: it may stay.
    enterSealed() {
        return this.stand(findSealed(this.#triangles(), this.camera.getWorldDirection(new Vector3()).negate().toArray()));
    }

    // At a place, walking: { point, yaw, pitch }; false: there is none.
    stand(place) {
        if (!place) return false;
        this.walking = true;
        this.camera.position.fromArray(place.point);
        const { back } = axes(place.yaw, -(place.pitch ?? 0));
        this.camera.lookAt(this.camera.position.clone().sub(back));
        this.invalidate();
        return true;
    }

    // The camera to points, three numbers each, which are marked.
    approachPoints(points) {
        const box = new Box3().setFromPoints(points.map((point) => new Vector3(...point)));
        this.#markBox(box.expandByScalar(Math.max(this.#sphere.radius * 0.004, 1e-4)));
        this.#approachBox(box.clone().expandByScalar(this.#sphere.radius * 0.05));
    }

    // The camera to a thing.
    approach(object) {
        const box = boxOf(object);
        if (!box.isEmpty()) this.#approachBox(box);
    }

    #approachBox(box) {
        const sphere = box.getBoundingSphere(new Sphere());
        this.#framed = null;
        const back = this.camera.getWorldDirection(new Vector3()).negate();
        const distance = Math.max(sphere.radius, 1e-3) / Math.sin(MathUtils.degToRad(Math.min(this.camera.fov, this.camera.fov * this.camera.aspect)) / 2);
        this.camera.position.copy(sphere.center).addScaledVector(back, distance);
        this.orbit.target.copy(sphere.center);
        this.orbit.update();
        this.invalidate();
    }

    // What the camera turns around; while walking, a point before it.
    get target() {
        if (!this.walking) return this.orbit.target;
        return this.camera.position.clone().add(this.camera.getWorldDirection(new Vector3()));
    }

    // The camera at a point, looking at another; each three numbers.
    place(position, target, walking) {
        this.walking = walking;
        this.#framed = null;
        this.camera.position.fromArray(position);
        this.camera.up.set(0, 1, 0);
        this.camera.lookAt(...target);
        if (!walking) {
            this.orbit.target.fromArray(target);
            this.orbit.update();
        }
        this.invalidate();
    }

    #setAngle(angle) {
        this.#angle = angle;
        this.camera.fov = verticalAngle(angle, this.camera.aspect);
        this.camera.updateProjectionMatrix();
        this.invalidate();
    }

    // Of all but backdrops, as #someTriangle.
    #eachPoint(visit) {
        const point = new Vector3();
        this.#scene.updateMatrixWorld();
        eachDrawn(this.#model, (mesh) => {
            const { index, attributes } = mesh.geometry, seen = new Uint8Array(attributes.position.count);
            for (let i = 0; i < index.count; i++) {
                const vertex = index.getX(i);
                if (seen[vertex]) continue;
                seen[vertex] = 1;
                mesh.getVertexPosition(vertex, point).applyMatrix4(mesh.matrixWorld);
                visit(point.x, point.y, point.z);
            }
        }, false);
    }

    // Calls visit(a, b, c, doubleSided, ground) with each triangle drawn, in the world and counter-clockwise, until one gives true.
    #someTriangle(visit) {
        const corners = [new Vector3(), new Vector3(), new Vector3()];
        let found = false;
        this.#scene.updateMatrixWorld();
        eachDrawn(this.#model, (mesh) => {
            const { index } = mesh.geometry, ground = isGround(mesh.userData.node), order = mesh.matrixWorld.determinant() < 0 ? [0, 2, 1] : [0, 1, 2];
            for (let i = 0; i + 2 < index.count && !found; i += 3) {
                order.forEach((k, at) => mesh.getVertexPosition(index.getX(i + k), corners[at]).applyMatrix4(mesh.matrixWorld));
                found = visit(...corners, mesh.material.side === DoubleSide, ground);
            }
        }, false);
        return found;
    }

    // What is drawn, for findInside.
    #triangles() {
        const corners = [], doubleSided = [], ground = [];
        this.#someTriangle((a, b, c, both, below) => {
            for (const point of [a, b, c]) corners.push(point.x, point.y, point.z);
            doubleSided.push(both);
            ground.push(below);
            return false;
        });
        return { corners: Float64Array.from(corners), doubleSided, ground };
    }

    // --- drawing ---

    #resize() {
        const { clientWidth: width, clientHeight: height } = this.element;
        if (!width || !height) return;
        this.#covered = Math.min(this.top() / height, 0.3);
        this.#drawAt(width, height, Math.min(devicePixelRatio, 2));
    }

    #drawAt(width, height, ratio) {
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.#setAngle(this.#angle);
        if (this.#framed) this.frame(...this.#framed);
        this.#draw();
    }

    #frame(now) {
        this.#asked = 0;
        if (!this.element.clientWidth) return; // out of sight; it goes on when it has a size again
        const seconds = Math.min((now - this.#then) / 1000, 0.1);
        this.#then = now;
        const moving = this.onframe(seconds);
        const going = this.walk.step(seconds, this.hurry);
        if (this.orbit.enabled) this.orbit.update();
        this.#draw();
        if (moving || going) this.invalidate();
    }

    #draw() {
        const distance = this.camera.position.distanceTo(this.#sphere.center), radius = Math.max(this.#sphere.radius * this.#slack, 1e-4);
        this.camera.far = distance + radius;
        this.camera.near = Math.max(distance - radius, this.camera.far / depthRange);
        if (this.walking) this.camera.near = Math.min(this.camera.near, nearInside);
        this.camera.updateProjectionMatrix();
        this.renderer.clear();
        this.#scene.overrideMaterial = null;
        this.renderer.render(this.#scene, this.camera);
        if (this.wireframe) {
            this.#scene.overrideMaterial = this.#edges;
            this.renderer.render(this.#scene, this.camera);
        }
        this.renderer.render(this.#marks, this.camera);
        if (this.bounds && this.#model) {
            this.#bounds.box.copy(boxOf(this.#model.scene));
            this.renderer.render(this.#bounds, this.camera);
        }
    }

    // A PNG of what is seen, in this size, before `background`: two CSS colors from top to bottom, or none.
    picture(width, height, background) {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        if (background) {
            const gradient = context.createLinearGradient(0, 0, 0, height);
            background.forEach((color, i) => gradient.addColorStop(i, color));
            context.fillStyle = gradient;
            context.fillRect(0, 0, width, height);
        }
        this.#covered = 0;
        this.#drawAt(width, height, 1);
        context.drawImage(this.canvas, 0, 0);
        this.#resize();
        return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    }

    // --- clicking ---

    #listenForClicks() {
        let down = null;
        this.canvas.addEventListener('pointerdown', (event) => {
            down = { x: event.clientX, y: event.clientY, time: event.timeStamp };
        });
        this.canvas.addEventListener('pointerup', (event) => {
            if (!down || event.button !== 0) return;
            const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > 5 || event.timeStamp - down.time > 500;
            down = null;
            if (!moved) this.onpick(this.#pick(event));
        });
    }

    #pick(event) {
        const box = this.canvas.getBoundingClientRect();
        const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
        const ray = new Raycaster(), meshes = [];
        ray.setFromCamera(at, this.camera);
        if (this.#model) eachDrawn(this.#model, (mesh) => meshes.push(mesh));
        const [hit] = ray.intersectObjects(meshes, false);
        return hit ? hit.object.userData : null;
    }

    // A frame around a thing; null: none.
    mark(object) {
        this.#markBox(object ? boxOf(object) : new Box3());
    }

    #markBox(box) {
        for (const mark of this.#marks.children) mark.dispose();
        this.#marks.clear();
        if (!box.isEmpty()) this.#marks.add(new Box3Helper(box, accent));
        this.invalidate();
    }
}
