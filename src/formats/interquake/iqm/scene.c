#include "formats/interquake/iqm/scene.h"

#include "base/text.h"
#include "scene/name.h"

/* What a scene has no place for. */
static void describe(iqm_scene *s)
{
    const tlb_iqm *x = s->x;
    tlb_value *extras = s->scene->nodes[s->root].extras = tlb_value_table(s->arena);
    tlb_add_integer(s->arena, extras, "version", x->version);
    if (x->flags)
        tlb_add_integer(s->arena, extras, "flags", x->flags);
    if (x->comment.size)
        tlb_add_text(s->arena, extras, "comment", x->comment.data);
    for (uint32_t i = 0; i < x->extensions.count; i++)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "extensions",
                   "extension \"%s\" has no place in a scene", tlb_iqm_name(x, x->extensions.data[i].name));
}

static bool show_all(iqm_scene *s, const char *name)
{
    s->root = (int32_t)s->scene->node_count;
    if (!tlb_add_node(s->scene, name, TLB_NONE))
        return false;
    describe(s);
    return iqm_show_skeleton(s) && iqm_show_meshes(s) && iqm_show_animations(s);
}

tlb_status iqm_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    iqm_scene s = {.x = document->root,
                   .context = document->context,
                   .conversion = conversion,
                   .scene = scene,
                   .arena = tlb_scene_arena(scene),
                   .textures = {.context = document->context,
                                .assets = conversion->assets,
                                .scene = scene,
                                .work = &s.work,
                                .extensions = iqm_texture_extensions},
                   .skin = TLB_NONE};
    tlb_arena_init(&s.work, &document->context->account);
    const char *name = tlb_scene_name(&s.work, tlb_path_base(document->name), tlb_path_stem(document->name));
    document->context->account.failure = TLB_OK; /* the only trace of values that found no memory */
    tlb_status status = name && show_all(&s, name) && !document->context->account.failure
                            ? TLB_OK
                            : tlb_report_memory(document->context);
    tlb_arena_free(&s.work);
    return status;
}
