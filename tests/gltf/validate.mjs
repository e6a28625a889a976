// node validate.mjs FILE...: the Khronos validator over glTF and GLB files, a line for each, and the messages of
// errors and warnings below it (those of infos too, when VALIDATE_INFOS is set). Exits 1 when there is an error or
// warning, 2 when a file cannot be read or is no glTF.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import validator from 'gltf-validator';

const severities = ['error', 'warning'];
let worst = 0;

async function validate(file) {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
        uri: path.basename(file),
        maxIssues: 0,
        externalResourceFunction: async (uri) =>
            new Uint8Array(await readFile(path.resolve(path.dirname(file), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, numInfos, messages } = report.issues;
    console.log(`${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos  ${file}`);
    for (const { severity, code, pointer, message } of messages)
        if (severity < severities.length || process.env.VALIDATE_INFOS)
            console.log(`  ${severities[severity] ?? 'info'} ${code} ${pointer ?? ''}: ${message}`);
    return numErrors + numWarnings > 0 ? 1 : 0;
}

for (const file of process.argv.slice(2)) {
    try {
        worst = Math.max(worst, await validate(file));
    } catch (error) {
        console.log(`unreadable  ${file}: ${error.message ?? error}`);
        worst = 2;
    }
}
process.exitCode = worst;
