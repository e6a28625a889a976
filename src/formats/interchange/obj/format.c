/* OBJ as the registry knows it, and what a file is at a glance. */
#include "formats/interchange/obj/obj.h"

#include "core/checker.h"

/* --- info -------------------------------------------------------------------------------------------- */

static void add_corners(tlb_summary *summary, const tlb_obj *obj, const obj_line *line, uint32_t v)
{
    for (uint32_t i = 0; i < line->as.span.count; i++) {
        int64_t at =
            line->corners[i].v < 0 ? (int64_t)v + line->corners[i].v : (int64_t)line->corners[i].v - 1;
        if (at >= 0 && at < obj->v.count && tlb_all_finite(obj->v.data[at], 3))
            tlb_box_add(&summary->bounds, obj->v.data[at]);
    }
}

static void add_list(tlb_arena *arena, tlb_value *table, const char *key, tlb_summary *summary,
                     const tlb_text *texts, uint32_t count)
{
    tlb_unique_names names = {.names = tlb_value_add_list(arena, table, key)};
    for (uint32_t i = 0; i < count; i++)
        tlb_summary_add_name(summary, &names, texts[i].data, texts[i].size);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_obj *obj = &((obj_root *)document->root)->obj;
    tlb_arena *arena = &document->arena;
    tlb_status status = tlb_obj_check_whole(document->context, obj);
    obj_cursor cursor = {.obj = obj};
    obj_line line;
    tlb_text file;
    uint32_t v = 0;
    if (status)
        return status;
    while (tlb_obj_next(&cursor, &line)) {
        v += line.word == TLB_OBJ_V;
        if (line.word != TLB_OBJ_F || line.as.span.count < 3)
            continue;
        summary->triangles += line.as.span.count - 2;
        add_corners(summary, obj, &line, v);
    }
    summary->vertices = obj->v.count;
    for (uint32_t i = 0; i < obj->usemtl.count; i++)
        tlb_summary_add_name(summary, &summary->materials, obj->usemtl.data[i].data,
                             obj->usemtl.data[i].size);
    for (uint32_t i = 0; i < obj->mtllib.count; i++)
        for (uint32_t at = 0; tlb_obj_next_file(obj->mtllib.data[i], &at, &file);)
            tlb_summary_add_name(summary, &summary->files, file.data, file.size);
    tlb_value_add_integer(arena, table, "statements", obj->statement_count);
    tlb_value_add_integer(arena, table, "faces", obj->f.count);
    tlb_value_add_integer(arena, table, "lines", obj->l.count);
    tlb_value_add_integer(arena, table, "points", obj->p.count);
    tlb_value_add_integer(arena, table, "uvs", obj->vt.count);
    tlb_value_add_integer(arena, table, "normals", obj->vn.count);
    tlb_value_add_bool(arena, table, "colors", obj->more.count >= obj->v.count * 3ull && obj->v.count);
    add_list(arena, table, "objects", summary, obj->o.data, obj->o.count);
    add_list(arena, table, "groups", summary, obj->g.data, obj->g.count);
    return TLB_OK;
}

/* --- the format -------------------------------------------------------------------------------------- */

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(obj_root))))
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_obj_trace(w, *root);
    else
        tlb_obj_walk(w, *root);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_obj_write_text(context, *root, out);
}

tlb_obj *tlb_document_obj(tlb_document *document)
{
    return document && document->format == &tlb_format_obj ? &((obj_root *)document->root)->obj : NULL;
}

const tlb_format tlb_format_obj = {
    .info = {.name = "obj",
             .title = "Wavefront OBJ",
             .family = "interchange",
             .versions = "text, with MTL",
             .extensions = (const char *const[]){"obj", NULL},
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_IMPORT_SCENE},
    .rewrites = true,
    .probe = tlb_obj_probe,
    .read = tlb_obj_read,
    .walk = walk,
    .write = write,
    .check = tlb_obj_check,
    .describe = describe,
    .to_scene = tlb_obj_to_scene,
    .copies_meshes = true,
    .from_scene = tlb_obj_from_scene,
};
