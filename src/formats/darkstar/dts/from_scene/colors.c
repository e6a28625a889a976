/* Vertex colors of faces without a texture: shapes have none, so each such face gets a material of about its
 * color, of a few that show all of them. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "image/quantize.h"
#include "image/reduce.h"
#include "scene/materials/color.h"

#include <string.h>

struct dts_colors {
    tlb_quantizer quantizer;
    uint8_t palette[256][4];
    int32_t (*numbers)[DTS_MOST_COLORS]; /* for each material of the scene, the last without one; TLB_NONE */
};

bool tlb_dts_is_colored(const dts_maker *m, const tlb_mesh *mesh, int32_t material)
{
    const tlb_material *of = material < 0 ? NULL : &m->scene->materials[material];
    return mesh->colors && (!of || (of->texture.image < 0 && !of->placeholder));
}

/* The mean of its corners. */
static void color_of(const dts_maker *m, const tlb_mesh *mesh, const tlb_part *part, uint32_t first,
                     uint8_t color[4])
{
    static const float white[4] = {1, 1, 1, 1};
    const float *factor = part->material < 0 ? white : m->scene->materials[part->material].color;
    for (int c = 0; c < 3; c++) {
        float sum = 0;
        for (uint32_t k = 0; k < 3; k++)
            sum += (float)mesh->colors[mesh->indices[first + k]][c] / UINT16_MAX;
        color[c] = tlb_srgb_byte(sum / 3 * factor[c]);
    }
    color[3] = UINT8_MAX;
}

typedef bool visit(dts_maker *m, const tlb_part *part, const uint8_t color[4]);

static bool visit_faces(dts_maker *m, visit *do_it)
{
    for (uint32_t i = 0; i < m->scene->mesh_count; i++) {
        const tlb_mesh *mesh = &m->scene->meshes[i];
        for (uint32_t k = 0; k < mesh->part_count; k++) {
            const tlb_part *part = &mesh->parts[k];
            bool colored = tlb_dts_is_colored(m, mesh, part->material);
            for (uint32_t at = 0; colored && at + 2 < part->index_count; at += 3) {
                uint8_t color[4];
                color_of(m, mesh, part, part->first_index + at, color);
                if (!do_it(m, part, color))
                    return false;
            }
        }
    }
    return true;
}

static bool list_color(dts_maker *m, const tlb_part *part, const uint8_t color[4])
{
    (void)part;
    dts_color *place = TLB_PUSH(m->arena, &m->face_colors);
    if (place)
        memcpy(*place, color, sizeof(dts_color));
    return place != NULL;
}

static int32_t *number_of(const dts_maker *m, int32_t material, const uint8_t color[4], uint8_t *index)
{
    bool exact;
    *index = tlb_quantize_color(&m->colors->quantizer, color, &exact);
    return &m->colors->numbers[material < 0 ? (int32_t)m->scene->material_count : material][*index];
}

static bool add_material(dts_maker *m, const tlb_part *part, const uint8_t color[4])
{
    uint8_t index;
    int32_t *number = number_of(m, part->material, color, &index);
    if (*number != TLB_NONE)
        return true;
    *number = (int32_t)m->material_count++;
    int32_t *source = TLB_PUSH(m->arena, &m->color_sources);
    dts_color *made = source ? TLB_PUSH(m->arena, &m->material_colors) : NULL;
    if (!made)
        return false;
    *source = part->material;
    memcpy(*made, m->colors->palette[index], sizeof *made);
    return true;
}

bool tlb_dts_find_colors(dts_maker *m)
{
    uint32_t count;
    m->first_color = m->material_count;
    if (!visit_faces(m, list_color))
        return false;
    if (!m->face_colors.count)
        return true;
    size_t rows = (size_t)m->scene->material_count + 1;
    m->colors = tlb_alloc(m->arena, sizeof *m->colors);
    if (!m->colors || !(m->colors->numbers = tlb_alloc_array(m->arena, rows, sizeof *m->colors->numbers)) ||
        !tlb_reduce_colors(m->arena, (const uint8_t(*)[4])m->face_colors.data, m->face_colors.count,
                           DTS_MOST_COLORS, m->colors->palette, &count))
        return false;
    memset(m->colors->numbers, 0xff, rows * sizeof *m->colors->numbers);
    bool excluded[256] = {false};
    for (uint32_t i = count; i < 256; i++)
        excluded[i] = true;
    tlb_quantizer_init(&m->colors->quantizer, (const uint8_t(*)[4])m->colors->palette, excluded, false);
    return visit_faces(m, add_material);
}

int32_t tlb_dts_color_number(const dts_maker *m, const tlb_mesh *mesh, const tlb_part *part, uint32_t first)
{
    uint8_t color[4], index;
    color_of(m, mesh, part, first, color);
    return *number_of(m, part->material, color, &index);
}
