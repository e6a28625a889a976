/* The mesh of a block of terrain: four vertices a square, since each has a tile of its own. */
#include "formats/darkstar/dtf/terrain.h"

#include "scene/materials/color.h"

enum { MATERIALS = UINT8_MAX + 1, CORNERS = 4, SQUARE_INDICES = 6 };
enum { SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST };

typedef struct mesher {
    const tlb_dtb *block;
    const terrain_look *look;
    tlb_mesh *mesh;
    const float *heights;
    uint32_t columns;         /* of heights */
    uint32_t next[MATERIALS]; /* squares of each material, then where its next one goes */
    float light[16];          /* of a color's four bits, linear */
} mesher;

static const tlb_dtb_square *square_at(const mesher *m, uint32_t x, uint32_t y)
{
    size_t i = (size_t)y * (uint32_t)m->block->sizeX + x;
    return i < m->block->squares.count ? &m->block->squares.data[i] : NULL;
}

static bool is_drawn(const tlb_dtb_square *square)
{
    return square && !(square->flags & TLB_DTB_EMPTY_LEVEL);
}

/* --- corners ------------------------------------------------------------------------------------------ */

/* Where a corner is in the tile: mirrored, then turned. */
static void set_uv(uint8_t flags, int corner, float uv[2])
{
    float u = corner == SOUTH_EAST || corner == NORTH_EAST, v = corner == SOUTH_WEST || corner == SOUTH_EAST;
    if (flags & TLB_DTB_ROTATED) {
        float turned = 1 - u;
        u = v;
        v = turned;
    }
    uv[0] = flags & TLB_DTB_MIRRORED_X ? 1 - u : u;
    uv[1] = flags & TLB_DTB_MIRRORED_Y ? 1 - v : v;
}

static void set_color(const mesher *m, uint32_t x, uint32_t y, uint16_t color[4])
{
    const tlb_dtb *b = m->block;
    uint32_t side = dtb_luxels_a_side(b);
    size_t i = side ? ((size_t)y << b->lightScale) * side + ((size_t)x << b->lightScale) : 0;
    uint16_t luxel = i < b->light.count ? b->light.data[i] : UINT16_MAX;
    for (int axis = 0; axis < 3; axis++)
        color[axis] = (uint16_t)(m->light[luxel >> (8 - 4 * axis) & 15] * UINT16_MAX + 0.5f);
    color[3] = UINT16_MAX;
}

static void set_corner(mesher *m, uint32_t vertex, uint32_t x, uint32_t y, uint8_t flags, int corner)
{
    float *at = m->mesh->positions[vertex];
    at[0] = (float)x * m->look->square;
    at[1] = m->heights[(size_t)y * m->columns + x];
    at[2] = 0 - (float)y * m->look->square;
    set_uv(flags, corner, m->mesh->uv[0][vertex]);
    if (m->mesh->colors)
        set_color(m, x, y, m->mesh->colors[vertex]);
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void add_square(mesher *m, uint32_t x, uint32_t y, const tlb_dtb_square *square)
{
    static const uint8_t corners[2][SQUARE_INDICES] = {
        {SOUTH_WEST, SOUTH_EAST, NORTH_EAST, SOUTH_WEST, NORTH_EAST, NORTH_WEST},
        {SOUTH_WEST, SOUTH_EAST, NORTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST}};
    uint32_t step = m->look->step, number = m->next[square->index]++, first = CORNERS * number;
    uint32_t east = smaller(x + step, (uint32_t)m->block->sizeX),
             north = smaller(y + step, (uint32_t)m->block->sizeY);
    set_corner(m, first + SOUTH_WEST, x, y, square->flags, SOUTH_WEST);
    set_corner(m, first + SOUTH_EAST, east, y, square->flags, SOUTH_EAST);
    set_corner(m, first + NORTH_EAST, east, north, square->flags, NORTH_EAST);
    set_corner(m, first + NORTH_WEST, x, north, square->flags, NORTH_WEST);
    for (int i = 0; i < SQUARE_INDICES; i++)
        m->mesh->indices[SQUARE_INDICES * number + (uint32_t)i] =
            first + corners[(x / step ^ y / step) & 1][i];
}

/* --- the mesh ----------------------------------------------------------------------------------------- */

#define EACH_SQUARE(m, x, y)                                                                                 \
    for (uint32_t y = 0; y < (uint32_t)(m)->block->sizeY; y += (m)->look->step)                              \
        for (uint32_t x = 0; x < (uint32_t)(m)->block->sizeX; x += (m)->look->step)

/* Counts the squares of each material, and makes room for them, a part each. */
static bool reserve(mesher *m, tlb_scene *scene)
{
    uint32_t squares = 0, parts = 0;
    bool light = m->block->light.count != 0;
    EACH_SQUARE(m, x, y)
    {
        const tlb_dtb_square *square = square_at(m, x, y);
        if (is_drawn(square))
            m->next[square->index]++;
    }
    for (int i = 0; i < MATERIALS; i++) {
        squares += m->next[i];
        parts += m->next[i] != 0;
    }
    if (!tlb_mesh_reserve(scene, m->mesh, CORNERS * squares, SQUARE_INDICES * squares, parts,
                          TLB_WITH_NORMALS | TLB_WITH_UV0 | (light ? TLB_WITH_COLORS : 0u)))
        return false;
    uint32_t first = 0, part = 0;
    for (uint32_t i = 0; i < MATERIALS; i++) {
        uint32_t count = m->next[i];
        m->next[i] = first;
        if (!count)
            continue;
        m->mesh->parts[part++] = (tlb_part){
            .material = i < m->look->material_count ? m->look->first_material + (int32_t)i : TLB_NONE,
            .first_index = SQUARE_INDICES * first,
            .index_count = SQUARE_INDICES * count};
        first += count;
    }
    return true;
}

/* From the slopes between the neighbors of each height. */
static void set_normals(mesher *m)
{
    const tlb_mesh *mesh = m->mesh;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float square = m->look->square;
        uint32_t x = (uint32_t)(mesh->positions[i][0] / square + 0.5f),
                 y = (uint32_t)(0.5f - mesh->positions[i][2] / square);
        uint32_t west = x ? x - 1 : x, east = x + 1 < m->columns ? x + 1 : x, south = y ? y - 1 : y,
                 north = y < (uint32_t)m->block->sizeY ? y + 1 : y;
        const float *row = m->heights + (size_t)y * m->columns;
        float across = (row[east] - row[west]) / ((float)(east - west) * square),
              along =
                  (m->heights[(size_t)north * m->columns + x] - m->heights[(size_t)south * m->columns + x]) /
                  ((float)(north - south) * square),
              length = sqrtf(across * across + along * along + 1);
        mesh->normals[i][0] = 0 - across / length;
        mesh->normals[i][1] = 1 / length;
        mesh->normals[i][2] = along / length;
    }
}

bool tlb_terrain_add_block(tlb_scene *scene, tlb_arena *work, const tlb_dtb *block, const char *name,
                           const terrain_look *look)
{
    mesher m = {.block = block, .look = look, .columns = (uint32_t)block->sizeX + 1};
    float *heights = tlb_alloc_array(work, dtb_heights(block), sizeof *heights);
    m.mesh = heights ? tlb_scene_add_mesh(scene, name) : NULL;
    if (!m.mesh || !reserve(&m, scene))
        return false;
    tlb_dtb_heights(block, heights);
    m.heights = heights;
    for (int i = 0; i < 16; i++)
        m.light[i] = tlb_linear((float)i / 15);
    EACH_SQUARE(&m, x, y)
    {
        const tlb_dtb_square *square = square_at(&m, x, y);
        if (is_drawn(square))
            add_square(&m, x, y, square);
    }
    set_normals(&m);
    return true;
}
