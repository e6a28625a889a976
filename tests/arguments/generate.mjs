// node generate.mjs INCLUDE SYMBOLS: a C program that calls each function of packaging/symbols.txt with arguments that the
// headers do not allow: each pointer NULL in turn, numbers and enums out of their ranges, structs of zeros.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [include, symbols] = process.argv.slice(2);
const headers = readdirSync(include, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.h')).sort();
const text = headers.map((name) => readFileSync(path.join(include, name), 'utf8')).join('\n').replace(/\/\*[^]*?\*\//g, ' ').replace(/^#.*$/gm, '');
const enums = new Set([...text.matchAll(/\}\s*(tlb_\w+);/g)].map(([, name]) => name).filter((name) => new RegExp(`enum ${name}\\b`).test(text)));
const structs = new Set([...text.matchAll(/struct (tlb_\w+) \{/g)].map(([, name]) => name));
const scalars = new Set(['void', 'char', 'bool', 'float', 'double', 'int', 'unsigned', 'size_t', 'int8_t', 'uint8_t', 'int16_t', 'uint16_t', 'int32_t', 'uint32_t', 'int64_t', 'uint64_t', 'tlb_vec3']);
// Structs that hold nothing but numbers.
const plain = new Set();
for (const [, name, members] of text.matchAll(/struct (tlb_\w+) \{([^{}]*)\}/g)) {
    const types = members.split(';').map((member) => /^\s*(?:const\s+)?(\w+)\s+[^*]*$/.exec(member)?.[1] ?? (member.trim() ? '*' : null)).filter(Boolean);
    if (types.every((type) => scalars.has(type) || enums.has(type) || plain.has(type))) plain.add(name);
}
// Objects of tests/arguments/arguments.c.
const known = {
    tlb_context: 'context', tlb_document: 'document', tlb_scene: 'scene', tlb_arena: 'arena', tlb_format: 'format', tlb_assets: 'assets',
    tlb_value: 'table', tlb_renderer: 'renderer', tlb_directory_cache: 'directory_cache', tlb_sheet: 'sheet', tlb_bitmap: 'bitmap',
    tlb_files: 'files', tlb_file_writer: 'writer', tlb_dil_coder: 'coder', tlb_dts_instance: 'instance',
    tlb_dif_interior: 'interior', tlb_options: 'named', tlb_change: '&change',
};
// Calls with these depend on the document: any, or one that the accessor gives something of.
const accessors = { tlb_document: 'tlb_document_format', tlb_dif_interior: 'tlb_document_dif', tlb_dil_coder: 'tlb_document_dil', tlb_dts_instance: 'tlb_document_dts' };
// The documents' own structs, where the document is of that format.
for (const [, type, accessor] of text.matchAll(/TLB_API (tlb_\w+) \*(tlb_document_\w+)\(tlb_document \*document\);/g)) {
    if (known[type]) continue;
    known[type] = `(${accessor}(document) ? ${accessor}(document) : &(${type}){0})`;
    accessors[type] = accessor;
}
const byValue = { tlb_sink: ['sink', '(tlb_sink){0}', 'write'], tlb_bytes: ['(tlb_bytes){(const uint8_t *)"x", 1}', '(tlb_bytes){NULL, 1}', 'data'], tlb_text: ['(tlb_text){"x", 1}', '(tlb_text){NULL, 1}', 'data'] };
// Callbacks.
const callbacks = { tlb_asset_finder: 'finder' };
const reporters = ['tlb_context', 'tlb_document', 'tlb_assets', 'tlb_sheet'];
// Pointers that may be NULL: options, names for diagnostics, and what the headers say so of.
const optional = {
    tlb_report_memory: ['arena'], tlb_open_memory: ['name', 'format'], tlb_open_path: ['format'], tlb_archive_open: ['format'], tlb_document_create: ['kind'], tlb_build: ['name'], tlb_dump: ['path'], tlb_map: ['path'],
    tlb_check: ['result'], tlb_check_assets: ['result'], tlb_bitmap_decode: ['name'], tlb_files_save: ['folder'], tlb_options_set: ['text'], tlb_assets_add_finder: ['user'],
    tlb_roo_align_textures: ['aligned'], tlb_roo_fill_textures: ['filled'], tlb_roo_close_sectors: ['closed', 'open'], tlb_roo_slope_sector: ['slope'],
    tlb_roo_move_sectors: ['sectors'], tlb_roo_scale_sectors: ['sectors'],
};
const isOptional = (name, parameter) => parameter.name === 'options' || optional[name]?.includes(parameter.name);

function parameterOf(declaration) {
    const isFunction = /\(\*(\w+)\)\[/.exec(declaration), array = /^(.*?)(\w+)((?:\[[^\]]*\])+)$/.exec(declaration);
    if (isFunction) return { name: isFunction[1], pointer: 1, base: 'void' };
    const [, type, name] = array ?? /^(.*?)(\w+)$/.exec(declaration);
    const base = type.replace(/\b(const|struct)\b|\*/g, '').trim();
    return { name, base, constant: /\bconst\b/.test(type), pointer: (type.match(/\*/g)?.length ?? 0) + (array ? 1 : 0) };
}

function functionsOf(source) {
    const found = new Map();
    for (const [, type, name, parameters] of source.matchAll(/TLB_API\s([^;]*?)\b(tlb_\w+)\(((?:[^()]|\([^()]*\))*)\)/g)) {
        const list = parameters.trim() === 'void' ? [] : parameters.split(/,(?![^(]*\))/).filter((each) => !/\.\.\./.test(each));
        found.set(name, { type: type.trim(), parameters: list.map((each) => parameterOf(each.replace(/\s+/g, ' ').trim())) });
    }
    return found;
}

const isAmount = ({ name }) => /size|count|capacity|width|height|vertices|indices|parts|joints|keys|morphs|channels|threads/i.test(name);

// What a parameter takes that is as it should be.
function usual({ name, base, pointer, constant }) {
    if (pointer > 1) return base === 'char' && /words|assignments/.test(name) ? 'texts' : base === 'void' ? 'scratch()' : 'result()';
    if (pointer === 1 && base === 'tlb_bytes' && !constant) return 'bytes_result()';
    if (pointer && name === 'writer') return 'writer';
    if (pointer && known[base]) return known[base];
    if (pointer && base === 'char') return name === 'out' ? 'scratch()' : '"x"';
    if (pointer && plain.has(base) && !constant) return 'numbers()';
    if (pointer && structs.has(base)) return `&(${base}){0}`;
    if (pointer) return scalars.has(base) || enums.has(base) ? 'numbers()' : 'NULL';
    if (byValue[base]) return byValue[base][0];
    if (callbacks[base]) return callbacks[base];
    if (structs.has(base)) return `(${base}){0}`;
    return /size|count|capacity|width|height/i.test(name) ? '1' : '0';
}

// What it may not take: values, and the argument that is to blame where that is certain.
function odd({ name, base, pointer, constant }, makes) {
    if (pointer > 1 && usual({ name, base, pointer }) === 'texts') return [['NULL', name], ['(const char *const[]){NULL}', `${name}[i]`]];
    if (pointer) return [['NULL', name], ...(constant && pointer === 1 && known[base] && structs.has(base) ? [[`&(${base}){0}`]] : [])];
    if (byValue[base]) return [[byValue[base][1], `${name}.${byValue[base][2]}`]];
    if (callbacks[base]) return [['NULL', name]];
    if (enums.has(base)) return [[`(${base})77`], [`(${base})-1`]];
    if (['float', 'double'].includes(base)) return [['NAN'], ['INFINITY'], ['-1e30f'], ['0.5f'], ['-2']];
    if (structs.has(base) || base === 'bool' || (isAmount({ name }) && !makes)) return [];
    if (base.startsWith('int')) return [['-1'], ['1'], ['2'], [base === 'int16_t' ? '32767' : '2147483647']];
    return [...(makes ? [] : [['1'], ['2']]), ...(/^uint(8|16)_t$/.test(base) ? [] : [['0xFFFFu']]), [`(${base})-1`]];
}

// What a function returns that is no status, in words.
function said(type, code) {
    const base = type.replace(/\bconst\b/g, '').trim();
    if (base === 'void') return code;
    if (/^char \*$/.test(base)) return `say_text(${code})`;
    if (base.endsWith('*')) return `say_pointer(${code})`;
    if (byValue[base]) return `say_integer((long long)${code}.size)`;
    if (base === 'float' || base === 'double') return `say_real((double)${code})`;
    return scalars.has(base) || enums.has(base) ? `say_integer((long long)${code})` : `(void)${code}`;
}

const functions = functionsOf(text), wanted = readFileSync(symbols, 'utf8').split('\n').filter(Boolean);
const missing = wanted.filter((name) => !functions.has(name));
if (missing.length) throw new Error(`no declaration is found of ${missing.join(', ')}`);
const calls = [];
for (const name of wanted) {
    const { type, parameters } = functions.get(name), right = parameters.map(usual);
    const isStatus = type === 'tlb_status';
    const call = (what, values, argument) => {
        const reports = parameters.some(({ base, pointer }, i) => pointer === 1 && reporters.includes(base) && values[i] !== 'NULL');
        const fits = parameters.map(({ base, pointer }) => pointer === 1 && accessors[base]).find(Boolean);
        const code = `${name}(${values.join(', ')})`;
        calls.push({ name, what, code: isStatus ? `return (int)${code};` : `${said(type, code)}; return NO_STATUS;`, argument: isStatus ? argument : undefined, reports, fits });
    };
    // What reserves or creates takes any size, and has no array of the caller's to leave.
    const makes = /_(reserve|reserve_morphs|create)$/.test(name);
    call('as it should be', name === 'tlb_bytes_free' ? ['context', '(tlb_bytes){0}'] : right);
    parameters.forEach((parameter, i) => {
        if (name === 'tlb_bytes_free' && i) return;
        for (const [value, argument] of odd(parameter, makes))
            call(`${parameter.name} ${value}`, right.map((each, k) => (k === i ? value : each)), isOptional(name, parameter) ? undefined : argument);
    });
    if (parameters.some(({ pointer }) => pointer)) call('no pointer', right.map((each, k) => (parameters[k].pointer ? 'NULL' : each)));
}
const quoted = (value) => (value === undefined ? 'NULL' : JSON.stringify(value));
console.log(`#include "arguments.h"
${[...new Set(calls.map(({ fits }) => fits).filter(Boolean))].map((accessor) => `static bool has_${accessor}(void) { return ${accessor}(document) != NULL; }`).join('\n')}
${calls.map(({ code }, i) => `static int call_${i}(void) { ${code} }`).join('\n')}
const named_call calls[] = {
${calls.map(({ name, what, argument, reports, fits }, i) => `    {"${name}", ${quoted(what)}, call_${i}, ${quoted(argument)}, ${reports}, ${fits ? `has_${fits}` : 'NULL'}},`).join('\n')}
};
const size_t call_count = ${calls.length};`);
