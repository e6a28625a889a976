/* The same document with its automatic normals worked out, or as another version has it. */
#include "formats/sense8/nff/normals.h"

const tlb_option_info nff_options[] = {
    {"bake-normals", NULL, "write automatic normals (N) as norm"},
    {"nff-version", "N", "write version 1.6, 1.7, 1.8, 1.9, 2.0, 2.09, 2.1 or 3.0"},
    {0},
};

/* Vertices with "N" get the normal that it stands for; those that no area is around keep the word. */
static bool bake_object(tlb_arena *arena, tlb_nff_object *x, bool *baked)
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
               "%g is now %g, the first with normals", (double)nff->header.version, (double)with_normals);
    return nff_to_version(context, arena, nff, with_normals);
}

static tlb_status bake(tlb_context *context, tlb_arena *arena, tlb_nff *nff)
{
    bool baked = false;
    tlb_nff_object *objects = tlb_alloc_array(arena, nff->objects.count, sizeof *objects);
    if (!objects)
        return tlb_report_memory(context);
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        objects[i] = nff->objects.data[i];
        if (!bake_object(arena, &objects[i], &baked))
            return tlb_report_memory(context);
    }
    nff->objects.data = objects;
    return baked ? raise_version(context, arena, nff) : TLB_OK;
}

tlb_status nff_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    nff_root root = *(nff_root *)document->root;
    tlb_context *context = document->context;
    tlb_arena arena;
    float version = 0;
    if (!nff_chosen_version(conversion, &version))
        return TLB_ARGUMENT;
    tlb_arena_init(&arena, &context->account);
    tlb_status status = TLB_OK;
    if (tlb_choice_made(conversion, "bake-normals"))
        status = bake(context, &arena, &root.nff);
    if (!status && version > 0)
        status = nff_to_version(context, &arena, &root.nff, version);
    if (!status)
        status = nff_save(context, document->format, &root, out);
    tlb_arena_free(&arena);
    return status;
}
