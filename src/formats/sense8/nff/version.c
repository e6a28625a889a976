/* A document as another version has it: what came later is said otherwise or left out, and reported; or with
 * its automatic normals worked out. */
#include "formats/sense8/nff/nff.h"
#include "base/number.h"
#include "base/text.h"

static const float known[] = {1.6f, 1.7f, 1.8f, 1.9f, 2.0f, 2.09f, 2.1f, 3.0f};

bool tlb_nff_is_version(float version)
{
    bool found = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        found |= version == known[i];
    return found;
}

bool tlb_nff_chosen_version(const tlb_conversion *conversion, float *version)
{
    const tlb_optional_real *wanted = &((const tlb_nff_write_options *)conversion->to)->version;
    *version = wanted->is_set ? (float)wanted->value : 0;
    if (!wanted->is_set || tlb_nff_is_version(*version))
        return true;
    tlb_refuse_option(conversion->context, "nff-version",
                      "invalid value \"%g\", expected 1.6, 1.7, 1.8, 1.9, 2.0, 2.09, 2.1 or 3.0",
                      wanted->value);
    return false;
}

/* --- words of versions --------------------------------------------------------------------------------- */

/* "1.7 changed object shading to =on and =off instead of =flat and =none" */
static const struct {
    const char *before, *since;
} shadings[] = {{"flat", "on"}, {"none", "off"}};
enum { SHADINGS = sizeof shadings / sizeof *shadings };

static bool is_word(tlb_text text, const char *word)
{
    uint32_t i = 0;
    while (i < text.size && word[i] && tlb_lower(text.data[i]) == word[i])
        i++;
    return i == text.size && !word[i];
}

const char *tlb_nff_shading_of(float version, tlb_text shading)
{
    bool since = version >= 1.7f;
    for (int i = 0; i < SHADINGS; i++)
        if (is_word(shading, since ? shadings[i].before : shadings[i].since))
            return since ? shadings[i].since : shadings[i].before;
    return NULL;
}

/* --- conversion ---------------------------------------------------------------------------------------- */

typedef struct version_maker {
    tlb_arena *arena;
    float version;
    bool bare; /* normals may stand without their word, which came with 2.0 */
    uint64_t normals, vertices, textures, materials, tables, colors; /* that were changed */
} version_maker;

static void convert_vertex(version_maker *m, tlb_nff_vertex *v)
{
    enum { LATE = TLB_NFF_RGB | TLB_NFF_UV };
    if (m->version < 2.0f && v->has & TLB_NFF_NORM) {
        v->has = (uint8_t)((v->has & ~TLB_NFF_NORM) | TLB_NFF_AUTO);
        m->normals++;
    }
    if (m->bare && v->has & TLB_NFF_NORM)
        v->spelling = 0;
    if (m->version < 2.09f && v->has & LATE) {
        v->has = (uint8_t)(v->has & ~LATE);
        m->vertices++;
    }
}

static bool convert_texture(version_maker *m, tlb_nff_polygon *p)
{
    if (!p->texture || p->texture->kind != 'u' || m->version >= 2.09f)
        return true;
    tlb_nff_texture *texture = tlb_alloc(m->arena, sizeof *texture);
    if (!texture)
        return false;
    *texture = *p->texture;
    texture->kind = 't';
    p->texture = texture;
    m->textures++;
    return true;
}

/* Before 2.0 colors have three digits. */
static void convert_color(version_maker *m, tlb_nff_polygon *p)
{
    enum { STEP = 17 };
    if (m->version >= 2.0f || !(p->has & TLB_NFF_COLOR))
        return;
    uint8_t before[3];
    memcpy(before, p->color, sizeof before);
    for (int k = 0; k < 3; k++)
        p->color[k] = (uint8_t)((p->color[k] + STEP / 2) / STEP * STEP);
    m->colors += memcmp(before, p->color, sizeof before) != 0;
    p->spelling = 0;
}

static bool convert_polygon(version_maker *m, tlb_nff_polygon *p)
{
    if (m->version < 3.0f && p->has & TLB_NFF_MATID) {
        p->has = (uint8_t)(p->has & ~TLB_NFF_MATID);
        if (!(p->has & TLB_NFF_COLOR))
            memset(p->color, UINT8_MAX, sizeof p->color);
        p->has |= TLB_NFF_COLOR;
        m->materials++;
    }
    convert_color(m, p);
    return convert_texture(m, p);
}

static bool convert_object(version_maker *m, tlb_nff_object *x)
{
    tlb_nff_vertex *vertices = tlb_alloc_array(m->arena, x->vertices.count, sizeof *vertices);
    tlb_nff_polygon *polygons = tlb_alloc_array(m->arena, x->polygons.count, sizeof *polygons);
    if (!vertices || !polygons)
        return false;
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        vertices[i] = x->vertices.data[i];
        convert_vertex(m, &vertices[i]);
    }
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        polygons[i] = x->polygons.data[i];
        if (!convert_polygon(m, &polygons[i]))
            return false;
    }
    x->vertices.data = vertices;
    x->polygons.data = polygons;
    const char *shading = tlb_nff_shading_of(m->version, x->shading);
    if (shading)
        x->shading = (tlb_text){shading, (uint32_t)strlen(shading)};
    m->tables += m->version < 3.0f && x->mtable.size;
    if (m->version < 3.0f)
        x->mtable = (tlb_text){0};
    return true;
}

static void report_dropped(const version_maker *m, tlb_context *context, uint64_t count, const char *what)
{
    if (count)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL, "NFF %g does not support %s: %llu",
                   (double)m->version, what, (unsigned long long)count);
}

tlb_status tlb_nff_to_version(tlb_context *context, tlb_arena *arena, tlb_nff *nff, float version)
{
    bool older = nff->header.has & TLB_NFF_VERSION && nff->header.version < 2.0f;
    version_maker m = {.arena = arena, .version = version, .bare = older && version >= 2.0f};
    tlb_nff_object *objects = tlb_alloc_array(arena, nff->objects.count, sizeof *objects);
    if (!objects)
        return tlb_report_memory(context, arena);
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        objects[i] = nff->objects.data[i];
        if (!convert_object(&m, &objects[i]))
            return tlb_report_memory(context, arena);
    }
    nff->objects.data = objects;
    nff->header.has |= TLB_NFF_VERSION;
    nff->header.version = version;
    nff->style.shortColors = version < 2.0f ? 1 : nff->style.shortColors;
    report_dropped(&m, context, m.normals, "vertex normals (replaced by N, automatic normals)");
    report_dropped(&m, context, m.vertices, "colors and texture coordinates of vertices (left out)");
    report_dropped(&m, context, m.textures, "shaded transparent textures (now unshaded)");
    report_dropped(&m, context, m.materials, "materials of polygons (replaced by their colors, or white)");
    report_dropped(&m, context, m.tables, "material tables (left out)");
    report_dropped(&m, context, m.colors, "24-bit colors (rounded to 12 bits)");
    return TLB_OK;
}

/* --- options ---------------------------------------------------------------------------------------- */

const tlb_option_info tlb_nff_options[] = {
    {"bake-normals", NULL, "write automatic normals (N) as norm",
     TLB_SETS_TO(tlb_nff_write_options, FLAG, bake_normals, TLB_CAN_CONVERT_VERSION)},
    {"nff-version", "N", "model version to write: 1.6, 1.7, 1.8, 1.9, 2.0, 2.09, 2.1 or 3.0",
     TLB_SETS_TO(tlb_nff_write_options, REAL, version, TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION),
     .least = 1.6, .most = 3},
    {0},
};

/* Vertices with "N" get the normal that it means; those that no area is around keep the word. */
static bool bake_object(tlb_arena *arena, tlb_nff_object *x, bool *baked)
{
    tlb_nff_vertex *vertices = tlb_alloc_array(arena, x->vertices.count, sizeof *vertices);
    float(*normals)[3] = tlb_alloc_array(arena, x->vertices.count, sizeof *normals);
    float(*corners)[3] = tlb_alloc_array(arena, tlb_nff_most_corners(x), sizeof *corners);
    if (!vertices || !normals || !corners)
        return false;
    tlb_nff_automatic_normals(x, corners, normals);
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        tlb_nff_vertex *v = &vertices[i];
        *v = x->vertices.data[i];
        if (!(v->has & TLB_NFF_AUTO) || (normals[i][0] == 0 && normals[i][1] == 0 && normals[i][2] == 0))
            continue;
        v->has = (uint8_t)((v->has & ~TLB_NFF_AUTO) | TLB_NFF_NORM);
        memcpy(v->norm, normals[i], sizeof v->norm);
        *baked = true;
    }
    x->vertices.data = vertices;
    return true;
}

/* Versions before 2.0 have no word for normals: the file becomes one of the first that does. */
static tlb_status raise_version(tlb_context *context, tlb_arena *arena, tlb_nff *nff)
{
    static const float with_normals = 2.0f;
    if (!(nff->header.has & TLB_NFF_VERSION) || nff->header.version >= with_normals)
        return TLB_OK;
    tlb_report(context, TLB_CODE_NFF_RAISED, TLB_NO_OFFSET, "header.version",
               "raised from %g to %g, the first version with normals", (double)nff->header.version,
               (double)with_normals);
    return tlb_nff_to_version(context, arena, nff, with_normals);
}

static tlb_status bake(tlb_context *context, tlb_arena *arena, tlb_nff *nff)
{
    bool baked = false;
    tlb_nff_object *objects = tlb_alloc_array(arena, nff->objects.count, sizeof *objects);
    if (!objects)
        return tlb_report_memory(context, arena);
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        objects[i] = nff->objects.data[i];
        if (!bake_object(arena, &objects[i], &baked))
            return tlb_report_memory(context, arena);
    }
    nff->objects.data = objects;
    return baked ? raise_version(context, arena, nff) : TLB_OK;
}

tlb_status tlb_nff_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out)
{
    nff_root root = *(nff_root *)source->root;
    tlb_context *context = source->context;
    tlb_arena arena;
    float version;
    if (!tlb_nff_chosen_version(conversion, &version))
        return TLB_ARGUMENT;
    tlb_arena_init(&arena, context->account);
    tlb_status status = TLB_OK;
    if (((const tlb_nff_write_options *)conversion->to)->bake_normals)
        status = bake(context, &arena, &root.nff);
    if (!status && version > 0)
        status = tlb_nff_to_version(context, &arena, &root.nff, version);
    if (!status)
        status = target->write(context, &(void *){&root}, out);
    tlb_arena_release(&arena);
    return status;
}
