/* .map as the registry knows it, and what a file is at a glance. */
#include "formats/torque/map/map.h"

#include <string.h>

/* --- info -------------------------------------------------------------------------------------------- */

static bool add_brushes(tlb_summary *summary, const tlb_level_detail *detail, uint32_t *faulty)
{
    for (uint32_t i = 0; i < detail->brushes.count; i++) {
        const tlb_level_brush *brush = &detail->brushes.data[i];
        tlb_mark mark = tlb_arena_mark(&summary->work);
        tlb_brush_shape shape;
        if (!tlb_brush_shape_make(tlb_level_brush_faces(detail, brush), brush->face_count, &summary->work,
                                  &summary->work, &shape))
            return false;
        *faulty += shape.fault != TLB_BRUSH_SOUND;
        summary->vertices += shape.corners.count;
        for (uint32_t j = 0; j < shape.rings.count; j++)
            summary->triangles += shape.rings.data[j].count ? shape.rings.data[j].count - 2 : 0;
        for (uint32_t j = 0; j < shape.points.count; j++) {
            const double *p = shape.points.data[j];
            /* Not -0. */
            tlb_box_add(&summary->bounds, (float[3]){(float)p[0] + 0, (float)p[1] + 0, (float)p[2] + 0});
        }
        tlb_arena_rewind(&summary->work, mark);
    }
    return true;
}

static void describe_detail(tlb_arena *arena, tlb_value *table, const tlb_level_detail *detail)
{
    tlb_value_add_integer(arena, table, "entities", detail->entities.count);
    tlb_value_add_integer(arena, table, "brushes", detail->brushes.count);
    tlb_value_add_integer(arena, table, "faces", detail->faces.count);
    tlb_value_add_real(arena, table, "geometryScale", detail->units);
    tlb_value_add_real(arena, table, "minPixels", detail->min_pixels);
    tlb_value_add_integer(arena, table, "detailNumber", detail->detail_number);
}

/* How many there are of each class. */
static bool describe_classes(tlb_arena *arena, tlb_arena *work, tlb_value *table,
                             const tlb_level_detail *detail)
{
    tlb_value *classes = tlb_value_add_table(arena, table, "classes");
    uint32_t *counts = tlb_zalloc_array(work, detail->entities.count, sizeof *counts);
    tlb_index index = {0};
    if (!counts)
        return false;
    for (uint32_t i = 0; i < detail->entities.count; i++) {
        const char *name = detail->entities.data[i].classname;
        int32_t *first = tlb_index_find(&index, work, name, strlen(name));
        if (!first)
            return false;
        if (*first == TLB_INDEX_NEW)
            *first = (int32_t)i;
        counts[*first]++;
    }
    for (uint32_t i = 0; i < detail->entities.count; i++) {
        const char *name = detail->entities.data[i].classname;
        tlb_text key = counts[i] ? tlb_copy_text(arena, name, strlen(name)) : (tlb_text){0};
        if (counts[i] && !key.data)
            return false;
        if (counts[i])
            tlb_value_add_integer(arena, classes, key.data, counts[i]);
    }
    return true;
}

tlb_status tlb_map_describe_level(tlb_document *document, const tlb_level *level, tlb_summary *summary,
                                  tlb_value *table)
{
    tlb_arena *arena = &document->arena;
    tlb_value *list = level->details.count > 1 ? tlb_value_add_list(arena, table, "details") : NULL;
    for (uint32_t i = 0; i < level->details.count; i++) {
        const tlb_level_detail *detail = &level->details.data[i];
        tlb_value *into = list ? tlb_value_add_table(arena, list, NULL) : table;
        uint32_t faulty = 0;
        describe_detail(arena, into, detail);
        if (!add_brushes(summary, detail, &faulty) || !describe_classes(arena, &summary->work, into, detail))
            return tlb_report_memory(document->context, tlb_arena_refused(&summary->work, arena));
        if (faulty)
            tlb_value_add_integer(arena, into, "faultyBrushes", faulty);
    }
    for (uint32_t i = 0; i < level->materials.count; i++) {
        const tlb_level_material *material = &level->materials.data[i];
        size_t size = strlen(material->name);
        tlb_summary_add_name(summary, &summary->materials, material->name, size);
        if (material->surface == TLB_LEVEL_VISIBLE)
            tlb_summary_add_name(summary, &summary->textures, material->name, size);
    }
    return TLB_OK;
}

/* Faces that are not Valve's. */
static uint32_t count_standard(const tlb_map_file *map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->entities.count; i++)
        for (uint32_t j = 0; j < map->entities.data[i].brushes.count; j++)
            for (uint32_t k = 0; k < map->entities.data[i].brushes.data[j].faces.count; k++)
                count += !map->entities.data[i].brushes.data[j].faces.data[k].isValve;
    return count;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    tlb_level *level = tlb_level_create(document->context);
    if (!level)
        return tlb_report_memory(document->context, NULL);
    uint32_t standard = count_standard(&((map_root *)document->root)->map);
    tlb_status status = tlb_map_add_detail(document, level);
    if (!status)
        status = tlb_map_describe_level(document, level, summary, table);
    if (standard)
        tlb_value_add_integer(&document->arena, table, "standardFaces", standard);
    tlb_level_free(level);
    return status;
}

/* --- the format -------------------------------------------------------------------------------------- */

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(map_root))))
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_map_trace(w, *root);
    else
        tlb_map_walk(w, *root);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_map_write_text(context, *root, out);
}

tlb_map_file *tlb_document_map(tlb_document *document)
{
    return document && document->format == &tlb_format_map ? &((map_root *)document->root)->map : NULL;
}

static const tlb_option_info options[] = {TLB_OPTION_TEXTURE_SIZE,
                                          TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE),
                                          TLB_OPTION_ZONES(TLB_CAN_EXPORT_SCENE),
                                          {.name = NULL}};

const tlb_format tlb_format_map = {
    .info = {.name = "map",
             .title = "level of brushes",
             .family = "torque",
             .versions = "standard and Valve 220",
             .extensions = (const char *const[]){"map", NULL},
             .signatures = TLB_SIGNATURES({"\"classname\" \"worldspawn\"", 24, 4096}),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options},
    .probe = tlb_map_probe,
    .read = tlb_map_read,
    .walk = walk,
    .write = write,
    .check = tlb_map_check,
    .describe = describe,
    .to_scene = tlb_map_to_scene,
    .to_level = tlb_map_to_level,
};
