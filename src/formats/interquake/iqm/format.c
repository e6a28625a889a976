/* IQM as the registry knows it, and what a model is at a glance. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "formats/interquake/iqm/iqm.h"

/* --- info -------------------------------------------------------------------------------------------- */

static void describe_meshes(tlb_arena *arena, tlb_value *table, const tlb_iqm *x)
{
    tlb_value *list = tlb_value_add_list(arena, table, "meshes");
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        const tlb_iqm_mesh *m = &x->meshes.data[i];
        tlb_value *mesh = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, mesh, "name", tlb_iqm_name(x, m->name));
        tlb_value_add_text(arena, mesh, "material", tlb_iqm_name(x, m->material));
        tlb_value_add_integer(arena, mesh, "vertexes", m->num_vertexes);
        tlb_value_add_integer(arena, mesh, "triangles", m->num_triangles);
    }
}

static void describe_arrays(tlb_arena *arena, tlb_value *table, const tlb_iqm *x)
{
    static const char *const types[] = {"position",     "texcoord",     "normal", "tangent",
                                        "blendindexes", "blendweights", "color"};
    static const char *const formats[TLB_IQM_FORMATS] = {"byte", "ubyte", "short", "ushort", "int",
                                                         "uint", "half",  "float", "double"};
    tlb_value *list = tlb_value_add_list(arena, table, "vertexarrays");
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        tlb_value *array = tlb_value_add_table(arena, list, NULL);
        if (a->type <= TLB_IQM_COLOR)
            tlb_value_add_text(arena, array, "type", types[a->type]);
        else if (a->type >= TLB_IQM_CUSTOM)
            tlb_value_add_text(arena, array, "type", tlb_iqm_name(x, a->type - TLB_IQM_CUSTOM));
        else
            tlb_value_add_integer(arena, array, "type", a->type);
        if (a->format < TLB_IQM_FORMATS)
            tlb_value_add_text(arena, array, "format", formats[a->format]);
        else
            tlb_value_add_integer(arena, array, "format", a->format);
        tlb_value_add_integer(arena, array, "size", a->size);
    }
}

static void describe_anims(tlb_arena *arena, tlb_value *table, const tlb_iqm *x)
{
    tlb_value *list = tlb_value_add_list(arena, table, "anims");
    for (uint32_t i = 0; i < x->anims.count; i++) {
        const tlb_iqm_anim *a = &x->anims.data[i];
        tlb_value *anim = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_text(arena, anim, "name", tlb_iqm_name(x, a->name));
        tlb_value_add_integer(arena, anim, "frames", a->num_frames);
        tlb_value_add_single(arena, anim, "framerate", a->framerate);
        tlb_value_add_bool(arena, anim, "loop", (a->flags & TLB_IQM_LOOP) != 0);
    }
}

static void add_box(tlb_box *box, const tlb_iqm *x)
{
    const tlb_iqm_vertexarray *position = tlb_iqm_array(x, TLB_IQM_POSITION);
    for (uint32_t i = 0; position && i < x->num_vertexes; i++) {
        float p[1][TLB_IQM_COMPONENTS];
        tlb_iqm_values(position, i, 1, false, p);
        tlb_box_add(box, p[0]);
    }
}

static void summarize(tlb_summary *summary, const tlb_iqm *x)
{
    tlb_summary_set_version(summary, x->version);
    summary->vertices = x->num_vertexes;
    summary->triangles = x->triangles.count;
    add_box(&summary->bounds, x);
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        const char *material = tlb_iqm_name(x, x->meshes.data[i].material);
        tlb_summary_add_name(summary, &summary->materials, material, strlen(material));
        if (tlb_iqm_has_texcoords(x, &x->meshes.data[i]))
            tlb_summary_add_name(summary, &summary->textures, material, strlen(material));
    }
    for (uint32_t i = 0; i < x->anims.count; i++) {
        const char *name = tlb_iqm_name(x, x->anims.data[i].name);
        tlb_summary_add_animation(summary, (tlb_text){name, (uint32_t)strlen(name)},
                                  tlb_iqm_seconds(&x->anims.data[i]));
    }
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_iqm *x = document->root;
    tlb_arena *arena = &document->arena;
    summarize(summary, x);
    tlb_value_add_integer(arena, table, "joints", x->joints.count);
    tlb_value_add_integer(arena, table, "poses", x->poses.count);
    tlb_value_add_integer(arena, table, "frames", x->num_frames);
    describe_meshes(arena, table, x);
    describe_arrays(arena, table, x);
    describe_anims(arena, table, x);
    if (x->comment.size)
        tlb_value_add_text(arena, table, "comment", x->comment.data);
    if (x->extensions.count) {
        tlb_value *list = tlb_value_add_list(arena, table, "extensions");
        for (uint32_t i = 0; i < x->extensions.count; i++)
            tlb_value_add_text(arena, list, NULL, tlb_iqm_name(x, x->extensions.data[i].name));
    }
    return TLB_OK;
}

/* --- the format -------------------------------------------------------------------------------------- */

tlb_iqm *tlb_document_iqm(tlb_document *document)
{
    return document && document->format == &tlb_format_iqm ? document->root : NULL;
}

static const char *const extensions[] = {"iqm", "exm", NULL};
static const char *const translates[] = {"iqe", NULL};

const tlb_format tlb_format_iqm = {
    .info = {.name = "iqm",
             .title = "Inter-Quake model",
             .family = "interquake",
             .versions = "1, 2",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("INTERQUAKEMODEL")),
             .options = tlb_iq_options,
             .write_options = TLB_OPTIONS_TYPE(tlb_iqm_write_options),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_CONVERT_VERSION | TLB_CAN_IMPORT_SCENE},
    .read = tlb_iqm_read,
    .walk = tlb_iqm_walk,
    .write = tlb_iqm_write,
    .check = tlb_iqm_check,
    .describe = describe,
    .to_scene = tlb_iqm_to_scene,
    .convert_version = tlb_iqm_convert_version,
    .copies_meshes = true,
    .from_scene = tlb_iqm_from_scene,
    .translates = translates,
    .translate = tlb_iqm_translate,
};
