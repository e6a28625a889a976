/* Surfaces and leaves, one reference at a time, and the compressed bit lists that leaves refer to. */
#include "formats/darkstar/dig/dig.h"

#include <math.h>

/* --- bit lists ----------------------------------------------------------------------------------------- */

/* Zero bytes come as a run, all others as they are. */

enum { LONGEST_RUN = 255 };

tlb_bit_list tlb_bit_list_open(tlb_bytes bits, uint32_t start, uint32_t count)
{
    if (!bits.data && count)
        return (tlb_bit_list){.broken = true};
    if (!count)
        return (tlb_bit_list){0};
    if (start > bits.size || count > bits.size - start)
        return (tlb_bit_list){.broken = true};
    return (tlb_bit_list){.at = bits.data + start, .end = bits.data + start + count};
}

/* Goes on to the next byte that is not zero; false at the end. `first` is after the bits of the byte
 * taken. */
static bool take_byte(tlb_bit_list *list)
{
    while (list->at != list->end) {
        uint8_t byte = *list->at++;
        if (byte) {
            list->rest = byte;
            list->first += 8;
            return true;
        }
        list->broken |= list->at == list->end || !*list->at;
        if (list->broken)
            break;
        list->first += 8 * (uint32_t)*list->at++;
    }
    return false;
}

bool tlb_bit_list_next(tlb_bit_list *list, uint32_t *number)
{
    if (!list || !number)
        return false;
    if (list->broken || (!list->rest && !take_byte(list)))
        return false;
    uint32_t bit = 0;
    while (!(list->rest & 0x80 >> bit))
        bit++;
    list->rest = (uint8_t)(list->rest & ~(0x80 >> bit));
    *number = list->first - 8 + bit;
    return true;
}

bool tlb_bit_list_has(tlb_bit_list list, uint32_t number)
{
    uint32_t at;
    while (tlb_bit_list_next(&list, &at))
        if (at >= number)
            return at == number;
    return false;
}

/* Where the encoder writes to; NULL only counts. */
typedef struct bit_writer {
    uint8_t *out;
    size_t size;
    uint32_t bytes; /* so far, uncompressed */
} bit_writer;

static void put(bit_writer *w, uint8_t byte)
{
    if (w->out)
        w->out[w->size] = byte;
    w->size++;
}

static void put_byte(bit_writer *w, uint32_t place, uint8_t byte)
{
    while (w->bytes < place) {
        uint32_t run = place - w->bytes < LONGEST_RUN ? place - w->bytes : LONGEST_RUN;
        put(w, 0);
        put(w, (uint8_t)run);
        w->bytes += run;
    }
    put(w, byte);
    w->bytes++;
}

size_t tlb_bit_list_encode(const uint32_t *numbers, uint32_t count, uint8_t *out)
{
    if (!numbers)
        return 0;
    bit_writer w = {.out = out};
    for (uint32_t i = 0; i < count;) {
        uint32_t place = numbers[i] / 8;
        uint8_t byte = 0;
        for (; i < count && numbers[i] / 8 == place; i++)
            byte = (uint8_t)(byte | 0x80 >> numbers[i] % 8);
        put_byte(&w, place, byte);
    }
    return w.size;
}

/* --- surfaces ----------------------------------------------------------------------------------------- */

void tlb_dig_texels(const tlb_dig *dig, const tlb_dig_surface *surface, uint32_t texels[2])
{
    if (!dig || !surface || !texels)
        return;
    uint32_t mip = dig->highestMip < 0 || dig->highestMip > DIG_LAST_MIP ? 0 : (uint32_t)dig->highestMip;
    texels[0] = (surface->tsX + 1u) << mip;
    texels[1] = (surface->tsY + 1u) << mip;
}

void tlb_dig_texture_uv(const tlb_dig *dig, const tlb_dig_surface *surface, const float point2[2],
                        const uint32_t bitmap[2], float uv[2])
{
    if (!dig || !surface || !point2 || !bitmap || !uv)
        return;
    uint32_t texels[2];
    tlb_dig_texels(dig, surface, texels);
    uv[0] = (point2[0] * (float)texels[0] + surface->toX) / (float)bitmap[0];
    uv[1] = (point2[1] * (float)texels[1] + surface->toY) / (float)bitmap[1];
}

float tlb_dig_surface_scale(const tlb_dig *dig, const tlb_dig_surface *surface)
{
    if (!dig || !surface)
        return 0;
    int shift = surface->flags >> 1 & 15;
    return ldexpf(dig->textureScale, shift < 8 ? -shift : shift - 8);
}

bool tlb_dig_surface_plane(const tlb_dig *dig, const tlb_dig_surface *surface, float plane[4])
{
    if (!dig || !surface || !plane)
        return false;
    if (surface->planeIdx >= dig->planes.count)
        return false;
    bool front = surface->flags & TLB_DIG_PLANE_FRONT;
    for (int i = 0; i < 4; i++)
        plane[i] = front ? dig->planes.data[surface->planeIdx][i] : -dig->planes.data[surface->planeIdx][i];
    return true;
}

bool tlb_dig_has_polygon(const tlb_dig *dig, const tlb_dig_surface *surface)
{
    if (surface->numVerts < 3 || surface->planeIdx >= dig->planes.count ||
        !tlb_within(surface->vertIdx, surface->numVerts, dig->verts.count))
        return false;
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        const tlb_dig_vertex *vertex = &dig->verts.data[surface->vertIdx + i];
        if (vertex->pIdx >= dig->points3.count || vertex->tIdx >= dig->points2.count)
            return false;
    }
    return true;
}

/* --- leaves ------------------------------------------------------------------------------------------- */

static bool has_split_leaves(const tlb_dig *dig)
{
    return dig->pers.version >= 7;
}

uint32_t tlb_dig_leaf_count(const tlb_dig *dig)
{
    if (!dig)
        return 0;
    return has_split_leaves(dig) ? dig->solidLeaves.count + dig->emptyLeaves.count : dig->leaves.count;
}

static void old_leaf(const tlb_dig *dig, const tlb_dig_leaf *leaf, tlb_dig_leaf_info *info)
{
    *info = (tlb_dig_leaf_info){
        .solid = leaf->flags & TLB_DIG_OLD_SOLID,
        .external = leaf->flags & TLB_DIG_OLD_EXTERNAL,
        .has_box = true,
        .surfaces = tlb_bit_list_open(dig->bits, leaf->surfIdx, leaf->surfBytes),
        .planes = tlb_bit_list_open(dig->bits, leaf->planeIdx, leaf->planeBytes),
        .visible = tlb_bit_list_open(dig->bits, leaf->pvsIdx, leaf->pvsBytes),
    };
    for (int i = 0; i < 6; i++)
        info->box[i] = leaf->box[i];
}

static void empty_leaf(const tlb_dig *dig, const tlb_dig_empty_leaf *leaf, tlb_dig_leaf_info *info)
{
    *info = (tlb_dig_leaf_info){
        .external = leaf->flags & 1,
        .has_box = true,
        .surfaces = tlb_bit_list_open(dig->bits, leaf->surfIdx, leaf->surfBytes),
        .planes = tlb_bit_list_open(dig->bits, leaf->planeIdx, leaf->planeBytes),
        .visible = tlb_bit_list_open(dig->bits, leaf->pvsIdx, leaf->flags >> 1),
    };
    for (int i = 0; i < 6; i++)
        info->box[i] = leaf->box[i];
}

static void solid_leaf(const tlb_dig *dig, const tlb_dig_solid_leaf *leaf, tlb_dig_leaf_info *info)
{
    *info = (tlb_dig_leaf_info){
        .solid = true,
        .surfaces = tlb_bit_list_open(dig->bits, leaf->surfIdx, leaf->surfBytes),
        .planes = tlb_bit_list_open(dig->bits, leaf->planeIdx, leaf->planeBytes),
    };
}

/* From version 7: the reserved leaves outside, the solid ones, the other empty ones. */
bool tlb_dig_leaf_at(const tlb_dig *dig, uint32_t leaf, tlb_dig_leaf_info *info)
{
    if (!dig || !info)
        return false;
    if (!has_split_leaves(dig)) {
        if (leaf >= dig->leaves.count)
            return false;
        old_leaf(dig, &dig->leaves.data[leaf], info);
        return true;
    }
    bool reserved = leaf < TLB_DIG_OUTSIDE_LEAVES;
    if (!reserved && leaf - TLB_DIG_OUTSIDE_LEAVES < dig->solidLeaves.count) {
        solid_leaf(dig, &dig->solidLeaves.data[leaf - TLB_DIG_OUTSIDE_LEAVES], info);
        return true;
    }
    uint32_t empty = reserved ? leaf : leaf - dig->solidLeaves.count;
    if (empty >= dig->emptyLeaves.count)
        return false;
    empty_leaf(dig, &dig->emptyLeaves.data[empty], info);
    return true;
}
