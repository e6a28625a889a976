/* A level as an interior resource: its levels of detail and movers, one interior each, and the objects
 * between them. */
#include "formats/torque/dif/compile/compile.h"

#include "base/context.h"
#include "base/text.h"
#include "writers/light.h"

/* --- interiors ---------------------------------------------------------------------------------------- */

/* What brushes and meshes are compiled to. */
enum { TO_WORLD = 1, TO_MOVER = 2, TO_VEHICLES = 4 };

static unsigned target_of(const tlb_level_detail *detail, uint32_t entity, tlb_brush_kind kind)
{
    if (kind == TLB_BRUSH_PORTAL || kind == TLB_BRUSH_TRIGGER)
        return 0;
    if (kind == TLB_BRUSH_VEHICLE)
        return TO_VEHICLES;
    return kind == TLB_BRUSH_MOVER || tlb_level_is_mover(detail, entity) ? TO_MOVER : TO_WORLD;
}

/* All that a detail has brushes or meshes for. */
static unsigned targets_of(const tlb_level_detail *detail)
{
    unsigned targets = 0;
    for (uint32_t i = 0; i < detail->brushes.count; i++)
        targets |= target_of(detail, detail->brushes.data[i].entity, detail->brushes.data[i].kind);
    for (uint32_t i = 0; i < detail->meshes.count; i++)
        targets |= target_of(detail, detail->meshes.data[i].entity, detail->meshes.data[i].kind);
    return targets;
}

/* What vehicles collide with: an interior of null surfaces, of which the hulls are kept. */
static void compile_vehicles(dif_compiler *c)
{
    tlb_dif_vehicle_collision *made = &((tlb_dif *)c->made.root)->vehicleCollision;
    tlb_dif_interior before, after = {0};
    made->vehicleCollisionFileVersion = c->version;
    if (c->status || !(targets_of(&c->level->details.data[0]) & TO_VEHICLES))
        return;
    tlb_dif_compile_part(c, 0, TLB_SOLID_VEHICLES, &after);
    if (c->status)
        return;
    if (!tlb_dif_vehicle_as_interior(&c->made.arena, made, &before) ||
        !tlb_dif_vehicle_from_interior(&c->made.arena, &before, &after, made))
        tlb_dif_compile_failed(c);
    made->points.data = after.points.data;
    made->points.count = after.points.count;
    made->windings.data = after.windings.data;
    made->windings.count = after.windings.count;
}

static void compile_details(dif_compiler *c)
{
    tlb_dif *dif = c->made.root;
    if (!DIF_MAKE_ARRAY(c, &dif->details, c->level->details.count))
        return;
    for (uint32_t i = 0; i < dif->details.count && !c->status; i++) {
        const tlb_level_detail *detail = &c->level->details.data[i];
        if (i && !(detail->min_pixels < detail[-1].min_pixels))
            tlb_report(c->made.context, TLB_CODE_DIF_DETAIL_ORDER, TLB_NO_OFFSET, NULL,
                       "detail %u is drawn from %g pixels on, detail %u from %g: one of both is never drawn",
                       i, detail->min_pixels, i - 1, detail[-1].min_pixels);
        unsigned targets = targets_of(detail);
        bool is_empty = targets && !(targets & TO_WORLD);
        (is_empty ? tlb_dif_begin_interior : tlb_dif_compile_part)(c, i, TLB_SOLID_WORLD,
                                                                   &dif->details.data[i]);
    }
}

/* --- the resource ------------------------------------------------------------------------------------- */

static bool read_options(dif_compiler *c, const tlb_conversion *conversion)
{
    if (!tlb_option_light_is_for(conversion->context, conversion->options, true))
        return false;
    const tlb_dif_write_options *options = conversion->to;
    c->version = options->version.is_set ? (uint32_t)options->version.value : 0;
    c->family = options->family.is_set ? (tlb_dif_family)options->family.value : TLB_DIF_TGE;
    if (!options->family.is_set || c->version == 0)
        return true;
    tlb_refuse_option(conversion->context, "dif-family", "%s: only interiors of version 0 have dialects",
                      tlb_dif_family_name(c->family));
    return false;
}

static void draw_preview(dif_compiler *c)
{
    const tlb_dif_write_options *options = c->conversion->to;
    if (!c->status && options->preview)
        c->status = tlb_dif_draw_level(c->level, c->conversion, &c->made.arena, c->made.root);
}

/* Of a scene: other sources name files that games find, too. */
static void report_pictures(const dif_compiler *c)
{
    const tlb_level *level = c->level;
    const char *example = "";
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->materials.count && level->is_of_scene; i++) {
        const tlb_level_material *material = &level->materials.data[i];
        if (material->image && material->surface == TLB_LEVEL_VISIBLE && !count++)
            example = material->name;
    }
    if (count)
        tlb_report(c->made.context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "DIF has the names of textures only: %u %s left out; games look for files with these "
                   "names beside it, such as \"%.60s.png\"",
                   count, tlb_plural(count, "picture", "pictures"), example);
}

static tlb_status write_resource(dif_compiler *c, tlb_output *output)
{
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output));
    if (!out)
        return tlb_report_output(c->made.context, output, NULL);
    tlb_walk w = tlb_walk_writer(c->made.context, out);
    tlb_dif_walk(&w, &c->made.root);
    return tlb_walk_finish(&w) ? w.status : out->status;
}

tlb_status tlb_dif_from_level(const tlb_level *level, const tlb_conversion *conversion, tlb_output *output)
{
    tlb_dif dif = {.interiorResourceFileVersion = TLB_DIF_RESOURCE_VERSION, .readVehicleCollision = 1};
    dif_compiler c = {.level = level,
                      .conversion = conversion,
                      .made = {.context = conversion->context,
                               .format = &tlb_format_dif,
                               .name = tlb_output_name(output),
                               .root = &dif}};
    if (!read_options(&c, conversion))
        return TLB_ARGUMENT;
    c.status = tlb_level_check_sizes(conversion->context, level);
    if (c.status)
        return c.status;
    dif.family = c.family;
    tlb_arena_init(&c.made.arena, conversion->context->account);
    tlb_arena_init(&c.scratch, conversion->context->account);
    compile_details(&c);
    compile_vehicles(&c);
    tlb_dif_compile_objects(&c);
    draw_preview(&c);
    if (!c.status)
        c.status = write_resource(&c, output);
    if (!c.status)
        report_pictures(&c);
    tlb_arena_release(&c.scratch);
    tlb_arena_release(&c.made.arena);
    return c.status;
}
