/* The same document with its automatic normals worked out. */
#include "formats/sense8/nff_normals.h"

const tlb_option_info nff_options[] = {
    {"bake-normals", NULL, "write automatic normals (N) as norm"},
    {0},
};

/* Vertices with "N" get the normal that it stands for; those that no area is around keep the word. */
static bool bake_object(tlb_arena *arena, tlb_nff_object *x)
{
    tlb_nff_vertex *vertices = tlb_alloc_array(arena, x->vertices.count, sizeof *vertices);
    float(*normals)[3] = tlb_alloc_array(arena, x->vertices.count, sizeof *normals);
    float(*corners)[3] = tlb_alloc_array(arena, nff_most_corners(x), sizeof *corners);
    if (!vertices || !normals || !corners)
        return false;
    nff_automatic_normals(x, corners, normals);
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        tlb_nff_vertex *v = &vertices[i];
        *v = x->vertices.data[i];
        if (!(v->has & TLB_NFF_AUTO) || (normals[i][0] == 0 && normals[i][1] == 0 && normals[i][2] == 0))
            continue;
        v->has = (uint8_t)((v->has & ~TLB_NFF_AUTO) | TLB_NFF_NORM);
        memcpy(v->norm, normals[i], sizeof v->norm);
    }
    x->vertices.data = vertices;
    return true;
}

static bool bake(tlb_arena *arena, tlb_nff *nff)
{
    tlb_nff_object *objects = tlb_alloc_array(arena, nff->objects.count, sizeof *objects);
    if (!objects)
        return false;
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        objects[i] = nff->objects.data[i];
        if (!bake_object(arena, &objects[i]))
            return false;
    }
    nff->objects.data = objects;
    return true;
}

tlb_status nff_reshape(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    nff_root root = *(nff_root *)document->root;
    tlb_arena arena;
    tlb_arena_init(&arena, &document->context->account);
    tlb_status status = TLB_OK;
    if (tlb_choice_made(conversion, "bake-normals") && !bake(&arena, &root.nff))
        status = tlb_report_memory(document->context);
    if (!status)
        status = nff_save(document->context, document->format, &root, out);
    tlb_arena_free(&arena);
    return status;
}
