// In the page: what three.js makes of a GLB. Bundled by three_run.mjs.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer;

function meshesOf(scene) {
    const meshes = [];
    scene.traverseVisible((object) => object.isMesh && meshes.push(object));
    return meshes;
}

function place(scene) {
    scene.updateMatrixWorld(true);
    const points = [], at = new THREE.Vector3();
    for (const mesh of meshesOf(scene)) {
        const count = mesh.geometry.attributes.position.count, step = Math.max(1, Math.floor(count / 200));
        for (let i = 0; i < count; i += step) points.push(...mesh.getVertexPosition(i, at).applyMatrix4(mesh.matrixWorld).toArray());
    }
    return points;
}

function lightsOf(scene) {
    const lights = [];
    scene.updateMatrixWorld(true);
    scene.traverseVisible((o) => o.isPointLight && lights.push([...o.getWorldPosition(new THREE.Vector3()).toArray(), ...o.color.toArray(), o.intensity]));
    return lights;
}

const basic = ({ map, color, side, transparent, alphaTest, opacity }) => new THREE.MeshBasicMaterial({ map, color, side, transparent, alphaTest, opacity });

// Texture times light map in display space, as the engines did it: what any other form of the light is compared with.
async function applyLightMaps(gltf) {
    for (const mesh of meshesOf(gltf.scene)) {
        const definition = gltf.parser.json.materials[gltf.parser.associations.get(mesh.material)?.materials];
        const light = definition?.occlusionTexture;
        const material = basic(mesh.material);
        if (light) {
            material.lightMap = (await gltf.parser.getDependency('texture', light.index)).clone();
            material.lightMap.colorSpace = THREE.SRGBColorSpace;
            material.lightMap.channel = light.texCoord ?? 0;
            material.lightMapIntensity = Math.PI;
        }
        mesh.material = material;
    }
}

// three.js filters a texture by its side that is the most stretched unless told otherwise; the page and Blender do not.
function sharpen(scene) {
    for (const { material } of meshesOf(scene))
        if (material.map) Object.assign(material.map, { anisotropy: 4, needsUpdate: true });
}

function draw(scene, { eye, target, fov, width, height, near = 0.01, far = 10000 }) {
    const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    renderer.setSize(width, height, false);
    renderer.setClearColor(0xffffff, 1);
    const camera = new THREE.PerspectiveCamera(fov, width / height, near, far);
    camera.position.set(...eye);
    camera.lookAt(...target);
    renderer.render(scene, camera);
    const url = renderer.domElement.toDataURL('image/png');
    renderer.dispose();
    renderer.forceContextLoss();
    return url.slice(url.indexOf(',') + 1);
}

// job: cameras, reference, sun (from where it shines), light (is judged). The report: what is shown, which animations move anything, pictures in base64.
window.judge = async (base64, job) => {
    const gltf = await new GLTFLoader().parseAsync(bytesOf(base64), ''), report = { triangles: 0, meshes: 0, still: [], pictures: [] };
    for (const { geometry } of meshesOf(gltf.scene)) {
        report.meshes++;
        report.triangles += Math.floor((geometry.index ?? geometry.attributes.position).count / 3);
    }
    report.animations = gltf.animations.length;
    report.lights = lightsOf(gltf.scene);
    for (const clip of gltf.animations) {
        const mixer = new THREE.AnimationMixer(gltf.scene), rest = place(gltf.scene);
        mixer.clipAction(clip).play();
        let moved = false;
        for (const share of [0, 0.23, 0.5, 0.77]) {
            mixer.setTime(clip.duration * share);
            const now = place(gltf.scene);
            moved ||= now.some((value, i) => Math.abs(value - rest[i]) > 1e-6);
        }
        mixer.stopAllAction();
        mixer.uncacheRoot(gltf.scene);
        if (!moved) report.still.push(clip.name);
    }
    if (job.reference) await applyLightMaps(gltf);
    if (job.sun) {
        const sun = new THREE.DirectionalLight(0xffffff, 2);
        sun.position.set(...job.sun);
        gltf.scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 1.8), sun);
    }
    if (job.light)
        for (const mesh of meshesOf(gltf.scene)) {
            // What no light was baked into, glass say, needs lamps: not the subject.
            if (!job.sun && !mesh.geometry.attributes.color && mesh.material.isMeshStandardMaterial) mesh.material = basic(mesh.material);
            mesh.material.side = THREE.DoubleSide; // as Blender draws all
        }
    sharpen(gltf.scene);
    for (const camera of job.cameras ?? []) report.pictures.push(draw(gltf.scene, camera));
    return report;
};

// The corners of all triangles, and the same moved along their normals; null where a mesh has none.
function cornersOf(scene, length) {
    const points = [], along = [], at = new THREE.Vector3(), normal = new THREE.Vector3(), part = new THREE.Vector3();
    let normals = true;
    scene.updateMatrixWorld(true);
    for (const mesh of meshesOf(scene)) {
        const { geometry: { attributes, index, morphAttributes }, morphTargetInfluences: weights = [] } = mesh, vertices = [];
        const sum = (out, list, i) => (list ?? []).forEach((each, k) => weights[k] && out.addScaledVector(part.fromBufferAttribute(each, i), weights[k]));
        normals &&= !!attributes.normal;
        for (let i = 0; i < attributes.position.count; i++) {
            at.fromBufferAttribute(attributes.position, i);
            sum(at, morphAttributes.position, i);
            normal.set(0, 0, 0);
            if (attributes.normal) normal.fromBufferAttribute(attributes.normal, i);
            sum(normal, attributes.normal && morphAttributes.normal, i);
            normal.normalize();
            vertices.push([at.clone(), at.clone().addScaledVector(normal, length)].map((point) => {
                if (mesh.isSkinnedMesh) mesh.applyBoneTransform(i, point);
                return point.applyMatrix4(mesh.matrixWorld).toArray();
            }));
        }
        const count = index?.count ?? attributes.position.count;
        for (let k = 0; k < count - (count % 3); k++) {
            const [point, moved] = vertices[index ? index.getX(k) : k];
            points.push(point);
            along.push(moved);
        }
    }
    return { points, along: normals ? along : null };
}

const sizeOf = (scene) => Math.max(0, ...meshesOf(scene).map(({ geometry }) => {
    geometry.computeBoundingSphere();
    return geometry.boundingSphere.radius;
}));

// Nodes that are collision by their names, which Trilobite hides.
function withoutCollision(scene) {
    const named = [];
    scene.traverse((object) => object.isMesh && /^(ucx|ubx|usp|ucp)_|-(conv)?colonly[.\d]*$/i.test(object.name) && named.push(object));
    for (const object of named) object.visible = false;
}

// Where everything is at rest and at shares of each animation's duration; `length` is that of the normals.
window.pose = async (base64, beside, shares, length) => {
    const manager = new THREE.LoadingManager(), loader = new GLTFLoader(manager).setMeshoptDecoder(MeshoptDecoder), poses = [];
    manager.setURLModifier((url) => beside[decodeURIComponent(url)] ?? url);
    const { scene, animations } = await loader.parseAsync(bytesOf(base64), '');
    if (!scene) return { poses };
    withoutCollision(scene);
    length ??= sizeOf(scene) / 10;
    poses.push({ name: 'at rest', ...cornersOf(scene, length) });
    for (const clip of animations) {
        const mixer = new THREE.AnimationMixer(scene);
        mixer.clipAction(clip).play();
        for (const share of shares) {
            mixer.setTime(clip.duration * share);
            poses.push({ name: `${clip.name} at ${clip.duration * share}`, ...cornersOf(scene, length) });
        }
        mixer.stopAllAction();
        mixer.uncacheRoot(scene);
    }
    return { poses, length };
};
