/* The mesh of a terrain: a vertex for each sample, and the first row and column once more where it wraps. */
#include "formats/torque/ter/ter.h"

enum { SQUARE_INDICES = 6 };

typedef struct mesher {
    const ter_grid *grid;
    tlb_mesh *mesh;
    uint32_t step;
    uint32_t cells; /* squares a side that are drawn */
} mesher;

/* The sample of a line of vertices; what is left after the last whole step is a narrower square. */
static uint32_t sample_of(const mesher *m, uint32_t line)
{
    uint32_t sample = line * m->step;
    return sample < m->grid->squares ? sample : m->grid->squares;
}

static bool is_drawn(const mesher *m, uint32_t column, uint32_t row)
{
    return !tlb_ter_is_hole(m->grid, sample_of(m, column), sample_of(m, row));
}

/* --- vertices ----------------------------------------------------------------------------------------- */

/* The neighbors of a sample along one axis, and how far they are apart in squares. */
typedef struct neighbors {
    uint32_t before, after;
    float apart;
} neighbors;

static neighbors neighbors_of(const mesher *m, uint32_t at)
{
    uint32_t last = m->grid->squares, step = m->step;
    if (m->grid->wraps)
        return (neighbors){(at + last - step) % last, (at + step) % last, 2 * (float)step};
    neighbors n = {at > step ? at - step : 0, last - at > step ? at + step : last, 0};
    n.apart = (float)(n.after - n.before);
    return n;
}

static void set_normal(const mesher *m, uint32_t x, uint32_t y, float normal[3])
{
    const ter_grid *g = m->grid;
    neighbors along_x = neighbors_of(m, x), along_y = neighbors_of(m, y);
    float slope_x = (tlb_ter_height(g, along_x.after, y) - tlb_ter_height(g, along_x.before, y)) /
                    (along_x.apart * g->square),
          slope_y = (tlb_ter_height(g, x, along_y.after) - tlb_ter_height(g, x, along_y.before)) /
                    (along_y.apart * g->square),
          length = sqrtf(slope_x * slope_x + slope_y * slope_y + 1);
    normal[0] = 0 - slope_x / length;
    normal[1] = 1 / length;
    normal[2] = slope_y / length;
}

static void set_vertices(const mesher *m)
{
    const ter_grid *g = m->grid;
    uint32_t vertex = 0;
    for (uint32_t row = 0; row <= m->cells; row++)
        for (uint32_t column = 0; column <= m->cells; column++, vertex++) {
            uint32_t x = sample_of(m, column), y = sample_of(m, row);
            float *at = m->mesh->positions[vertex];
            at[0] = (float)x * g->square;
            at[1] = tlb_ter_height(g, x, y);
            at[2] = 0 - (float)y * g->square;
            m->mesh->uv[0][vertex][0] = (float)x / (float)g->squares;
            m->mesh->uv[0][vertex][1] = 1 - (float)y / (float)g->squares;
            set_normal(m, x, y, m->mesh->normals[vertex]);
        }
}

/* --- triangles ---------------------------------------------------------------------------------------- */

static uint32_t count_drawn(const mesher *m)
{
    uint32_t drawn = 0;
    for (uint32_t row = 0; row < m->cells; row++)
        for (uint32_t column = 0; column < m->cells; column++)
            drawn += is_drawn(m, column, row);
    return drawn;
}

static void set_indices(const mesher *m)
{
    enum { SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST };
    static const uint8_t rising[SQUARE_INDICES] = {SOUTH_WEST, SOUTH_EAST, NORTH_EAST,
                                                   SOUTH_WEST, NORTH_EAST, NORTH_WEST},
                         falling[SQUARE_INDICES] = {SOUTH_WEST, SOUTH_EAST, NORTH_WEST,
                                                    SOUTH_EAST, NORTH_EAST, NORTH_WEST};
    uint32_t *index = m->mesh->indices, columns = m->cells + 1;
    for (uint32_t row = 0; row < m->cells; row++)
        for (uint32_t column = 0; column < m->cells; column++) {
            uint32_t first = row * columns + column;
            const uint32_t corners[] = {first, first + 1, first + columns + 1, first + columns};
            const uint8_t *order = ter_rises(column, row) ? rising : falling;
            for (int i = 0; is_drawn(m, column, row) && i < SQUARE_INDICES; i++)
                *index++ = corners[order[i]];
        }
}

bool tlb_ter_add_mesh(tlb_scene *scene, const ter_grid *g, uint32_t step, const char *name, int32_t material,
                      int32_t *mesh)
{
    mesher m = {.grid = g, .step = step < g->squares ? step : g->squares};
    m.cells = m.step ? (g->squares + m.step - 1) / m.step : 0;
    uint32_t lines = m.cells + 1, drawn = count_drawn(&m);
    *mesh = TLB_NONE;
    if (!drawn)
        return true;
    m.mesh = tlb_scene_add_mesh(scene, name);
    if (!m.mesh || !tlb_mesh_reserve(scene, m.mesh, lines * lines, SQUARE_INDICES * drawn, 1,
                                     TLB_WITH_NORMALS | TLB_WITH_UV0))
        return false;
    *mesh = (int32_t)scene->mesh_count - 1;
    m.mesh->parts[0] = (tlb_part){.material = material, .index_count = SQUARE_INDICES * drawn};
    set_vertices(&m);
    set_indices(&m);
    return true;
}
