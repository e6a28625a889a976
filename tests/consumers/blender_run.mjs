// GLBs through Blender, in one run of it; null where it is missing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('blender.py', import.meta.url));

// jobs and reports: as blender.py says; a report's `pictures` are PNGs.
export function inBlender(jobs) {
    const work = mkdtempSync(path.join(tmpdir(), 'trilobite-')), report = path.join(work, 'report.json');
    try {
        const numbered = jobs.map((job, i) => ({ ...job, cameras: (job.cameras ?? []).map((camera, k) => ({ ...camera, picture: path.join(work, `${i}-${k}.png`) })) }));
        writeFileSync(path.join(work, 'jobs.json'), JSON.stringify(numbered));
        const run = spawnSync('blender', ['-b', '--factory-startup', '--python', script, '--', path.join(work, 'jobs.json'), report], { encoding: 'utf8', maxBuffer: 1 << 28 });
        if (run.error) return null;
        let reports;
        try {
            reports = JSON.parse(readFileSync(report, 'utf8'));
        } catch {
            throw new Error(`Blender said nothing of the files:\n${run.stdout}\n${run.stderr}`);
        }
        return jobs.map((job, i) => ({ error: 'Blender ended before it', file: job.file, ...(reports[i] && { error: undefined, ...reports[i] }),
            pictures: reports[i] && !reports[i].error ? numbered[i].cameras.map(({ picture }) => readFileSync(picture)) : [] }));
    } finally {
        rmSync(work, { recursive: true });
    }
}
