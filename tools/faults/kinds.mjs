// The kinds of faults of each format, by its rules. `places` lists where a document may have one, each with its path
// and the edit that makes it; the document is edited in place.
import { dif } from './dif.mjs'
import { dig, dil, dis } from './darkstar_interior.mjs'
import { roo } from './roo.mjs'
import { darkstarShape, torqueShape } from './shapes.mjs'
import { iqe, iqm, nff } from './models.mjs'

const kinds = { dif, dig, dil, dis, roo, dts: darkstarShape, 'torque-dts': torqueShape, iqm, iqe, nff, bff: nff }

export const kindsOf = format => kinds[format] ?? []
