/* The DTS format as the registry knows it. */
#include "formats/darkstar/dts/dts.h"

#include "formats/darkstar/ppl/ppl.h"
#include "formats/darkstar/shared/chunks.h"

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

static void add_textures(tlb_arena *arena, tlb_value *table, const tlb_dts *shape)
{
    tlb_value *list = tlb_value_add_list(arena, table, "textures");
    for (uint32_t i = 0; i < shape->materialList.materials.count; i++) {
        const tlb_dml_material *m = &shape->materialList.materials.data[i];
        const char *nul = memchr(m->file, 0, sizeof m->file);
        uint32_t size = (uint32_t)(nul ? nul - m->file : (ptrdiff_t)sizeof m->file);
        if (size && (m->flags & TLB_DML_KIND) == TLB_DML_TEXTURE)
            tlb_value_add_bytes_text(arena, list, NULL, (tlb_text){m->file, size});
    }
}

static tlb_status describe(tlb_document *document, tlb_value *table)
{
    const tlb_dts *shape = document->root;
    tlb_arena *arena = &document->arena;
    tlb_value_add_integer(arena, table, "version", shape->pers.version);
    tlb_value_add_single(arena, table, "radius", shape->radius);
    tlb_value_add_singles(arena, table, "center", shape->center, 3);
    float low[3], high[3];
    tlb_status status = tlb_dts_bounds(document->context, shape, low, high);
    if (status)
        return status;
    tlb_value_add_singles(arena, table, "minBounds", low, 3);
    tlb_value_add_singles(arena, table, "maxBounds", high, 3);
    if (shape->pers.version < 8)
        tlb_value_add_bool(arena, table, "estimatedBounds", true);
    add_counts(arena, table, shape);
    add_details(arena, table, shape);
    add_sequences(arena, table, shape);
    add_textures(arena, table, shape);
    if (shape->tail.size)
        tlb_value_add_integer(arena, table, "tail", (int64_t)shape->tail.size);
    return TLB_OK;
}

/* --- the format ---------------------------------------------------------------------------------------- */

static const uint32_t OLD_TAG = 0x00140008;

/* Of an engine before Darkstar. */
static bool is_old(tlb_bytes source)
{
    return source.size >= 8 && tlb_get_le32(source.data) == OLD_TAG;
}

static int probe(tlb_bytes source)
{
    enum { SURE = 100, LIKELY = 60 };
    return tlb_darkstar_pers_starts_with(source, "TS::Shape") ? SURE : is_old(source) ? LIKELY : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (w->direction == WALK_READ && is_old((tlb_bytes){w->start, (size_t)(w->end - w->start)}))
        tlb_walk_fail(w, TLB_CODE_NOT_SUPPORTED, NULL,
                      "a shape of an engine before Darkstar (tag 08 00 14 00), which is undocumented and not "
                      "supported");
    else if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dts))))
        tlb_walk_no_memory(w);
    else
        tlb_dts_walk(w, *root);
}

tlb_dts *tlb_document_dts(tlb_document *document)
{
    return document->format == &tlb_format_dts ? document->root : NULL;
}

static const char *const extensions[] = {"dts", NULL};

static void set_defaults(tlb_document *document)
{
    tlb_dts *x = document->root;
    x->pers.className = (tlb_text){"TS::Shape", 9};
    x->pers.version = 8;
}

static const tlb_option_info options[] = {
    TLB_OPTION_LOD,
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE),
    TLB_OPTION_FLIPS,
    PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE),
    {0},
};

const tlb_format tlb_format_dts = {
    .info = {.name = "dts",
             .title = "Darkstar shape",
             .family = "darkstar",
             .versions = "shapes 1 to 8, meshes 1 to 3",
             .extensions = extensions,
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_QUERY,
             .options = options,
             .queries = tlb_dts_queries},
    .probe = probe,
    .set_defaults = set_defaults,
    .walk = walk,
    .check = tlb_dts_check,
    .describe = describe,
    .query = tlb_dts_query,
    .to_scene = tlb_dts_to_scene,
};
