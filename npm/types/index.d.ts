/** A file that is read when it is needed. */
export interface AssetFile {
    size: number;
    read(): Uint8Array | ArrayBuffer;
}

/** Textures and other files that documents need, by their names or paths. */
export type Assets = Record<string, Uint8Array | ArrayBuffer | AssetFile> | Map<string, Uint8Array | ArrayBuffer | AssetFile>;

export interface OpenOptions {
    /** The file's name. Its extension says what it is where the content does not, as with text formats. */
    name?: string;
    /** Opens this member of an archive. Its neighbours are assets. */
    member?: string;
    assets?: Assets;
}

export interface BuildOptions {
    name?: string;
    assets?: Assets;
}

/** Options of the command, `--dif-version 5` as `{ difVersion: 5 }`, `--collision` as `{ collision: true }`. */
export type ConvertOptions = Record<string, string | number | boolean | undefined>;

export interface Diagnostic {
    severity: 'note' | 'warning' | 'error';
    /** One of docs/DIAGNOSTICS.md. */
    code: string;
    /** What the code means. */
    meaning: string;
    file: string;
    offset?: number;
    /** The field. */
    path: string;
    message: string;
    /** The option that helps, or that is at fault. */
    remedy?: { option: string; value: string };
    /** How many of this code there are; at most 20 of one code are listed. */
    total: number;
}

export interface Info {
    format: string;
    title: string;
    size: number;
    version: string | null;
    vertices: number;
    triangles: number;
    bounds: { min: [number, number, number]; max: [number, number, number] } | null;
    materials: string[];
    textures: string[];
    files: string[];
    animations: { name: string; seconds: number }[];
    /** What only this format has is under its name: `info.dif`. */
    [format: string]: unknown;
}

export interface OutputFile {
    name: string;
    bytes: Uint8Array<ArrayBuffer>;
}

export interface Member {
    name: string;
    size: number;
    compression: string;
}

export interface FormatOption {
    name: string;
    argument?: string;
    help: string;
    kind: 'flag' | 'text' | 'integer' | 'bits' | 'real' | 'word' | 'vector' | 'size' | 'color' | 'view' | 'merge';
    exportsScene: boolean;
    importsScene: boolean;
    convertsVersion: boolean;
    words?: string[];
}

export interface Format {
    name: string;
    title: string;
    family: string;
    versions: string;
    extensions: string[];
    reads: boolean;
    writes: boolean;
    checks: boolean;
    archive: boolean;
    exportsScene: boolean;
    importsScene: boolean;
    convertsVersion: boolean;
    options: FormatOption[];
}

/** A file that is open. It needs no closing. What fails throws a TrilobiteError. */
export class Document {
    private constructor();
    info(): Info;
    /** Validates the document: all that it finds, nothing if it is in order. */
    check(): Diagnostic[];
    /** What was reported since the last call of this or of check(), for example textures that a conversion missed. */
    diagnostics(): Diagnostic[];
    /** Converts to a format ('glb', 'obj', 'dif', …). The first file is the main one; others, like textures, are named in it. */
    convert(format: string, options?: ConvertOptions): OutputFile[];
    /** Every field as JSON, for build(). */
    dump(): string;
    /** Changes a field: `set('details[0].portals[0].zoneFront', 1)`. A string is JSON or a word. */
    set(path: string, value: unknown): void;
    /** The file as it is now; unchanged, its own bytes. */
    save(): Uint8Array<ArrayBuffer>;
    /** What is in an archive. */
    members(): Member[];
    member(name: string): Uint8Array<ArrayBuffer>;
}

export class TrilobiteError extends Error {
    diagnostics: Diagnostic[];
}

/** Opens a file of any format that is known. */
export function open(bytes: Uint8Array | ArrayBuffer, options?: OpenOptions): Promise<Document>;
/** A document from the JSON of one (Document.dump). */
export function build(json: string | object, options?: BuildOptions): Promise<Document>;
/**
 * Takes the module (`trilobite/trilobite.wasm`) from this address, or of these bytes, before anything is opened: where it is
 * not beside the script.
 */
export function load(module: string | URL | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module): Promise<void>;
/** What there is to read and to write. */
export function formats(): Promise<Format[]>;
