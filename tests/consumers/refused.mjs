// Holds the files of a list against a reader's rules, and ends the program: with 1 where one is refused, or there are none.
import { readFileSync } from 'node:fs';

// `refusals` of a file's bytes: why it is refused, nothing where it is not; `verdict`: what became of the others.
export function judge(list, refusals, verdict) {
    const files = readFileSync(list, 'utf8').split('\n').filter(Boolean);
    let failed = 0;
    for (const file of files) {
        const found = refusals(readFileSync(file));
        failed += found.length > 0;
        found.slice(0, 5).forEach((what) => console.log(`${file}: ${what}`));
    }
    console.log(`${files.length - failed} of ${files.length} ${verdict}`);
    process.exit(failed || !files.length ? 1 : 0);
}
