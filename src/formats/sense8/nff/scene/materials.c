/* Textures, tables of materials and the materials of a scene. */
#include "formats/sense8/nff/scene/scene.h"
#include "formats/sense8/nff/lines.h"
#include "image/image.h"
#include "scene/materials/color.h"
#include "scene/build/name.h"

#include <math.h>

const char *const tlb_nff_texture_extensions[] = {"tga", "jpg",  "jpeg", "rgb", "rgba", "sgi", "bw",
                                                  "int", "inta", "png",  "bmp", "gif",  NULL};
const char *const tlb_nff_table_extensions[] = {"mat", NULL};

/* --- tables of materials ---------------------------------------------------------------------------- */

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
        tlb_words_text(t, "matdef", &material->name, tlb_words_peek(t).size);
    words_end_line(t, "matdef");
    return !t->w->status || t->w->status == TLB_INVALID;
}

/* One line; false without memory. */
static bool read_line(tlb_words *t, nff_material_table *table)
{
    uint32_t count = table->materials.count;
    if (tlb_words_take(t, "matdef"))
        return begin_material(t, table);
    for (size_t i = 0; i < sizeof properties / sizeof *properties && count; i++)
        if (tlb_words_take(t, properties[i].word)) {
            read_property(t, &properties[i], &table->materials.data[count - 1]);
            return true;
        }
    if (tlb_words_take(t, "mat") || tlb_words_take(t, "version") || tlb_words_take(t, "valid"))
        while (words_more(t))
            t->at += tlb_words_peek(t).size;
    words_end_line(t, NULL);
    return true;
}

/* Lines that are not understood are reported and left out; false when there is no memory. `name` is the
 * file's. */
static bool read_materials(tlb_context *context, tlb_arena *arena, const char *name, tlb_bytes file,
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
            t.at += tlb_words_peek(&t).size;
    }
    if (bad)
        tlb_report(context, TLB_CODE_NFF_MATERIAL_LINE, TLB_NO_OFFSET, NULL,
                   "material table \"%s\": nonempty line %u is invalid", name, bad);
    return true;
}

/* --- textures ---------------------------------------------------------------------------------------- */

/* Black texels become transparent, the others opaque. */
static void clear_black(uint8_t (*pixels)[4], size_t count)
{
    for (size_t i = 0; i < count; i++)
        pixels[i][3] = pixels[i][0] || pixels[i][1] || pixels[i][2] ? 255 : 0;
}

static tlb_status load_cleared(void *user, tlb_arena *arena, tlb_bytes file, tlb_image *image)
{
    tlb_status status = tlb_image_decode(user, arena, file, image);
    if (status)
        return status;
    if (image->format == TLB_PIXELS_RGBA) {
        clear_black((uint8_t(*)[4])(void *)image->pixels, (size_t)image->width * image->height);
        return TLB_OK;
    }
    enum { COLORS = 256 };
    uint8_t(*palette)[4] = tlb_alloc_array(arena, COLORS, sizeof *palette);
    if (!palette)
        return tlb_report_memory(user, arena);
    memcpy(palette, image->palette, COLORS * sizeof *palette);
    clear_black(palette, COLORS);
    image->palette = (const uint8_t(*)[4])palette;
    return TLB_OK;
}

void tlb_nff_scene_materials_init(nff_scene *s)
{
    s->plain = (tlb_textures){.context = s->conversion->context,
                              .assets = s->conversion->assets,
                              .scene = s->scene,
                              .work = &s->work,
                              .extensions = tlb_nff_texture_extensions};
    s->cleared = s->plain;
    s->cleared.load = load_cleared;
    s->cleared.user = s->conversion->context;
}

/* --- tables of the scene ------------------------------------------------------------------------------ */

static bool load_table(nff_scene *s, uint32_t object, tlb_text name, int32_t *place)
{
    tlb_bytes file;
    tlb_context *context = s->conversion->context;
    tlb_status status = tlb_assets_find(s->conversion->assets, &s->work, name.data, tlb_nff_table_extensions,
                                        NULL, &file, NULL);
    if (s->work.failure)
        return false;
    nff_material_table *table = TLB_PUSH(&s->work, &s->material_tables);
    if (!table)
        return false;
    *table = (nff_material_table){0};
    *place = (int32_t)s->material_tables.count - 1;
    if (status) {
        const char *path = tlb_arena_printf(&s->work, "objects[%u].mtable", object);
        tlb_report_missing(context, path, "material table", name.data);
        return true;
    }
    return read_materials(context, &s->work, name.data, file, table);
}

bool tlb_nff_find_table(nff_scene *s, uint32_t object, int32_t *table)
{
    tlb_text name = s->nff->objects.data[object].mtable;
    *table = TLB_NONE;
    if (!name.size)
        return true;
    int32_t *known = tlb_index_find(&s->tables, &s->work, name.data, name.size);
    if (!known || (*known == TLB_INDEX_NEW && !load_table(s, object, name, known)))
        return false;
    *table = *known;
    return true;
}

static const nff_material *material_of(const nff_scene *s, const nff_look *look)
{
    if (look->table == TLB_NONE)
        return NULL;
    const nff_material_table *table = &s->material_tables.data[look->table];
    return look->matid < table->materials.count ? &table->materials.data[look->matid] : NULL;
}

/* --- materials --------------------------------------------------------------------------------------- */

static float bounded(float value)
{
    return value > 0 ? value < 1 ? value : 1 : 0;
}

static void add_extras(nff_scene *s, const nff_material *from, tlb_material *material)
{
    tlb_value *extras = from->has ? tlb_value_table(s->arena) : NULL;
    material->extras = extras;
    if (from->has & NFF_MAT_AMBIENT)
        tlb_value_add_singles(s->arena, extras, "ambient", from->ambient, 3);
    if (from->has & NFF_MAT_SPECULAR)
        tlb_value_add_singles(s->arena, extras, "specular", from->specular, 3);
    if (from->has & NFF_MAT_SHININESS)
        tlb_value_add_single(s->arena, extras, "shininess", from->shininess);
}

static void set_look(nff_scene *s, const nff_look *look, tlb_material *material)
{
    const nff_material *from = material_of(s, look);
    for (int i = 0; i < 3; i++) {
        material->color[i] = tlb_linear_byte(look->color[i]);
        if (from && look->texture == TLB_NONE && !(look->flags & NFF_LOOK_COLORS))
            material->color[i] = tlb_linear(bounded(from->diffuse[i]));
        if (from)
            material->emissive[i] = tlb_linear(bounded(from->emission[i]));
    }
    if (from) {
        material->color[3] = bounded(from->opacity);
        material->alpha_mode = material->color[3] < 1 ? TLB_ALPHA_BLEND : TLB_ALPHA_OPAQUE;
        add_extras(s, from, material);
    }
    material->double_sided = look->flags & NFF_LOOK_BOTH;
    material->unlit = look->flags & NFF_LOOK_UNLIT;
    if (look->texture == TLB_NONE)
        return;
    bool cleared = look->flags & NFF_LOOK_CLEARED;
    const tlb_found_texture *texture = &(cleared ? &s->cleared : &s->plain)->found.data[look->texture];
    material->placeholder = texture->missing;
    material->texture = (tlb_texture){.image = texture->image, .nearest = texture->missing};
    if (cleared && material->alpha_mode == TLB_ALPHA_OPAQUE)
        material->alpha_mode = TLB_ALPHA_MASK;
}

/* What the material is called: its texture, its own name or its color. */
static const char *name_of(nff_scene *s, const nff_look *look)
{
    const nff_material *from = material_of(s, look);
    if (look->texture != TLB_NONE)
        return (look->flags & NFF_LOOK_CLEARED ? &s->cleared : &s->plain)->found.data[look->texture].name;
    if (from && from->name.size)
        return tlb_scene_name(&s->work, from->name.data, from->name.size);
    if (from)
        return tlb_arena_printf(&s->work, "material %u", look->matid);
    return tlb_arena_printf(&s->work, "0x%02x%02x%02x", look->color[0], look->color[1], look->color[2]);
}

static bool add_material(nff_scene *s, const nff_look *look, int32_t *index)
{
    const char *name = name_of(s, look);
    *index = (int32_t)s->scene->material_count;
    tlb_material *material = name ? tlb_scene_add_material(s->scene, name) : NULL;
    if (material)
        set_look(s, look, material);
    return material != NULL;
}

/* Color is ignored where there is a texture, and where the vertices have colors. */
static bool make_look(nff_scene *s, uint32_t object, uint32_t index, int32_t table, bool uses_colors,
                      nff_look *look)
{
    const tlb_nff_polygon *polygon = &s->nff->objects.data[object].polygons.data[index];
    const tlb_nff_texture *texture = polygon->texture;
    *look = (nff_look){.texture = TLB_NONE, .table = TLB_NONE, .color = {255, 255, 255}};
    if (polygon->has & TLB_NFF_COLOR && !texture && !uses_colors)
        memcpy(look->color, polygon->color, sizeof look->color);
    if (polygon->has & TLB_NFF_MATID && table != TLB_NONE) {
        look->table = table;
        look->matid = polygon->matid;
        if (!material_of(s, look) && s->material_tables.data[table].materials.count)
            tlb_report(s->conversion->context, TLB_CODE_NFF_MATERIAL, TLB_NO_OFFSET,
                       tlb_arena_printf(&s->work, "objects[%u].polygons[%u].matid", object, index),
                       "material %u out of range; number of materials: %u", polygon->matid,
                       s->material_tables.data[table].materials.count);
    }
    look->flags = (uint8_t)((polygon->has & TLB_NFF_BOTH ? NFF_LOOK_BOTH : 0) |
                            (uses_colors && look->table != TLB_NONE ? NFF_LOOK_COLORS : 0));
    if (!texture)
        return true;
    bool cleared = texture->kind == 't' || texture->kind == 'u';
    bool unlit = texture->kind == 'v' || texture->kind == 't';
    look->flags = (uint8_t)(look->flags | (cleared ? NFF_LOOK_CLEARED : 0) | (unlit ? NFF_LOOK_UNLIT : 0));
    const char *list = tlb_arena_printf(&s->work, "objects[%u].polygons", object);
    return list && tlb_texture_find(cleared ? &s->cleared : &s->plain, texture->name.data, list, index,
                                    &look->texture);
}

/* Neighbours mostly look alike. */
static bool same_source(const tlb_nff_polygon *a, const tlb_nff_polygon *b)
{
    return a->has == b->has && a->matid == b->matid && memcmp(a->color, b->color, sizeof a->color) == 0 &&
           (a->texture && b->texture
                ? a->texture->kind == b->texture->kind && tlb_same_text(a->texture->name, b->texture->name)
                : !a->texture && !b->texture);
}

bool tlb_nff_find_material(nff_scene *s, uint32_t object, uint32_t index, int32_t table, bool uses_colors,
                           int32_t *material)
{
    const tlb_nff_object *x = &s->nff->objects.data[object];
    const tlb_nff_polygon *polygon = &x->polygons.data[index];
    nff_look look;
    if (!uses_colors && s->last_polygon && same_source(polygon, s->last_polygon)) {
        *material = s->last_material;
        return true;
    }
    if (!make_look(s, object, index, table, uses_colors, &look))
        return false;
    nff_look *key = tlb_alloc(&s->work, sizeof *key);
    if (!key)
        return false;
    *key = look;
    int32_t *known = tlb_index_find(&s->looks, &s->work, key, sizeof *key);
    if (!known || (*known == TLB_INDEX_NEW && !add_material(s, &look, known)))
        return false;
    *material = s->last_material = *known;
    s->last_polygon = uses_colors ? NULL : polygon;
    return true;
}
