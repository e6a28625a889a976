/* The light of compiled geometry: a map of 4:4:4:4 luxels for each surface that is drawn, 16 texels apart. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "level/lamps.h"
#include "level/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHIFT = 4, COLORS = 65536 };

/* --- the Huffman tree ---------------------------------------------------------------------------------- */

/* A color, or a node of the tree to be. */
typedef struct weighed {
    uint64_t weight;
    int32_t child; /* as in the file */
} weighed;

static int compare_weights(const void *a, const void *b)
{
    const weighed *one = a, *other = b;
    if (one->weight != other->weight)
        return one->weight < other->weight ? -1 : 1;
    return one->child > other->child ? -1 : one->child < other->child;
}

/* The lighter one of the next color and the next node. */
static weighed take_lightest(const weighed *colors, uint32_t color_count, const weighed *nodes,
                             uint32_t node_count, uint32_t *color, uint32_t *node)
{
    bool is_color =
        *color < color_count && (*node == node_count || colors[*color].weight <= nodes[*node].weight);
    return is_color ? colors[(*color)++] : nodes[(*node)++];
}

/* Nodes are made from the leaves up; the last one is the root, number 0. */
static bool make_tree(interior_compiler *c, const uint64_t *counts)
{
    tlb_dil *dil = &c->dil;
    weighed *colors = tlb_alloc_array(&c->work, COLORS, sizeof *colors);
    uint32_t count = 0;
    dil->colors.data = tlb_alloc_array(&c->work, COLORS, sizeof *dil->colors.data);
    if (!colors || !dil->colors.data)
        return false;
    for (uint32_t i = 0; i < COLORS; i++)
        if (counts[i]) {
            dil->colors.data[count] = i;
            colors[count] = (weighed){counts[i], -(int32_t)count - 1};
            count++;
        }
    for (uint32_t i = 0; count < 2; i++) /* one color alone has no code: another one joins it */
        if (!counts[i]) {
            dil->colors.data[count] = i;
            colors[count] = (weighed){0, -(int32_t)count - 1};
            count++;
        }
    dil->colors.count = count;
    dil->nodes.count = count - 1;
    dil->nodes.data = tlb_alloc_array(&c->work, dil->nodes.count, sizeof *dil->nodes.data);
    weighed *nodes = tlb_alloc_array(&c->work, dil->nodes.count, sizeof *nodes);
    if (!dil->nodes.data || !nodes)
        return false;
    qsort(colors, count, sizeof *colors, compare_weights);
    for (uint32_t made = 0, color = 0, node = 0; made < count - 1; made++) {
        weighed a = take_lightest(colors, count, nodes, made, &color, &node);
        weighed b = take_lightest(colors, count, nodes, made, &color, &node);
        int32_t number = (int32_t)(count - 2 - made);
        dil->nodes.data[number] = (tlb_dil_huffman_node){.one = b.child, .zero = a.child};
        nodes[made] = (weighed){a.weight + b.weight, number};
    }
    dil->huffman = 1;
    return true;
}

/* --- maps ---------------------------------------------------------------------------------------------- */

static void set_surface(const interior_piece *piece, tlb_dil_surface *surface)
{
    const uint32_t step = 1u << SHIFT;
    *surface = (tlb_dil_surface){.map = TLB_DIL_NO_MAP};
    if (piece->material == TLB_DIG_NULL_MATERIAL)
        return;
    surface->w = (uint8_t)((piece->texels[0] + step - 1) / step + 1);
    surface->h = (uint8_t)((piece->texels[1] + step - 1) / step + 1);
}

/* --- luxels -------------------------------------------------------------------------------------------- */

/* The plane's point where texels have these coordinates, by Cramer's rule. False: there is none, the texture
 * stands on the plane. */
static bool grid_of(const interior_compiler *c, const interior_piece *piece, tlb_light_grid *grid)
{
    static const double FLAT = 1e-6;
    const tlb_solid_face *face = interior_face_of(c, piece);
    const tlb_solid_plane *plane = &c->solid->planes.data[face->plane];
    const uint32_t *size = c->materials[face->material].size;
    const double step = 1u << SHIFT;
    double from[3], beside[3][3];
    tlb_cross(face->y, plane->normal, beside[0]);
    tlb_cross(plane->normal, face->x, beside[1]);
    tlb_cross(face->x, face->y, beside[2]);
    double volume = tlb_dot(face->x, beside[0]);
    if (!(fabs(volume) > FLAT * sqrt(tlb_dot(face->x, face->x) * tlb_dot(face->y, face->y))))
        return false;
    /* luxels are the middles of the grid's parallelograms */
    from[0] = (piece->start[0] - step / 2) / size[0] - face->x[3];
    from[1] = (piece->start[1] - step / 2) / size[1] - face->y[3];
    from[2] = plane->distance;
    for (int axis = 0; axis < 3; axis++) {
        grid->origin[axis] = 0;
        for (int i = 0; i < 3; i++)
            grid->origin[axis] += from[i] * beside[i][axis] / volume;
        for (int i = 0; i < 2; i++)
            grid->steps[i][axis] = step / size[i] * beside[i][axis] / volume;
    }
    return true;
}

/* The nearest of 16 shades a color; the gray one for cards without. */
static uint16_t luxel_of(const uint8_t rgb[3])
{
    uint32_t luxel = ((uint32_t)rgb[0] + rgb[1] + rgb[2] + 25) / 51;
    for (int i = 0; i < 3; i++)
        luxel = luxel << 4 | ((uint32_t)rgb[i] + 8) / 17;
    return (uint16_t)luxel;
}

static bool light_piece(interior_compiler *c, const tlb_lighting *lighting, uint32_t piece, uint16_t *luxels)
{
    const tlb_dil_surface *surface = &c->dil.surfaces.data[piece];
    size_t count = (size_t)surface->w * surface->h;
    tlb_light_grid grid = {.size = {surface->w, surface->h}};
    tlb_mark mark = tlb_arena_mark(&c->work);
    uint8_t(*rgb)[3] = tlb_alloc_array(&c->work, count, sizeof *rgb);
    if (!rgb)
        return false;
    memset(rgb, UINT8_MAX, count * sizeof *rgb);
    bool done = !count || !tlb_lighting_shines(lighting) || !grid_of(c, &c->pieces.data[piece], &grid) ||
                tlb_light_face(lighting, c->pieces.data[piece].face, &grid, &c->work, rgb);
    for (size_t i = 0; i < count; i++)
        luxels[i] = luxel_of(rgb[i]);
    tlb_arena_rewind(&c->work, mark);
    return done;
}

/* The luxels of all surfaces, one surface's after the other's: white without any light. */
static uint16_t *make_luxels(interior_compiler *c, uint64_t *counts)
{
    size_t count = 0, at = 0;
    tlb_lighting lighting;
    for (uint32_t i = 0; i < c->dil.surfaces.count; i++)
        count += (size_t)c->dil.surfaces.data[i].w * c->dil.surfaces.data[i].h;
    uint16_t *luxels = tlb_alloc_array(&c->work, count, sizeof *luxels);
    if (!luxels || !tlb_lighting_make(c->solid, &c->level->details.data[c->detail],
                                      c->conversion->options->light, &c->options->sun, &c->work, &lighting))
        return NULL;
    for (uint32_t i = 0; i < c->dil.surfaces.count; i++) {
        if (!light_piece(c, &lighting, i, luxels + at))
            return NULL;
        at += (size_t)c->dil.surfaces.data[i].w * c->dil.surfaces.data[i].h;
    }
    for (size_t i = 0; i < count; i++)
        counts[luxels[i]]++;
    return luxels;
}

static tlb_status store(interior_compiler *c, const uint16_t *luxels)
{
    tlb_dil *dil = &c->dil;
    tlb_dil_coder *coder;
    size_t most = 0, size = 0;
    tlb_status status = tlb_dil_make_coder(c->context, &c->work, dil, &coder);
    for (uint32_t i = 0; i < dil->surfaces.count; i++)
        most += (size_t)2 * dil->surfaces.data[i].w * dil->surfaces.data[i].h;
    uint8_t *bytes = status ? NULL : tlb_alloc(&c->work, most);
    if (!bytes)
        return status ? status : tlb_report_memory(c->context, &c->work);
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        tlb_dil_surface *surface = &dil->surfaces.data[i];
        uint32_t count = (uint32_t)surface->w * surface->h;
        bool coded;
        if (!count)
            continue;
        size_t used = tlb_dil_store(coder, luxels, count, bytes + size, &coded);
        surface->map = (uint32_t)size | (coded ? TLB_DIL_CODED : 0);
        size += used;
        luxels += count;
    }
    dil->mapBytes = (tlb_bytes){bytes, size};
    return TLB_OK;
}

tlb_status tlb_interior_make_light(interior_compiler *c)
{
    tlb_dil *dil = &c->dil;
    uint64_t *counts = tlb_zalloc_array(&c->work, COLORS, sizeof *counts);
    dil->pers = (tlb_pers){.className = {DIL_CLASS, sizeof DIL_CLASS - 1}, .version = 7};
    dil->geometryBuildId = c->dig.buildId;
    dil->lightScaleShift = SHIFT;
    dil->surfaces.count = c->pieces.count;
    dil->surfaces.data = tlb_alloc_array(&c->work, c->pieces.count, sizeof *dil->surfaces.data);
    if (!counts || !dil->surfaces.data)
        return tlb_report_memory(c->context, &c->work);
    for (uint32_t i = 0; i < c->pieces.count; i++)
        set_surface(&c->pieces.data[i], &dil->surfaces.data[i]);
    const uint16_t *luxels = make_luxels(c, counts);
    return luxels && make_tree(c, counts) ? store(c, luxels) : tlb_report_memory(c->context, &c->work);
}
