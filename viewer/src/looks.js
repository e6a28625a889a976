// Materials as the command's pictures show them. Everything is multiplied and mixed as displays show it, not as
// light: the engines did, and textures, light maps and translucent things look as they did there.
import { CanvasTexture, Color, CustomBlending, DoubleSide, FrontSide, NoBlending, NoColorSpace, OneFactor, OneMinusSrcAlphaFactor, RepeatWrapping, ShaderMaterial, Vector2, Vector4 } from 'three';

const vertexShader = /* glsl */ `
#include <common>
#include <skinning_pars_vertex>
#include <morphtarget_pars_vertex>
uniform vec4 look;
uniform vec2 paintOffset;
uniform float nearer;
PAINT_ATTRIBUTE
LIGHT_ATTRIBUTE
varying vec3 place;
varying vec3 facing;
varying vec4 tint;
varying vec2 paintUv;
varying vec2 lightUv;

vec3 display(vec3 light)
{
    return mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, vec3(lessThanEqual(light, vec3(0.0031308))));
}

void main()
{
    #include <beginnormal_vertex>
    #include <morphnormal_vertex>
    #include <skinbase_vertex>
    #include <skinnormal_vertex>
    #include <begin_vertex>
    #include <morphtarget_vertex>
    #include <skinning_vertex>
    place = (modelMatrix * vec4(transformed, 1.0)).xyz;
    facing = transpose(inverse(mat3(modelMatrix))) * objectNormal;
    tint = look;
    #ifdef USE_COLOR_ALPHA
        tint *= vec4(display(color.rgb), color.a);
    #endif
    #ifdef LOOSE_COLOR
        tint.rgb *= loose;
    #endif
    paintUv = PAINT_UV + paintOffset;
    lightUv = LIGHT_UV;
    gl_Position = projectionMatrix * viewMatrix * vec4(mix(place, cameraPosition, nearer), 1.0);
}
`;

// Colors leave multiplied by their alpha; what is added to the picture has none. A mesh without normals has those
// of its triangles. Light maps are shown at full strength above a floor, which the scene's extras tell.
const fragmentShader = /* glsl */ `
uniform vec3 emissive;
uniform float cutoff;
uniform bool lightMaps;
uniform bool uvChecker;
uniform float lightFloor;
uniform sampler2D paintMap;
uniform sampler2D checkerMap;
uniform sampler2D lightMap;
varying vec3 place;
varying vec3 facing;
varying vec4 tint;
varying vec2 paintUv;
varying vec2 lightUv;

vec4 paint()
{
    #if PAINT == 1
        return texture2D(paintMap, paintUv);
    #elif PAINT == 2
        return vec4(vec3(mix(0.72, 0.84, texture2D(paintMap, paintUv).r)), 1.0);
    #else
        return vec4(1.0);
    #endif
}

vec3 studio()
{
    vec3 lamp = (vec4(-0.42, 0.56, 0.714, 0.0) * viewMatrix).xyz;
    vec3 n = gl_FrontFacing ? facing : -facing;
    if (dot(n, n) < 1e-12)
        n = cross(dFdx(place), dFdy(place));
    n = normalize(n);
    float fromLamp = 0.5 + 0.5 * dot(n, lamp);
    return mix(vec3(0.36, 0.34, 0.33), vec3(0.56, 0.58, 0.61), 0.5 + 0.5 * n.y) +
           fromLamp * fromLamp * vec3(0.52, 0.51, 0.49);
}

vec3 light()
{
    if (uvChecker)
        return studio();
    #ifdef LIGHT_MAP
        if (lightMaps)
            return lightFloor + (1.0 - lightFloor) * texture2D(lightMap, lightUv).rgb;
    #endif
    #ifdef UNLIT
        return vec3(1.0);
    #else
        return studio();
    #endif
}

void main()
{
    vec4 c = tint * paint();
    #ifdef HAS_UV
        if (uvChecker)
            c.rgb = texture2D(checkerMap, paintUv).rgb;
    #endif
    #ifdef MASK
        if (c.a < cutoff)
            discard;
    #endif
    c = clamp(vec4(c.rgb * light() + emissive, c.a), 0.0, 1.0);
    #if defined(ADD)
        gl_FragColor = vec4(c.rgb * c.a, 0.0);
    #elif defined(BLEND)
        gl_FragColor = vec4(c.rgb * c.a, c.a);
    #else
        gl_FragColor = vec4(c.rgb, 1.0);
    #endif
}
`;

const uvNames = ['uv', 'uv1', 'uv2', 'uv3'];
const declared = (name) => (name === 'uv' ? '' : `attribute vec2 ${name};`);
const display = (linear) => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);

const colorOf = ([r, g, b, a] = [1, 1, 1, 1]) => new Vector4(...[r, g, b].map(display), a);

// Shared by all: whether light maps are looked at.
export const lightMaps = { value: true };

// Shared by all: whether the texture is a pattern that shows where it lies.
export const uvChecker = { value: false };
const checkerMap = { value: null };

// A texture of 8 by 8 squares with their names, A1 at its origin: one that reads wrong is mirrored.
function makeChecker() {
    const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 512 }), context = canvas.getContext('2d');
    Object.assign(context, { font: '600 26px sans-serif', textAlign: 'center', textBaseline: 'middle' });
    for (let y = 0; y < 8; y++)
        for (let x = 0; x < 8; x++) {
            context.fillStyle = `hsl(${x * 45} ${40 + y * 5}% ${(x + y) % 2 ? 46 : 72}%)`;
            context.fillRect(x * 64, y * 64, 64, 64);
            context.fillStyle = (x + y) % 2 ? '#fff' : '#222';
            context.fillText('ABCDEFGH'[x] + (y + 1), x * 64 + 32, y * 64 + 33);
        }
    const texture = new CanvasTexture(canvas);
    Object.assign(texture, { flipY: false, wrapS: RepeatWrapping, wrapT: RepeatWrapping, colorSpace: NoColorSpace, anisotropy: 4 });
    return texture;
}

function make({ color, emissive = [0, 0, 0], paint = 0, paintMap, paintUv = 'uv', lightMap, lightUv = 'uv', mode = 'OPAQUE',
    cutoff = 0.5, lightFloor = 0, unlit = false, doubleSided = false, vertexColors = false, loose = false, nearer = 0, wireframe = false, hasUv = false }) {
    const blended = mode === 'BLEND' || mode === 'ADD';
    const defines = { PAINT: paint, PAINT_UV: paintUv, LIGHT_UV: lightUv, PAINT_ATTRIBUTE: declared(paintUv),
        LIGHT_ATTRIBUTE: (lightUv === paintUv ? '' : declared(lightUv)) + (loose ? 'attribute vec3 loose;' : '') };
    if (mode !== 'OPAQUE') defines[mode] = '';
    if (lightMap) defines.LIGHT_MAP = '';
    if (unlit) defines.UNLIT = '';
    if (loose) defines.LOOSE_COLOR = '';
    if (hasUv) {
        defines.HAS_UV = '';
        checkerMap.value ??= makeChecker();
    }
    return new ShaderMaterial({
        vertexShader, fragmentShader, defines, vertexColors, wireframe,
        uniforms: {
            look: { value: colorOf(color) },
            emissive: { value: new Color(...emissive.map(display)) },
            cutoff: { value: cutoff }, nearer: { value: nearer }, lightMaps, uvChecker, checkerMap, lightFloor: { value: lightFloor }, paintOffset: { value: new Vector2() },
            paintMap: { value: paintMap ?? null }, lightMap: { value: lightMap ?? null },
        },
        side: doubleSided ? DoubleSide : FrontSide,
        transparent: blended, depthWrite: !blended,
        blending: blended ? CustomBlending : NoBlending,
        blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor,
    });
}

// The look of a glTF material on vertices with these attributes.
export function lookOf(material, textures, attributes, lightFloor) {
    const base = material.pbrMetallicRoughness ?? {}, extras = material.extras ?? {};
    const map = (reference, index) => {
        const uv = uvNames[reference?.texCoord ?? 0];
        return reference && attributes[uv] ? [textures[index], uv] : [undefined, 'uv'];
    };
    const [paintMap, paintUv] = map(base.baseColorTexture, base.baseColorTexture?.index);
    const [lightMap, lightUv] = map(extras.lightmap, extras.lightmap?.texture);
    const look = make({
        color: base.baseColorFactor, emissive: material.emissiveFactor, paintMap, paintUv, lightMap, lightUv, lightFloor,
        paint: !paintMap ? 0 : extras.placeholder ? 2 : 1,
        mode: extras.additive ? 'ADD' : material.alphaMode, cutoff: material.alphaCutoff,
        unlit: 'KHR_materials_unlit' in (material.extensions ?? {}),
        doubleSided: material.doubleSided, vertexColors: attributes.color !== undefined, hasUv: attributes.uv !== undefined,
    });
    changeLook(look, 'offset', base.baseColorTexture?.extensions?.KHR_texture_transform?.offset);
    return look;
}

// Sets what animations change: 'offset', that of the texture, or 'color'. Undefined: what glTF has without it.
export function changeLook({ uniforms }, property, value) {
    if (property === 'offset') uniforms.paintOffset.value.set(...(value ?? [0, 0]));
    else uniforms.look.value.copy(colorOf(value));
}

// The look of what is hidden at first: a color to tell it from others like it. `loose`: one for each loose part.
export function tintedLook(color, loose) {
    const look = make({ mode: 'BLEND', nearer: 0.001, loose });
    look.uniforms.look.value.set(...color, 0.45);
    return look;
}

// The edges of all triangles, over what they are of.
export function edgesLook() {
    const look = make({ unlit: true, nearer: 0.004, wireframe: true, doubleSided: true });
    look.uniforms.look.value.set(0.07, 0.09, 0.12, 1);
    return look;
}
