#include "formats/sense8/nff/materials.h"

#include "formats/sense8/nff/lines.h"

typedef struct property {
    const char *word;
    size_t first, second; /* where in nff_material; second SIZE_MAX: it sets one */
    uint32_t count;
    uint8_t has;
} property;

#define AT(field) offsetof(nff_material, field)
static const property properties[] = {
    {"ambient", AT(ambient), SIZE_MAX, 3, NFF_MAT_AMBIENT},
    {"diffuse", AT(diffuse), SIZE_MAX, 3, 0},
    {"ambientdiffuse", AT(diffuse), AT(ambient), 3, NFF_MAT_AMBIENT},
    {"specular", AT(specular), SIZE_MAX, 3, NFF_MAT_SPECULAR},
    {"emission", AT(emission), SIZE_MAX, 3, 0},
    {"shininess", AT(shininess), SIZE_MAX, 1, NFF_MAT_SHININESS},
    {"opacity", AT(opacity), SIZE_MAX, 1, 0},
    {"alpha", AT(opacity), SIZE_MAX, 1, 0},
};

static void read_property(tlb_words *t, const property *p, nff_material *material)
{
    float values[3];
    words_f32s(t, p->word, values, p->count);
    words_end_line(t, p->word);
    if (t->w->status)
        return;
    memcpy((char *)material + p->first, values, p->count * sizeof *values);
    if (p->second != SIZE_MAX)
        memcpy((char *)material + p->second, values, p->count * sizeof *values);
    material->has = (uint8_t)(material->has | p->has);
}

static bool begin_material(tlb_words *t, nff_material_table *table)
{
    nff_material *material = TLB_PUSH(t->w->arena, &table->materials);
    if (!material)
        return false;
    *material = (nff_material){.diffuse = {1, 1, 1}, .opacity = 1};
    if (words_more(t))
        words_text(t, "matdef", &material->name, words_peek(t).size);
    words_end_line(t, "matdef");
    return !t->w->status || t->w->status == TLB_INVALID;
}

/* One line; false without memory. */
static bool read_line(tlb_words *t, nff_material_table *table)
{
    uint32_t count = table->materials.count;
    if (words_take(t, "matdef"))
        return begin_material(t, table);
    for (size_t i = 0; i < sizeof properties / sizeof *properties && count; i++)
        if (words_take(t, properties[i].word)) {
            read_property(t, &properties[i], &table->materials.data[count - 1]);
            return true;
        }
    if (words_take(t, "mat") || words_take(t, "version") || words_take(t, "valid"))
        while (words_more(t))
            t->at += words_peek(t).size;
    words_end_line(t, NULL);
    return true;
}

bool nff_read_materials(tlb_context *context, tlb_arena *arena, const char *name, tlb_bytes file,
                        nff_material_table *table)
{
    tlb_words t;
    tlb_walk w = tlb_walk_reader(context, arena, file);
    tlb_words_init(&t, &w, file, NFF_COMMENT);
    uint32_t line = 0, bad = 0;
    while (words_next_line(&t)) {
        const char *start = t.at;
        tlb_report_mark reports = tlb_report_mark_get(context);
        if (!read_line(&t, table))
            return false;
        line++;
        if (!w.status)
            continue;
        /* What failed is that line alone. */
        tlb_report_rewind(context, &reports);
        bad = bad ? bad : line;
        w = tlb_walk_reader(context, arena, file);
        t.at = start;
        while (words_more(&t))
            t.at += words_peek(&t).size;
    }
    if (bad)
        tlb_report(context, TLB_CODE_NFF_MATERIAL_LINE, TLB_NO_OFFSET, NULL,
                   "table of materials \"%s\": line %u of those with words is not understood", name, bad);
    return true;
}
