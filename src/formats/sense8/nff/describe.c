/* What a document is, at a glance. */
#include "core/checker.h"
#include "base/index.h"
#include "formats/sense8/nff/nff.h"
#include "scene/box.h"

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
            tlb_box_take(&sum->box, p);
    }
}

static void describe_object(tlb_arena *arena, tlb_value *list, const tlb_nff_object *x)
{
    tlb_value *table = tlb_add_table(arena, list, NULL);
    tlb_add_bytes_text(arena, table, "name", x->name);
    if (x->shading.size)
        tlb_add_bytes_text(arena, table, "shading", x->shading);
    if (x->mtable.size)
        tlb_add_bytes_text(arena, table, "mtable", x->mtable);
    tlb_add_integer(arena, table, "vertices", x->vertices.count);
    tlb_add_integer(arena, table, "polygons", x->polygons.count);
}

/* Each texture once, in the order in which they are met. False without memory. */
static bool describe_textures(tlb_arena *arena, tlb_arena *work, tlb_value *table, const tlb_nff *nff)
{
    tlb_index known = {0};
    tlb_value *list = tlb_add_list(arena, table, "textures");
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
            tlb_add_bytes_text(arena, list, NULL, texture->name);
        }
    return true;
}

/* Where portals lead, each universe once. False without memory. */
static bool describe_universes(tlb_arena *arena, tlb_arena *work, tlb_value *table, const tlb_nff *nff)
{
    tlb_index known = {0};
    tlb_value *list = tlb_add_list(arena, table, "universes");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        for (uint32_t k = 0; k < nff->objects.data[i].polygons.count; k++) {
            tlb_text portal = nff->objects.data[i].polygons.data[k].portal;
            int32_t *place = portal.size ? tlb_index_find(&known, work, portal.data, portal.size) : NULL;
            if (portal.size && !place)
                return false;
            if (!portal.size || *place != TLB_INDEX_NEW)
                continue;
            *place = 0;
            tlb_add_bytes_text(arena, list, NULL, portal);
        }
    return true;
}

tlb_status nff_describe(tlb_document *document, tlb_value *table)
{
    const tlb_nff *nff = &((nff_root *)document->root)->nff;
    tlb_arena *arena = &document->arena, work;
    totals sum = {.box = tlb_box_empty()};
    if (nff->header.has & TLB_NFF_VERSION)
        tlb_add_single(arena, table, "version", nff->header.version);
    if (nff->header.has & TLB_NFF_VIEWPOS)
        tlb_add_singles(arena, table, "viewpos", nff->header.viewpos, 3);
    if (nff->header.has & TLB_NFF_VIEWDIR)
        tlb_add_singles(arena, table, "viewdir", nff->header.viewdir, 3);
    for (uint32_t i = 0; i < nff->objects.count; i++)
        add_object(&sum, &nff->objects.data[i]);
    tlb_add_integer(arena, table, "vertices", (int64_t)sum.vertices);
    tlb_add_integer(arena, table, "polygons", (int64_t)sum.polygons);
    tlb_add_integer(arena, table, "triangles", (int64_t)sum.triangles);
    if (sum.portals)
        tlb_add_integer(arena, table, "portals", (int64_t)sum.portals);
    tlb_add_box(arena, table, &sum.box);
    tlb_value *list = tlb_add_list(arena, table, "objects");
    for (uint32_t i = 0; i < nff->objects.count; i++)
        describe_object(arena, list, &nff->objects.data[i]);
    tlb_arena_init(&work, &document->context->account);
    bool described = describe_textures(arena, &work, table, nff) &&
                     (!sum.portals || describe_universes(arena, &work, table, nff));
    tlb_arena_free(&work);
    return described ? TLB_OK : tlb_report_memory(document->context);
}
