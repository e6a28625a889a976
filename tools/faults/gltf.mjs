// Faults of glTF.
import { each, field, half, kind, lacking, value } from './edits.mjs'

const accessorsOf = x => x.accessors ?? []
const used = (x, how) => new Set((x.meshes ?? []).flatMap(mesh => mesh.primitives.map(how)).filter(index => index !== undefined))
const inAccessors = (name, places) => kind(name, x => places(accessorsOf(x), 'accessors', x))
const inPrimitives = (name, change, fits = () => true) =>
    kind(name, x => (x.meshes ?? []).flatMap((mesh, index) => each(mesh.primitives, `meshes[${index}].primitives`, primitive => change(primitive, x), primitive => fits(primitive, x))))
const inAnimations = (name, list, change, fits = () => true) =>
    kind(name, x => (x.animations ?? []).flatMap((animation, index) => each(animation[list], `animations[${index}].${list}`, entry => change(entry, x, animation), entry => fits(entry, x, animation))))

export const gltf = [
    kind('no asset', x => [{ path: 'asset', edit: () => delete x.asset }]),
    kind('no version', x => value(x.asset, 'version', '')),
    kind('version that is a word', x => value(x.asset, 'version', 'two')),
    kind('least version above its own', x => value(x.asset, 'minVersion', '3.0', true)),
    kind('scene out of range', x => value(x, 'scene', x.scenes?.length ?? 0)),
    kind('node of a scene out of range', x => each(x.scenes, 'scenes', scene => scene.nodes.push(x.nodes.length))),
    kind('root with a parent', x => each(x.scenes, 'scenes', scene => scene.nodes.push(x.nodes.find(node => node.children)?.children[0]), () => x.nodes.some(node => node.children))),
    kind('child out of range', x => each(x.nodes, 'nodes', node => (node.children = [x.nodes.length]))),
    kind('node that is its own child', x => each(x.nodes, 'nodes', (node, index) => (node.children = [index]))),
    kind('mesh of a node out of range', x => field(x.nodes, 'nodes', 'mesh', x.meshes?.length)),
    kind('skin of a node out of range', x => each(x.nodes, 'nodes', node => (node.skin = 99))),
    kind('rotation not of unit length', x => each(x.nodes, 'nodes', node => (node.rotation = [0, 0, 0, 2]))),
    kind('rotation of three numbers', x => each(x.nodes, 'nodes', node => (node.rotation = [0, 0, 0]))),
    kind('matrix beside its parts', x => each(x.nodes, 'nodes', node => Object.assign(node, { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], translation: [1, 0, 0] }))),
    kind('unknown member', x => each(x.nodes, 'nodes', node => (node.mash = 0))),
    inPrimitives('material out of range', (primitive, x) => (primitive.material = x.materials?.length ?? 0)),
    inPrimitives('indices out of range', (primitive, x) => (primitive.indices = x.accessors.length)),
    inPrimitives('positions as indices', primitive => (primitive.indices = primitive.attributes.POSITION)),
    inPrimitives('positions out of range', (primitive, x) => (primitive.attributes.POSITION = x.accessors.length)),
    inPrimitives('unknown attribute', primitive => (primitive.attributes.COLOUR = primitive.attributes.POSITION)),
    inPrimitives('texture coordinates that do not run from 0', primitive => {
        primitive.attributes.TEXCOORD_3 = primitive.attributes.TEXCOORD_0
        delete primitive.attributes.TEXCOORD_0
    }, primitive => primitive.attributes.TEXCOORD_0 !== undefined),
    inPrimitives('normals as texture coordinates', primitive => (primitive.attributes.TEXCOORD_0 = primitive.attributes.NORMAL), primitive => primitive.attributes.NORMAL !== undefined),
    inPrimitives('unknown kind of primitives', primitive => (primitive.mode = 9)),
    inAccessors('view out of range', (list, path, x) => field(list, path, 'bufferView', x.bufferViews?.length)),
    inAccessors('more elements than the view has', (list, path) => field(list, path, 'count', count => 100 * count)),
    inAccessors('no elements', (list, path) => field(list, path, 'count', 0)),
    inAccessors('elements beyond the view', (list, path) => each(list, path, accessor => (accessor.byteOffset = 1 << 20), accessor => accessor.bufferView !== undefined)),
    inAccessors('not aligned', (list, path) => each(list, path, accessor => (accessor.byteOffset = (accessor.byteOffset ?? 0) + 1), accessor => accessor.componentType === 5126)),
    inAccessors('unknown type', (list, path) => field(list, path, 'type', 'VEC5')),
    inAccessors('unknown kind of components', (list, path) => field(list, path, 'componentType', 5127)),
    inAccessors('positions without bounds', (list, path, x) => each(list, path, accessor => delete accessor.max, (accessor, index) => accessor.max && used(x, ({ attributes }) => attributes.POSITION).has(index))),
    inAccessors('wrong bounds', (list, path) => each(list, path, accessor => (accessor.max[0] += 1), accessor => accessor.max)),
    kind('buffer of a view out of range', x => field(x.bufferViews, 'bufferViews', 'buffer', x.buffers?.length)),
    kind('view beyond its buffer', x => field(x.bufferViews, 'bufferViews', 'byteLength', length => length + (1 << 20))),
    kind('stride that is no multiple of four', x => each(x.bufferViews, 'bufferViews', view => (view.byteStride = 13))),
    kind('buffer larger than its data', x => field(x.buffers, 'buffers', 'byteLength', length => length + 1000)),
    kind('half of the data', x => field(x.chunks, 'chunks', 'chunkData', half)),
    kind('no data', x => lacking(x, 'chunks')),
    kind('texture of a material out of range', x => each(x.materials, 'materials', material => (material.pbrMetallicRoughness = { baseColorTexture: { index: 99 } }))),
    kind('texture coordinates that are not there', x => each(x.materials, 'materials', material => (material.pbrMetallicRoughness.baseColorTexture.texCoord = 5), material => material.pbrMetallicRoughness?.baseColorTexture)),
    kind('color beyond 1', x => each(x.materials, 'materials', material => (material.pbrMetallicRoughness = { baseColorFactor: [2, 0, 0, 1] }))),
    kind('unknown alpha mode', x => each(x.materials, 'materials', material => (material.alphaMode = 'GLASS'))),
    kind('image of a texture out of range', x => field(x.textures, 'textures', 'source', x.images?.length)),
    kind('sampler of a texture out of range', x => field(x.textures, 'textures', 'sampler', x.samplers?.length)),
    kind('unknown filter', x => field(x.samplers, 'samplers', 'minFilter', 1)),
    kind('image of another kind', x => field(x.images, 'images', 'mimeType', 'image/jpeg')),
    kind('image without data', x => each(x.images, 'images', image => delete image.bufferView, image => image.bufferView !== undefined)),
    inAnimations('sampler of a channel out of range', 'channels', (channel, x, animation) => (channel.sampler = animation.samplers.length)),
    inAnimations('node of a channel out of range', 'channels', (channel, x) => (channel.target.node = x.nodes.length)),
    inAnimations('unknown property of a channel', 'channels', channel => (channel.target.path = 'colour')),
    inAnimations('two channels of one target', 'channels', (channel, x, animation) => animation.channels.push(channel)),
    inAnimations('times as values', 'samplers', sampler => (sampler.output = sampler.input)),
    inAnimations('values as times', 'samplers', sampler => (sampler.input = sampler.output)),
    inAnimations('unknown interpolation', 'samplers', sampler => (sampler.interpolation = 'CUBIC')),
    kind('extension that is not listed', x => each(x.nodes, 'nodes', node => (node.extensions = { KHR_lights_punctual: { light: 0 } })))
]
