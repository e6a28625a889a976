// node verdicts.mjs TRILOBITE FILE...: whether `trilobite check` and the Khronos validator agree that each glTF or GLB
// file is valid or not. Prints the files on which they differ with both's errors; exits 1 when there is one.
import { execFileSync } from 'node:child_process';
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

function ours(file) {
    try {
        execFileSync(trilobite, ['check', '--assets', path.dirname(file), file], { stdio: 'pipe' });
        return [];
    } catch (error) {
        return `${error.stderr}${error.stdout}`.split('\n').filter((line) => line.includes('error['));
    }
}

// The validator forgets that joints have no common root when another joint follows the one that has none.
const isForgotten = (error) => error.includes('error[GLTF_SKIN]') && error.includes('no common root');

for (const file of files) {
    const theirs = await errorsOf(file);
    const own = ours(file);
    if (!theirs) continue;
    if (!theirs.length === !own.length || (!theirs.length && own.every(isForgotten))) continue;
    differing++;
    console.log(`${file}: ${theirs.length ? 'invalid' : 'valid'} for the validator, ${own.length ? 'invalid' : 'valid'} here`);
    for (const line of [...theirs, ...own].slice(0, 4)) console.log(`  ${line}`);
}
console.log(`${files.length} files, ${differing} verdicts differ`);
process.exitCode = differing > 0 ? 1 : 0;
