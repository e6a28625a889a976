#include "formats/meridian/roo/scene.h"

#include "formats/meridian/roo/automap.h"
#include "formats/meridian/roo/locate.h"

static bool make_scene(roo_scene *s)
{
    roo_describe_scene(s);
    roo_prepare_textures(s);
    s->outside = roo_find_outside(&s->work, s->roo);
    return s->outside && roo_find_flickers(s) && roo_prepare_uses(s) && roo_draw(s, ROO_COUNT) &&
           roo_make_materials(s) && roo_make_meshes(s) && roo_draw(s, ROO_WRITE) && roo_add_motion(s) &&
           (!tlb_choice_made(s->conversion, "zones") || roo_add_zones(s)) &&
           (!tlb_choice_made(s->conversion, "editor") || roo_add_editor(s));
}

tlb_status roo_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_account *account = &conversion->context->account;
    if (tlb_choice_made(conversion, "automap"))
        return roo_draw_automap(document->root, scene, conversion);
    roo_scene s = {
        .conversion = conversion, .roo = document->root, .scene = scene, .arena = tlb_scene_arena(scene)};
    bool moves = true;
    if (!tlb_choice_switch(conversion, "flips", &moves))
        return TLB_ARGUMENT;
    s.still = !moves;
    tlb_arena_init(&s.work, account);
    account->failure = TLB_OK; /* the only trace of values that found no memory */
    bool made = make_scene(&s);
    tlb_arena_free(&s.work);
    return made && !account->failure ? TLB_OK : tlb_report_memory(conversion->context);
}
