// The materials and textures as a list with thumbnails.
import { element } from './dom.js';
import { values } from './values.js';

const thumbnail = 44;

function drawImage(image, size) {
    const scale = Math.min(size / image.width, size / image.height, size > thumbnail ? 8 : Infinity);
    const canvas = element('canvas', { class: 'tv-texture' });
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext('2d');
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

const display = (linear) => Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));

function colorOf(material) {
    const [r, g, b, a] = material.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1];
    return `rgb(${display(r)} ${display(g)} ${display(b)} / ${a})`;
}

function kinds(material) {
    const extras = material.extras ?? {};
    return [
        extras.placeholder && 'texture not found', extras.additive ? 'added' : extras.subtractive ? 'subtracted' : { MASK: 'cut out', BLEND: 'translucent' }[material.alphaMode],
        material.doubleSided && 'two-sided', material.extensions?.KHR_materials_unlit && 'unlit', extras.lightmap && 'light map',
    ].filter(Boolean);
}

function texture(model, label, index) {
    const image = model.textures[index]?.image;
    if (!image) return null;
    const name = model.json.images[model.json.textures[index].source].name ?? '';
    return element('figure', {}, drawImage(image, 256), element('figcaption', {}, `${label}: ${name} ${image.width} × ${image.height}`));
}

// `note(material)` is called with the index of the one that is opened.
export function materialList(model) {
    return (model.json.materials ?? []).map((material, index) => {
        const base = material.pbrMetallicRoughness?.baseColorTexture?.index;
        const image = model.textures[base]?.image;
        const swatch = element('span', { class: 'tv-swatch' });
        if (image) swatch.append(drawImage(image, thumbnail));
        else swatch.append(element('span', { class: 'tv-color', style: `background: ${colorOf(material)}` }));
        const details = element('details', { class: 'tv-material', id: `tv-material-${index}` }, element('summary', {}, swatch,
            element('span', { class: 'tv-name' }, material.name || `material ${index}`), element('small', {}, kinds(material).join(', '))));
        details.addEventListener('toggle', () => details.append(element('div', { class: 'tv-inside' }, ...[
            texture(model, 'Texture', base), texture(model, 'Light map', material.extras?.lightmap?.texture),
            values({ color: colorOf(material), ...material.extras }),
        ].filter(Boolean))), { once: true });
        return details;
    });
}
