// What the kinds of faults share: places in lists, and common edits.

// A place for each entry of a list that `fits`, whose edit is done by `change(entry, index)`.
export function each(list, path, change, fits = () => true) {
    return (list ?? [])
        .map((entry, index) => ({ path: `${path}[${index}]`, edit: () => change(entry, index), entry, index }))
        .filter(place => fits(place.entry, place.index))
}

// An entry of a list of numbers is replaced.
export const replaced = (list, path, value, fits) =>
    each(list, path, (entry, index) => (list[index] = typeof value === 'function' ? value(entry, index) : value), fits)

// A field of each entry is replaced.
export const field = (list, path, name, value, fits = () => true) =>
    each(
        list,
        path,
        (entry, index) => (entry[name] = typeof value === 'function' ? value(entry[name], index, entry) : value),
        (entry, index) => entry[name] !== undefined && fits(entry, index)
    ).map(place => ({ ...place, path: `${place.path}.${name}` }))

// Two fields of each entry are exchanged.
export const exchanged = (list, path, a, b, fits = () => true) =>
    each(list, path, entry => ([entry[a], entry[b]] = [entry[b], entry[a]]), (entry, index) => entry[a] !== entry[b] && fits(entry, index))

// An entry's fields are exchanged with those of the next one that differs.
export const exchangedWithNext = (list, path, names, fits = () => true) =>
    each(
        list,
        path,
        (entry, index) => {
            const other = list[index + 1]
            for (const name of names) [entry[name], other[name]] = [other[name], entry[name]]
        },
        (entry, index) =>
            index + 1 < list.length && fits(entry, list[index + 1], index) && names.some(name => entry[name] !== list[index + 1][name])
    )

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const minus = (a, b) => a.map((value, axis) => value - b[axis])
export const cross = (a, b) => [0, 1, 2].map(axis => a[(axis + 1) % 3] * b[(axis + 2) % 3] - a[(axis + 2) % 3] * b[(axis + 1) % 3])
export const length = a => Math.hypot(...a)

export const kind = (name, places) => ({ name, places })

// A member of an object is replaced; with `adds` one that it does not have is added.
export const value = (object, name, to, adds = false) =>
    object && (adds || object[name] !== undefined) ? [{ path: name, edit: () => (object[name] = typeof to === 'function' ? to(object[name]) : to) }] : []

// The first half of bytes.
export const half = text => {
    const bytes = Buffer.from(text, 'base64')
    return bytes.subarray(0, bytes.length >> 1).toString('base64')
}

// Each entry that fits is taken out of its list.
export const lacking = (object, name, fits = () => true) => each(object[name], name, (entry, index) => object[name].splice(index, 1), fits)

// Each entry comes twice.
export const twice = (object, name) => each(object[name], name, (entry, index) => object[name].splice(index, 0, entry))

export const chunks = (document, tag) => document.chunks.filter(chunk => chunk.tag === tag)
