// Files by their names: how they are called, and which kinds there are to filter by.
export const sizeText = (size) => (size < 1024 ? `${size} B` : size < 1 << 20 ? `${(size / 1024).toFixed(1)} KB` : `${(size / (1 << 20)).toFixed(1)} MB`);
export const baseOf = (path) => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
export const extensionOf = (path) => (baseOf(path).includes('.') ? path.slice(path.lastIndexOf('.') + 1).toLowerCase() : '');
export const stemOf = (path) => (extensionOf(path) ? baseOf(path).slice(0, -extensionOf(path).length - 1) : baseOf(path));
export const counted = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

// Bytes of names that are not UTF-8 are lone surrogates (library.js). What does not show, or turns the direction of text,
// is escaped, as the command does: a name shows what it is.
export function printable(name) {
    return name
        .replace(/[\udc80-\udcff]/gu, (c) => String.fromCharCode(c.charCodeAt(0) & 0xff))
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

export const kinds = { model: 'Models', picture: 'Pictures', palette: 'Palettes', archive: 'Volumes', text: 'Text', other: 'Other' };

const ofFormat = {
    pbmp: 'picture', bmp: 'picture', bgf: 'picture', bbg: 'picture', png: 'picture', pba: 'picture', pft: 'picture',
    ppl: 'palette', ppal: 'palette', jasc: 'palette', pal: 'palette', gpl: 'palette', act: 'palette',
    dml: 'other', dil: 'other',
};
const ofExtension = {
    jpg: 'picture', jpeg: 'picture', tga: 'picture', gif: 'picture', sgi: 'picture', rgb: 'picture',
    txt: 'text', cs: 'text', gui: 'text', mis: 'text', map: 'text', csx: 'text', udmf: 'text', textmap: 'text', cfg: 'text', kod: 'text', mat: 'text', mtl: 'text', json: 'text', csv: 'text', md: 'text',
};

// `format` is the library's for the file's extension; undefined: none.
export function kindOf(format, extension) {
    if (!format) return ofExtension[extension] ?? 'other';
    if (format.archive) return 'archive';
    return ofFormat[format.name] ?? (format.exportsScene || format.importsScene ? 'model' : ofExtension[extension] ?? 'other');
}
