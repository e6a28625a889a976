/* The table of materials that a scene needs where its polygons' colours do not say all. */
#include "formats/sense8/nff/from_scene.h"

#include "scene/color.h"

#include <math.h>

/* Properties that scenes keep as extras. */
static const struct {
    const char *word;
    uint32_t count;
} extras[] = {{"ambient", 3}, {"specular", 3}, {"shininess", 1}};
enum { EXTRAS = sizeof extras / sizeof *extras };

/* False: the material has none, or something else under that name. */
static bool find_extra(const tlb_material *m, int which, float values[3])
{
    const tlb_value *value = tlb_value_get(m->extras, extras[which].word);
    uint32_t count = 0;
    if (value && extras[which].count > 1)
        value = value->kind == TLB_VALUE_LIST ? value->as.members.first : NULL;
    for (; value && value->kind == TLB_VALUE_REAL && count < extras[which].count; value = value->next)
        values[count++] = (float)value->as.real;
    return count == extras[which].count;
}

static bool glows(const tlb_material *m)
{
    return m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0;
}

static bool is_clear(const tlb_material *m)
{
    return m->color[3] < 1 && (m->alpha_mode == TLB_ALPHA_BLEND || m->alpha_mode == TLB_ALPHA_ADD);
}

static bool needs_definition(const tlb_material *m)
{
    float values[3];
    bool extra = false;
    for (int i = 0; i < EXTRAS; i++)
        extra |= find_extra(m, i, values);
    return glows(m) || is_clear(m) || extra;
}

bool nff_table_find(nff_table *table, tlb_arena *arena, const tlb_scene *scene, int32_t material,
                    uint32_t *id)
{
    *id = NFF_NO_ID;
    if (material < 0 || !needs_definition(&scene->materials[material]))
        return true;
    if (!table->ids && !(table->ids = tlb_zalloc(arena, scene->material_count * sizeof *table->ids)))
        return false;
    if (!table->ids[material]) {
        int32_t *place = TLB_PUSH(arena, &table->materials);
        if (!place)
            return false;
        *place = material;
        table->ids[material] = table->materials.count;
    }
    *id = table->ids[material] - 1;
    return true;
}

/* --- the file ---------------------------------------------------------------------------------------- */

static void write_numbers(tlb_buffer *out, const char *word, const float *values, uint32_t count)
{
    tlb_buffer_text(out, word);
    for (uint32_t i = 0; i < count; i++) {
        char text[TLB_NUMBER_MAX];
        /* As many digits as sRGB can bear. */
        float value = (float)(round((double)values[i] * 10000) / 10000);
        tlb_buffer_byte(out, ' ');
        tlb_buffer_append(out, text, (size_t)(tlb_write_f32(text, value) - text));
    }
    tlb_buffer_byte(out, '\n');
}

static void write_material(tlb_buffer *out, const tlb_material *m, tlb_text name, uint32_t id)
{
    char text[TLB_NUMBER_MAX];
    float diffuse[3], emission[3], values[3], opacity = is_clear(m) ? m->color[3] : 1;
    for (int i = 0; i < 3; i++) {
        diffuse[i] = tlb_srgb(m->color[i]);
        emission[i] = tlb_srgb(m->emissive[i]);
    }
    tlb_buffer_text(out, "\nmatdef ");
    tlb_buffer_append(out, name.data, name.size);
    tlb_buffer_text(out, " // id ");
    tlb_buffer_append(out, text, (size_t)(tlb_write_u64(text, id) - text));
    tlb_buffer_byte(out, '\n');
    write_numbers(out, "diffuse", diffuse, 3);
    for (int i = 0; i < EXTRAS; i++)
        if (find_extra(m, i, values))
            write_numbers(out, extras[i].word, values, extras[i].count);
    write_numbers(out, "emission", emission, 3);
    write_numbers(out, "opacity", &opacity, 1);
}

bool nff_table_write(const nff_table *table, tlb_arena *arena, const tlb_scene *scene, tlb_buffer *out)
{
    tlb_buffer_text(out, "mat\nversion 3.00\nvalid diffuse");
    for (int i = 0; i < EXTRAS; i++) {
        float values[3];
        bool used = false;
        for (uint32_t k = 0; k < table->materials.count; k++)
            used |= find_extra(&scene->materials[table->materials.data[k]], i, values);
        if (used) {
            tlb_buffer_byte(out, ' ');
            tlb_buffer_text(out, extras[i].word);
        }
    }
    tlb_buffer_text(out, " emission opacity\n");
    for (uint32_t i = 0; i < table->materials.count; i++) {
        const tlb_material *m = &scene->materials[table->materials.data[i]];
        tlb_text name = nff_make_word(arena, m->name, "material");
        if (!name.data)
            return false;
        write_material(out, m, name, i);
    }
    return true;
}
