// The kinds of faults of each format, by its rules. `places` lists where a document may have one, each with its path
// and the edit that makes it; the document is edited in place.
import { dif } from './dif.mjs'
import { dig, dil, dis } from './darkstar_interior.mjs'
import { roo } from './roo.mjs'
import { darkstarShape, torqueSequences, torqueShape } from './shapes.mjs'
import { gltf } from './gltf.mjs'
import { iqe, iqm, nff } from './models.mjs'
import { vol, wad, zip } from './archives.mjs'
import { act, gpl, jasc, pal, ppl } from './palettes.mjs'
import { bbg, bgf, bmp, pba, pbmp, pft, png } from './pictures.mjs'
import { dtb, dtf, ter } from './terrains.mjs'
import { csx, dml, ifl, list, map, mission, obj, simg, udmf } from './texts.mjs'

const kinds = {
    dif, dig, dil, dis, roo, dts: darkstarShape, 'torque-dts': torqueShape, dsq: torqueSequences, iqm, iqe,
    nff, bff: nff, pbmp, bmp, png, bgf, bbg, pba, pft, vol, wad, zip, ppl, ppal: pal, pal, gpl, jasc, act,
    ter, dtf, dtb, glb: gltf, gltf, obj, map, csx, mis: mission, tmis: mission, simg, udmf, ifl,
    'torque-dml': list, dml
}

export const kindsOf = format => kinds[format] ?? []
