// Makes faults in files and shows which of them `check` finds; see tools/faults.sh.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { kindsOf } from './kinds.mjs'

const [tool, ...files] = process.argv.slice(2)
const run = promisify(execFile)
const most = { maxBuffer: 1 << 30 }
const PLACES = 3

const dump = file => execFileSync(tool, ['dump', file], most).toString()

const said = ({ code, path, message }) => `${code} ${path}: ${message}`

// How often each code is said.
function codesOf(report) {
    const codes = new Map()
    for (const { code } of report.diagnostics) codes.set(code, (codes.get(code) ?? 0) + 1)
    return codes
}

async function check(paths) {
    const reports = new Map()
    if (!paths.length) return reports
    const answer = await run(tool, ['check', '--all', '--jsonl', '-j', '0', ...paths], most).catch(error => error)
    for (const line of answer.stdout.split('\n').filter(Boolean)) {
        const report = JSON.parse(line)
        reports.set(report.file, report)
    }
    return reports
}

// The first, one in the middle, the last.
function choose(places) {
    if (places.length <= PLACES) return places
    return [places[0], places[places.length >> 1], places[places.length - 1]]
}

function faultsOf(text) {
    const faults = []
    const original = JSON.parse(text)
    const whole = JSON.stringify(original)
    for (const { name, places } of kindsOf(original.format)) {
        const found = places(original)
        for (const place of choose(found.map((_, index) => index))) {
            const document = JSON.parse(text)
            const { path, edit } = places(document)[place]
            edit()
            const edited = JSON.stringify(document)
            if (edited !== whole) faults.push({ name, path, edited })
        }
    }
    return faults
}

async function inParallel(tasks) {
    let next = 0
    const work = async () => {
        while (next < tasks.length) await tasks[next++]()
    }
    await Promise.all(Array.from({ length: cpus().length }, work))
}

// A room's checksum covers most of it: faults are not to be found by that alone.
async function mendChecksum(fault) {
    const security = (await check([fault.path_built])).get(fault.path_built)?.diagnostics.find(d => d.code === 'ROO_SECURITY')
    if (!security) return
    const expected = /expected (\d+)/.exec(security.message)[1]
    const mended = `${fault.path_built}.mended`
    await run(tool, ['set', fault.path_built, `security=${expected}`, '-o', mended], most)
    renameSync(mended, fault.path_built)
}

// Formats of which `check` also reads the files beside one.
const HAVE_NEIGHBORS = ['dil', 'dis']

async function build(fault, folder, file, format) {
    const neighbors = HAVE_NEIGHBORS.includes(format) ? readdirSync(dirname(file)) : []
    mkdirSync(folder)
    for (const name of neighbors) if (name !== basename(file)) symlinkSync(resolve(dirname(file), name), join(folder, name))
    const json = join(folder, 'edited.json')
    fault.path_built = join(folder, basename(file))
    writeFileSync(json, fault.edited)
    fault.edited = undefined
    try {
        await run(tool, ['build', '-q', json, fault.path_built], most)
        if (format === 'roo') await mendChecksum(fault)
    } catch (error) {
        if (error.signal) throw error
        fault.refused = true
        fault.finding = error.stderr.split('\n')[0].slice(json.length + 1)
    }
    rmSync(json)
}

async function tryFile(file, folder) {
    const text = dump(file)
    const format = JSON.parse(text).format
    const faults = faultsOf(text)
    // What was not edited, built in the same way: what `check` says of it counts for no fault.
    const same = { edited: text }
    await inParallel([same, ...faults].map((fault, index) => () => build(fault, join(folder, String(index)), file, format)))
    if (same.refused) throw new Error(`${file}: it cannot be built of its own dump`)
    const reports = await check([same, ...faults].filter(f => !f.refused).map(f => f.path_built))
    const before = codesOf(reports.get(same.path_built))
    const known = new Set(reports.get(same.path_built).diagnostics.map(said))
    for (const fault of faults) {
        if (fault.refused) {
            fault.codes = ['refused']
            continue
        }
        const report = reports.get(fault.path_built)
        fault.codes = [...codesOf(report)].filter(([code, count]) => count > (before.get(code) ?? 0)).map(([code]) => code)
        const finding = report.diagnostics.find(d => fault.codes.includes(d.code) && !known.has(said(d)))
        fault.finding = finding ? said(finding) : ''
    }
    return faults
}

if (!tool || !files.length) {
    console.error('usage: faults.sh TRILOBITE FILE...')
    process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
let missed = 0
try {
    for (const file of files) {
        const own = mkdtempSync(join(folder, 'file-'))
        const faults = await tryFile(file, own)
        rmSync(own, { recursive: true })
        const kinds = new Set(faults.map(fault => fault.name))
        const of_file = faults.filter(fault => !fault.codes.length)
        console.log(`${file}: found ${faults.length - of_file.length} of ${faults.length} faults of ${kinds.size} kinds`)
        for (const kind of kinds) {
            const all = faults.filter(fault => fault.name === kind)
            const codes = [...new Set(all.flatMap(fault => fault.codes))]
            const lost = all.filter(fault => !fault.codes.length).map(fault => fault.path)
            console.log(`  ${lost.length ? 'MISSED' : 'found '} ${kind}: ${all.length - lost.length} of ${all.length}${codes.length ? ` (${codes.join(' ')})` : ''}${lost.length ? `; missed at ${lost.join(', ')}` : ''}`)
            const shown = all.find(fault => fault.codes.length)
            if (shown) console.log(`      ${shown.path}: ${shown.finding}`)
        }
        missed += of_file.length + (kinds.size ? 0 : 1)
    }
} finally {
    rmSync(folder, { recursive: true, force: true })
}
process.exit(missed ? 1 : 0)
