// node verdicts.mjs TRILOBITE FILE...: whether `trilobite check` and the Khronos validator agree that each glTF or GLB
// file is valid or not. Prints the files on which they differ with both's errors; exits 1 when there is one.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import validator from 'gltf-validator';

const [trilobite, ...files] = process.argv.slice(2);
let differing = 0;

// Some files the validator does not survive: no verdict.
let giveUp;
process.on('uncaughtException', (error) => giveUp(error));
const validated = async (file) =>
    validator.validateBytes(new Uint8Array(await readFile(file)), {
        uri: path.basename(file),
        maxIssues: 0,
        externalResourceFunction: async (uri) => new Uint8Array(await readFile(path.resolve(path.dirname(file), decodeURIComponent(uri)))),
    });

async function errorsOf(file) {
    try {
        const report = await Promise.race([validated(file), new Promise((resolve) => { giveUp = resolve; })]);
        if (!report.issues) return null;
        const errors = report.issues.messages.filter((m) => m.severity === 0);
        return errors.map(({ code, pointer, message }) => `${code} ${pointer ?? ''}: ${message}`);
    } catch (error) {
        return [`unreadable: ${error.message ?? error}`];
    }
}

// The errors that `check` reports, by file; a start for each folder, whose other files a file may name.
function ownErrors(paths) {
    const errors = new Map();
    for (const folder of new Set(paths.map((file) => path.dirname(file)))) {
        const of = paths.filter((file) => path.dirname(file) === folder);
        const { stdout, stderr } = spawnSync(trilobite, ['check', '--all', '--jsonl', '-j', '0', '--assets', folder, ...of], { maxBuffer: 1 << 30 });
        for (const line of `${stdout}`.split('\n').filter(Boolean)) {
            const { file, diagnostics } = JSON.parse(line);
            errors.set(file, diagnostics.filter(({ severity }) => severity === 'error'));
        }
        const missing = of.find((file) => !errors.has(file));
        if (missing) throw new Error(`check did not answer for ${missing}: ${stderr}`);
    }
    return errors;
}

// The validator forgets that joints have no common root when another joint follows the one that has none.
const isForgotten = ({ code, message }) => code === 'GLTF_SKIN' && message.includes('no common root');

const errors = ownErrors(files);
for (const file of files) {
    const theirs = await errorsOf(file);
    const own = errors.get(file);
    if (!theirs) continue;
    if (!theirs.length === !own.length || (!theirs.length && own.every(isForgotten))) continue;
    differing++;
    console.log(`${file}: ${theirs.length ? 'invalid' : 'valid'} for the validator, ${own.length ? 'invalid' : 'valid'} here`);
    for (const line of [...theirs, ...own.map(({ code, message }) => `${code}: ${message}`)].slice(0, 4)) console.log(`  ${line}`);
}
console.log(`${files.length} files, ${differing} verdicts differ`);
process.exitCode = differing > 0 ? 1 : 0;
