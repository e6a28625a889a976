// Compiled, not run: what the package says of its types.
import { AnimationMixer, Scene } from 'three';
import { build, Document, formats, load, open, readAssets, TrilobiteError, type Diagnostic, type OutputFile } from 'trilobite';
import { TrilobiteLoader, type TrilobiteModel } from 'trilobite/three';

await load(new URL('https://example.org/trilobite.wasm'));
const assets = await readAssets('textures');
const document: Document = await open(new Uint8Array(4), { name: 'x.dts', assets });
await open(new ArrayBuffer(4), { name: 'x.vol', member: 'y.dts', assets: { 'brick.png': new Uint8Array(4), 'wood.png': { size: 4, read: () => new Uint8Array(4) } } });
const files: OutputFile[] = document.convert('glb', { lod: 'all', collision: true, difVersion: 5 });
new Blob([files[0].bytes]);
const found: Diagnostic[] = [...document.check(), ...document.diagnostics()];
const seconds: number = document.info().animations[0].seconds;
document.set('materials[0].name', 'brick');
const again: Document = await build(document.dump());
const size: number = again.save().length + again.member('x').length + again.members()[0].size;
const extensions: string[] = (await formats())[0].extensions;
const path: string = new TrilobiteError().diagnostics[0].path;
console.log(found, seconds, size, extensions, path);

const loader: TrilobiteLoader = new TrilobiteLoader().setPath('models/').setAssets(['brick.png']).setOptions({ lights: true });
const model: TrilobiteModel = await loader.loadAsync('x.dts');
loader.load('x.dts', (loaded) => new Scene().add(loaded), undefined, (error) => console.error(error));
new AnimationMixer(model).clipAction(model.animations[0]).play();
await loader.parseAsync(new ArrayBuffer(4), 'x.dts');

// @ts-expect-error: opening is asynchronous
open(new Uint8Array(4)).info();
// @ts-expect-error: no path
await open('x.dts');
// @ts-expect-error: documents are made by open()
new Document();
// @ts-expect-error: a list of names has no bytes
await open(new Uint8Array(4), { assets: ['brick.png'] });
