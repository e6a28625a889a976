/* The DTS format as the registry knows it. */
#include "formats/darkstar/dts/dts.h"

#include "formats/darkstar/pbmp/pbmp.h"
#include "formats/darkstar/ppl/ppl.h"
#include "formats/darkstar/shared/chunks.h"
#include "formats/darkstar/dml/materials.h"
#include "writers/obstacles.h"

#include <float.h>

/* --- what a shape is, at a glance ---------------------------------------------------------------------- */

typedef struct totals {
    int64_t vertices, faces, frames;
} totals;

static totals add_up(const tlb_dts *shape)
{
    totals sum = {0};
    for (uint32_t i = 0; i < shape->meshes.count; i++) {
        const tlb_dts_mesh *m = &shape->meshes.data[i];
        sum.vertices += m->vertices.count;
        sum.faces += m->faces.count;
        sum.frames += tlb_dts_frame_count(m);
    }
    return sum;
}

static void add_counts(tlb_arena *arena, tlb_value *table, const tlb_dts *shape)
{
    totals sum = add_up(shape);
    const struct {
        const char *name;
        int64_t count;
        bool always;
    } rows[] = {
        {"nodes", shape->nodes.count, true},
        {"objects", shape->objects.count, true},
        {"meshes", shape->meshes.count, true},
        {"faces", sum.faces, true},
        {"vertices", sum.vertices, true},
        {"frames", sum.frames, true},
        {"keyFrames", shape->keyFrames.count, true},
        {"transforms", shape->transforms.count, true},
        {"transitions", shape->transitions.count, false},
        {"frameTriggers", shape->frameTriggers.count, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].always || rows[i].count)
            tlb_value_add_integer(arena, table, rows[i].name, rows[i].count);
}

static void add_details(tlb_arena *arena, tlb_value *table, const tlb_dts *shape)
{
    tlb_value *list = tlb_value_add_list(arena, table, "details");
    for (uint32_t i = 0; i < shape->details.count; i++) {
        const tlb_dts_detail *from = &shape->details.data[i];
        tlb_value *detail = tlb_value_add_table(arena, list, NULL);
        if (dts_is_index(from->rootNode, shape->nodes.count))
            tlb_value_add_bytes_text(arena, detail, "rootNode",
                                     tlb_dts_name_at(shape, shape->nodes.data[from->rootNode].name));
        tlb_value_add_single(arena, detail, "size", from->size);
    }
}

static void add_sequences(tlb_arena *arena, tlb_value *table, const tlb_dts *shape)
{
    tlb_value *list = tlb_value_add_list(arena, table, "sequences");
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        const tlb_dts_sequence *from = &shape->sequences.data[i];
        tlb_value *sequence = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_bytes_text(arena, sequence, "name", tlb_dts_name_at(shape, from->name));
        tlb_value_add_single(arena, sequence, "duration", from->duration);
        tlb_value_add_bool(arena, sequence, "cyclic", from->cyclic != 0);
        tlb_value_add_integer(arena, sequence, "priority", from->priority);
    }
}

/* Of one mesh, at rest. False without memory. */
static bool add_mesh(tlb_summary *summary, const tlb_dts_mesh *m)
{
    uint32_t vertices = m->vertsPerFrame > 0 ? (uint32_t)m->vertsPerFrame : 0;
    bool *used = vertices <= m->vertices.count ? tlb_zalloc(&summary->work, vertices) : NULL;
    for (uint32_t i = 0; used && i < m->faces.count; i++) {
        const tlb_dts_face *f = &m->faces.data[i];
        const int32_t corners[3] = {f->vertIndex0, f->vertIndex1, f->vertIndex2};
        bool drawn = f->matIndex >= 0;
        for (int k = 0; k < 3; k++)
            drawn &= dts_is_index(corners[k], vertices);
        summary->triangles += drawn;
        for (int k = 0; drawn && k < 3; k++) {
            summary->vertices += !used[corners[k]];
            used[corners[k]] = true;
        }
    }
    return used || vertices > m->vertices.count;
}

/* What is drawn of the finest detail. False without memory. */
static bool summarize(tlb_summary *summary, const tlb_dts *shape)
{
    uint64_t left = DTS_LEAST;
    bool *drawn = tlb_zalloc(&summary->work, shape->nodes.count), added = drawn != NULL;
    if (drawn)
        tlb_dts_drawn_nodes(shape, 0, drawn);
    for (uint32_t i = 0; i < shape->meshes.count; i++)
        left += (uint64_t)shape->meshes.data[i].faces.count * DTS_SHARED;
    for (uint32_t i = 0; added && i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (!dts_is_index(o->meshIndex, shape->meshes.count) ||
            !dts_is_index(o->nodeIndex, shape->nodes.count) || !drawn[o->nodeIndex] ||
            !dts_afford(&left, shape->meshes.data[o->meshIndex].faces.count))
            continue;
        tlb_mark mark = tlb_arena_mark(&summary->work);
        added = add_mesh(summary, &shape->meshes.data[o->meshIndex]);
        tlb_arena_rewind(&summary->work, mark);
    }
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        tlb_summary_add_animation(summary, tlb_dts_name_at(shape, shape->sequences.data[i].name),
                                  shape->sequences.data[i].duration);
    tlb_darkstar_name_materials(summary, shape->materialList.materials.data,
                                shape->materialList.materials.count);
    return added;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dts *shape = document->root;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, shape->pers.version);
    if (!summarize(summary, shape))
        return tlb_report_memory(document->context, &summary->work);
    tlb_value_add_single(arena, table, "radius", shape->radius);
    tlb_value_add_singles(arena, table, "center", shape->center, 3);
    tlb_status status = tlb_dts_bounds(document->context, shape, summary->bounds.low, summary->bounds.high);
    if (status)
        return status;
    if (shape->pers.version < 8)
        tlb_value_add_bool(arena, table, "estimatedBounds", true);
    add_counts(arena, table, shape);
    add_details(arena, table, shape);
    add_sequences(arena, table, shape);
    if (shape->tail.size)
        tlb_value_add_integer(arena, table, "tail", (int64_t)shape->tail.size);
    return TLB_OK;
}

/* --- the format ---------------------------------------------------------------------------------------- */

static int probe(tlb_bytes source)
{
    enum { SURE = 100, LIKELY = 60 };
    return tlb_has_signature(&tlb_format_dts, source) ? SURE : tlb_dts_is_old(source) ? LIKELY : 0;
}

static const char *const extensions[] = {"dts", NULL};

static const tlb_option_info options[] = {
    TLB_OPTION_LOD,
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE),
    TLB_OPTION_FLIPS,
    PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE),
    {TLB_OPTION_SCALE, TLB_SETS_TO(tlb_dts_write_options, REAL, scale, TLB_CAN_IMPORT_SCENE),
     .least = FLT_MIN, .most = FLT_MAX},
    TLB_OPTION_BITMAPS(tlb_dts_write_options),
    {TLB_OPTION_LIKE, TLB_SETS_TO(tlb_dts_write_options, TEXT, like, TLB_CAN_IMPORT_SCENE)},
    {TLB_OPTION_SEQUENCE, TLB_SETS_TO(tlb_dts_write_options, TEXT, sequence, TLB_CAN_IMPORT_SCENE)},
    {0},
};

const tlb_format tlb_format_dts = {
    .info = {.name = "dts",
             .title = "Darkstar shape",
             .family = "darkstar",
             .versions = "shapes 1 to 8, meshes 1 to 3",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(PERS_SIGNATURE("\x09", "TS::Shape"))),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE | TLB_CAN_QUERY,
             .options = options,
             .write_options = TLB_OPTIONS_TYPE(tlb_dts_write_options),
             .queries = tlb_dts_queries,
             .minimal = TLB_JSON({
                 "format" : "dts",
                 "nodes" : [ {"name" : "bounds", "parent" : -1}, {"name" : "detail1", "parent" : "bounds"} ],
                 "transforms" : [ {"rot" : [ 0, 0, 0, 32767 ]} ],
                 "names" : [ {"data" : "bounds"}, {"data" : "detail1"} ],
                 "objects" : [ {} ],
                 "details" : [ {"rootNode" : "detail1"} ],
                 "meshes" : [ {
                     "vertsPerFrame" : 2,
                     "vertices" : [ [ 0, 0, 0, 0 ], [ 255, 255, 255, 0 ] ],
                     "frames" : [ {} ]
                 } ],
                 "alwaysNode" : -1
             })},
    .probe = probe,
    .walk = tlb_dts_walk_file,
    .update = tlb_dts_update,
    .check = tlb_dts_check,
    .describe = describe,
    .query = tlb_dts_query,
    .to_scene = tlb_dts_to_scene,
    .copies_meshes = true,
    .obstacle = tlb_needs_triangles_or_pictures,
    .from_scene = tlb_dts_from_scene,
};
