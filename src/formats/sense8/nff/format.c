/* The format NFF as the registry knows it, and what a document is, at a glance. */
#include "formats/sense8/nff/lines.h"
#include "base/index.h"
#include "core/checker.h"
#include "scene/box.h"

/* --- summary ---------------------------------------------------------------------------------------- */

typedef struct totals {
    uint64_t vertices, polygons, triangles, portals;
    tlb_box box;
} totals;

static void add_object(totals *sum, const tlb_nff_object *x)
{
    sum->vertices += x->vertices.count;
    sum->polygons += x->polygons.count;
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        uint32_t corners = x->polygons.data[i].indices.count;
        sum->triangles += corners > 2 ? corners - 2 : 0;
        sum->portals += x->polygons.data[i].portal.size != 0;
    }
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        const float *p = x->vertices.data[i].position;
        if (tlb_all_finite(p, 3))
            tlb_box_add(&sum->box, p);
    }
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

/* Each texture once, in the order in which they are met. False without memory. */
static bool describe_textures(tlb_arena *arena, tlb_arena *work, tlb_value *table, const tlb_nff *nff)
{
    tlb_index known = {0};
    tlb_value *list = tlb_value_add_list(arena, table, "textures");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        for (uint32_t k = 0; k < nff->objects.data[i].polygons.count; k++) {
            const tlb_nff_texture *texture = nff->objects.data[i].polygons.data[k].texture;
            int32_t *place =
                texture ? tlb_index_find(&known, work, texture->name.data, texture->name.size) : NULL;
            if (texture && !place)
                return false;
            if (!texture || *place != TLB_INDEX_NEW)
                continue;
            *place = 0;
            tlb_value_add_bytes_text(arena, list, NULL, texture->name);
        }
    return true;
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

tlb_status tlb_nff_describe(tlb_document *document, tlb_value *table)
{
    const tlb_nff *nff = &((nff_root *)document->root)->nff;
    tlb_arena *arena = &document->arena, work;
    totals sum = {.box = tlb_box_empty()};
    if (nff->header.has & TLB_NFF_VERSION)
        tlb_value_add_single(arena, table, "version", nff->header.version);
    if (nff->header.has & TLB_NFF_VIEWPOS)
        tlb_value_add_singles(arena, table, "viewpos", nff->header.viewpos, 3);
    if (nff->header.has & TLB_NFF_VIEWDIR)
        tlb_value_add_singles(arena, table, "viewdir", nff->header.viewdir, 3);
    for (uint32_t i = 0; i < nff->objects.count; i++)
        add_object(&sum, &nff->objects.data[i]);
    tlb_value_add_integer(arena, table, "vertices", (int64_t)sum.vertices);
    tlb_value_add_integer(arena, table, "polygons", (int64_t)sum.polygons);
    tlb_value_add_integer(arena, table, "triangles", (int64_t)sum.triangles);
    if (sum.portals)
        tlb_value_add_integer(arena, table, "portals", (int64_t)sum.portals);
    tlb_add_box(arena, table, &sum.box);
    tlb_value *list = tlb_value_add_list(arena, table, "objects");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        describe_object(arena, list, &nff->objects.data[i]);
    tlb_arena_init(&work, document->context->account);
    bool described = describe_textures(arena, &work, table, nff) &&
                     (!sum.portals || describe_universes(arena, &work, table, nff));
    tlb_arena_release(&work);
    return described ? TLB_OK : tlb_report_memory(document->context);
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
    bool ours = document->format == &tlb_format_nff || document->format == &tlb_format_bff;
    return ours ? &((nff_root *)document->root)->nff : NULL;
}

static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_nff_from_scene(scene, conversion, output, &tlb_format_nff);
}

static void set_defaults(tlb_document *document)
{
    tlb_nff_header *header = &((nff_root *)document->root)->nff.header;
    header->version = 3;
    header->has = TLB_NFF_VERSION;
}

const tlb_format tlb_format_nff = {
    .info = {.name = "nff",
             .title = "Sense8 WorldToolKit model",
             .family = "sense8",
             .versions = "1.6 to 3.0",
             .extensions = (const char *const[]){"nff", NULL},
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION | TLB_CAN_QUERY,
             .options = tlb_nff_options,
             .queries = tlb_nff_queries},
    .model = "nff",
    .probe = probe,
    .set_defaults = set_defaults,
    .read = tlb_nff_read,
    .walk = walk,
    .write = write,
    .check = tlb_nff_check,
    .describe = tlb_nff_describe,
    .query = tlb_nff_query,
    .to_scene = tlb_nff_to_scene,
    .convert_version = tlb_nff_convert_version,
    .from_scene = from_scene,
};
