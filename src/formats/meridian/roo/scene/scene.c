/* The scene of a room: its steps, and what has no other place in it, under the names of the description. */
#include "formats/meridian/roo/scene/scene.h"

static void add_int(roo_scene *s, tlb_value *table, const char *key, int64_t value)
{
    tlb_value_add_integer(s->arena, table, key, value);
}

/* --- the room ----------------------------------------------------------------------------------------- */

static void add_slope(roo_scene *s, tlb_value *sector, const char *key, const tlb_roo_slope *slope)
{
    tlb_value *table = tlb_value_add_table(s->arena, sector, key);
    tlb_value *plane = tlb_value_add_list(s->arena, table, "plane");
    for (int i = 0; i < 4; i++)
        tlb_value_add_real(s->arena, plane, NULL, slope->plane[i]);
    tlb_value *origin = tlb_value_add_list(s->arena, table, "textureOrigin");
    for (int i = 0; i < 2; i++)
        tlb_value_add_real(s->arena, origin, NULL, slope->textureOrigin[i]);
    add_int(s, table, "textureAngle", slope->textureAngle);
    tlb_value *vertices = tlb_value_add_list(s->arena, table, "vertices");
    for (int i = 0; i < 3; i++) {
        tlb_value *vertex = tlb_value_add_list(s->arena, vertices, NULL);
        add_int(s, vertex, NULL, slope->vertices[i].x);
        add_int(s, vertex, NULL, slope->vertices[i].y);
        add_int(s, vertex, NULL, slope->vertices[i].z);
    }
}

void tlb_roo_describe_sector(roo_scene *s, const tlb_roo_sector *sector, tlb_value *table)
{
    add_int(s, table, "id", sector->id);
    add_int(s, table, "floorBitmap", sector->floorBitmap);
    add_int(s, table, "ceilingBitmap", sector->ceilingBitmap);
    add_int(s, table, "textureX", sector->textureX);
    add_int(s, table, "textureY", sector->textureY);
    add_int(s, table, "floorHeight", sector->floorHeight);
    add_int(s, table, "ceilingHeight", sector->ceilingHeight);
    add_int(s, table, "light", sector->light);
    add_int(s, table, "flags", sector->flags);
    if (sector->animationSpeed)
        add_int(s, table, "animationSpeed", sector->animationSpeed);
    if (sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR)
        add_slope(s, table, "floorSlope", &sector->floorSlope);
    if (sector->flags & TLB_ROO_SECTOR_SLOPED_CEILING)
        add_slope(s, table, "ceilingSlope", &sector->ceilingSlope);
}

static void add_sidedef(roo_scene *s, tlb_value *list, const tlb_roo_sidedef *sidedef)
{
    tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
    add_int(s, table, "id", sidedef->id);
    add_int(s, table, "normalBitmap", sidedef->normalBitmap);
    add_int(s, table, "aboveBitmap", sidedef->aboveBitmap);
    add_int(s, table, "belowBitmap", sidedef->belowBitmap);
    add_int(s, table, "flags", sidedef->flags);
    if (sidedef->animationSpeed)
        add_int(s, table, "animationSpeed", sidedef->animationSpeed);
}

static void describe_scene(roo_scene *s)
{
    const tlb_roo *roo = s->roo;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    add_int(s, extras, "version", roo->version);
    add_int(s, extras, "width", roo->width);
    add_int(s, extras, "height", roo->height);
    add_int(s, extras, "roomId", roo->roomId);
    tlb_value_add_real(s->arena, extras, "metresPerClientUnit", ROO_METER);
    tlb_value *sectors = tlb_value_add_list(s->arena, extras, "sectors");
    for (uint32_t i = 0; i < roo->sectors.count; i++)
        tlb_roo_describe_sector(s, &roo->sectors.data[i], tlb_value_add_table(s->arena, sectors, NULL));
    tlb_value *sidedefs = tlb_value_add_list(s->arena, extras, "sidedefs");
    for (uint32_t i = 0; i < roo->sidedefs.count; i++)
        add_sidedef(s, sidedefs, &roo->sidedefs.data[i]);
    s->described = tlb_value_add_list(s->arena, extras, "textures");
}

/* --- the scene ---------------------------------------------------------------------------------------- */

static bool make_scene(roo_scene *s)
{
    describe_scene(s);
    tlb_roo_prepare_textures(s);
    s->outside = tlb_roo_find_outside(&s->work, s->roo);
    return s->outside && tlb_roo_find_flickers(s) && tlb_roo_prepare_uses(s) && tlb_roo_draw(s, ROO_COUNT) &&
           tlb_roo_make_materials(s) && tlb_roo_make_meshes(s) && tlb_roo_draw(s, ROO_WRITE) &&
           tlb_roo_add_motion(s) && (!s->conversion->options->zones || tlb_roo_add_zones(s)) &&
           (!s->options->editor || tlb_roo_add_editor(s));
}

tlb_status tlb_roo_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_account *account = conversion->context->account;
    const tlb_roo_read_options *options = conversion->from;
    if (options->automap)
        return tlb_roo_draw_automap(document->root, scene, conversion);
    roo_scene s = {.conversion = conversion,
                   .name = document->name,
                   .options = options,
                   .roo = document->root,
                   .scene = scene,
                   .arena = tlb_scene_arena(scene),
                   .still = conversion->options->flips == TLB_SWITCH_NO};
    tlb_arena_init(&s.work, account);
    tlb_status status =
        make_scene(&s) ? TLB_OK : tlb_report_memory(conversion->context, tlb_arena_refused(&s.work, s.arena));
    if (!status && options->kod)
        status = tlb_roo_add_objects(&s);
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    return status;
}
