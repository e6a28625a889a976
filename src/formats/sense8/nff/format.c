/* The format NFF as the registry knows it, and what a document is, at a glance. */
#include "formats/sense8/nff/lines.h"
#include "base/index.h"
#include "base/number.h"
#include "core/checker.h"

/* --- summary ---------------------------------------------------------------------------------------- */

typedef struct totals {
    uint64_t polygons, portals;
} totals;

static void add_object(tlb_summary *summary, totals *sum, const tlb_nff_object *x)
{
    summary->vertices += x->vertices.count;
    sum->polygons += x->polygons.count;
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        const tlb_nff_polygon *p = &x->polygons.data[i];
        sum->portals += p->portal.size != 0;
        if (p->texture)
            tlb_summary_add_name(summary, &summary->textures, p->texture->name.data, p->texture->name.size);
        if (!tlb_nff_can_draw(x, p))
            continue;
        summary->triangles += p->indices.count - 2;
        for (uint32_t k = 0; k < p->indices.count; k++)
            tlb_box_add(&summary->bounds, x->vertices.data[p->indices.data[k]].position);
    }
    tlb_summary_add_name(summary, &summary->files, x->mtable.data, x->mtable.size);
}

static void describe_object(tlb_arena *arena, tlb_value *list, const tlb_nff_object *x)
{
    tlb_value *table = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_bytes_text(arena, table, "name", x->name);
    if (x->shading.size)
        tlb_value_add_bytes_text(arena, table, "shading", x->shading);
    if (x->mtable.size)
        tlb_value_add_bytes_text(arena, table, "mtable", x->mtable);
    tlb_value_add_integer(arena, table, "vertices", x->vertices.count);
    tlb_value_add_integer(arena, table, "polygons", x->polygons.count);
}

/* Where portals lead, each universe once. False without memory. */
static bool describe_universes(tlb_arena *arena, tlb_arena *work, tlb_value *table, const tlb_nff *nff)
{
    tlb_index known = {0};
    tlb_value *list = tlb_value_add_list(arena, table, "universes");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        for (uint32_t k = 0; k < nff->objects.data[i].polygons.count; k++) {
            tlb_text portal = nff->objects.data[i].polygons.data[k].portal;
            int32_t *place = portal.size ? tlb_index_find(&known, work, portal.data, portal.size) : NULL;
            if (portal.size && !place)
                return false;
            if (!portal.size || *place != TLB_INDEX_NEW)
                continue;
            *place = 0;
            tlb_value_add_bytes_text(arena, list, NULL, portal);
        }
    return true;
}

/* "3.0", as the option has it. */
static const char *spell_version(tlb_arena *arena, float version)
{
    char text[TLB_NUMBER_MAX];
    size_t size = (size_t)(tlb_write_f32(text, version) - text);
    bool whole = memchr(text, '.', size) == NULL && memchr(text, 'e', size) == NULL;
    return tlb_arena_printf(arena, "%.*s%s", (int)size, text, whole ? ".0" : "");
}

tlb_status tlb_nff_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_nff *nff = &((nff_root *)document->root)->nff;
    tlb_arena *arena = &document->arena;
    totals sum = {0};
    if (nff->header.has & TLB_NFF_VERSION)
        summary->version = spell_version(arena, nff->header.version);
    if (nff->header.has & TLB_NFF_VIEWPOS)
        tlb_value_add_singles(arena, table, "viewpos", nff->header.viewpos, 3);
    if (nff->header.has & TLB_NFF_VIEWDIR)
        tlb_value_add_singles(arena, table, "viewdir", nff->header.viewdir, 3);
    for (uint32_t i = 0; i < nff->objects.count; i++)
        add_object(summary, &sum, &nff->objects.data[i]);
    tlb_value_add_integer(arena, table, "polygons", (int64_t)sum.polygons);
    if (sum.portals)
        tlb_value_add_integer(arena, table, "portals", (int64_t)sum.portals);
    tlb_value *list = tlb_value_add_list(arena, table, "objects");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        describe_object(arena, list, &nff->objects.data[i]);
    bool described = !sum.portals || describe_universes(arena, &summary->work, table, nff);
    return described ? TLB_OK
                     : tlb_report_memory(document->context, tlb_arena_refused(&summary->work, arena));
}

/* --- the format ------------------------------------------------------------------------------------- */

/* The first word is "nff". */
static int probe(tlb_bytes source)
{
    enum { SURE = 95 };
    tlb_words t;
    tlb_words_init(&t, NULL, source, NFF_COMMENT);
    return tlb_nff_take_signature(&t) ? SURE : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_nff_create(w->arena)))
        tlb_walk_no_memory(w);
    else if (w->direction == WALK_VISIT && w->visitor->places)
        tlb_nff_trace(w, *root);
    else
        tlb_nff_walk_model(w, *root, true);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_nff_write_text(context, *root, out);
}

tlb_nff *tlb_document_nff(tlb_document *document)
{
    bool ours = document && (document->format == &tlb_format_nff || document->format == &tlb_format_bff);
    return ours ? &((nff_root *)document->root)->nff : NULL;
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_nff_from_scene(scene, conversion, output, &tlb_format_nff);
}

const tlb_format tlb_format_nff = {
    .info = {.name = "nff",
             .title = "Sense8 WorldToolKit model",
             .family = "sense8",
             .versions = "1.6 to 3.0",
             .extensions = (const char *const[]){"nff", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("nff "), TLB_SIGNATURE("nff\t"),
                                          TLB_SIGNATURE("nff\n"), TLB_SIGNATURE("nff\r")),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION | TLB_CAN_QUERY,
             .options = tlb_nff_options,
             .write_options = TLB_OPTIONS_TYPE(tlb_nff_write_options),
             .queries = tlb_nff_queries,
             .minimal = TLB_NFF_MINIMAL("nff")},
    .model = "nff",
    .probe = probe,
    .read = tlb_nff_read,
    .walk = walk,
    .write = write,
    .check = tlb_nff_check,
    .describe = tlb_nff_describe,
    .query = tlb_nff_query,
    .to_scene = tlb_nff_to_scene,
    .convert_version = tlb_nff_convert_version,
    .copies_meshes = true,
    .from_scene = from_scene,
};
