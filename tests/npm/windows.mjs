// node --import windows.mjs ...: this system passes for Windows, where both slashes lead into folders and paths are text.
import fs from 'node:fs';

const real = (path) => (typeof path === 'string' ? path.replaceAll('\\', '/') : path);

for (const call of ['openSync', 'existsSync', 'statSync', 'lstatSync', 'readdirSync', 'unlinkSync', 'mkdirSync', 'rmdirSync']) {
    const { [call]: original } = fs;
    fs[call] = (path, ...rest) => original(real(path), ...rest);
}
for (const call of ['linkSync', 'renameSync']) {
    const { [call]: original } = fs;
    fs[call] = (from, to) => original(real(from), real(to));
}
Object.defineProperty(process, 'platform', { value: 'win32' });
