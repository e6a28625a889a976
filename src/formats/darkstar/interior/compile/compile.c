/* A level as an interior: NAME.dis, for each detail NAME-0L.dig and NAME-0L0.dil, NAME.dml and its bitmaps.
 */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "base/text.h"
#include "formats/darkstar/dis/dis.h"
#include "formats/darkstar/interior/interior.h"
#include "scene/inspect/losses.h"
#include "writers/light.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 10, LAST_MIP = 3, ANY_FACE_LINKABLE = 0xFC, MANY_SURFACES = 1900 };

/* --- a detail ------------------------------------------------------------------------------------------ */

/* From all of the geometry: other geometry has another one. */
static tlb_status choose_build(interior_compiler *c)
{
    tlb_buffer bytes = {.account = c->context->account};
    void *root = &c->dig;
    uint32_t hash = 0x811c9dc5u;
    tlb_status status = tlb_format_write(&tlb_format_dig, c->context, &root, &bytes);
    for (size_t i = 0; i < bytes.size; i++)
        hash = (hash ^ bytes.data[i]) * 16777619u;
    c->dig.buildId = (int32_t)(hash >> 1 | 1); /* positive */
    if (!status && bytes.status)
        status = tlb_report_failure(c->context, bytes.status);
    tlb_buffer_free(&bytes);
    return status;
}

static tlb_status compile_solid(interior_compiler *c, const char *geometry, const char *lighting,
                                tlb_output *output)
{
    tlb_status status = tlb_interior_cut_faces(c);
    if (!status)
        status = tlb_interior_find_leaves(c);
    if (!status)
        status = tlb_interior_make_geometry(c);
    if (!status)
        status = choose_build(c);
    if (!status)
        status = tlb_interior_make_light(c);
    if (!status)
        status = tlb_interior_write(c, geometry, &tlb_format_dig, &c->dig, output);
    if (!status)
        status = tlb_interior_write(c, lighting, &tlb_format_dil, &c->dil, output);
    if (!status && c->dig.surfaces.count > MANY_SURFACES)
        tlb_report(c->context, TLB_CODE_DIG_MANY_SURFACES, TLB_NO_OFFSET, NULL,
                   "%s: %u surfaces; games hold 2,048 textures at a time", geometry, c->dig.surfaces.count);
    if (!status && c->unlisted)
        tlb_report(c->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%s: %u %s too many points on their edges: only their corners are listed", geometry,
                   c->unlisted, tlb_plural(c->unlisted, "surface has", "surfaces have"));
    return status;
}

static tlb_status compile_detail(interior_compiler *c, uint32_t detail, const char *geometry,
                                 const char *lighting, tlb_output *output)
{
    interior_compiler part = *c;
    tlb_solid *solid;
    part.detail = detail;
    part.dig.highestMip = detail < LAST_MIP ? (int32_t)detail : LAST_MIP;
    tlb_status status = tlb_solid_make(c->context, c->level, detail, TLB_SOLID_WORLD, &solid);
    if (status)
        return status;
    part.solid = solid;
    tlb_arena_init(&part.work, c->context->account);
    status = compile_solid(&part, geometry, lighting, output);
    tlb_arena_release(&part.work);
    tlb_solid_free(solid);
    return status;
}

/* --- the index ----------------------------------------------------------------------------------------- */

typedef struct index_maker {
    interior_compiler *c;
    tlb_dis dis;
    TLB_LIST(char) names;
} index_maker;

/* Appends a name; its place, or UINT32_MAX without memory. */
static uint32_t add_name(index_maker *x, const char *name)
{
    size_t size = strlen(name) + 1;
    uint32_t place = x->names.count;
    if (!TLB_RESERVE(&x->c->arena, &x->names, size))
        return UINT32_MAX;
    memcpy(x->names.data + place, name, size);
    x->names.count += (uint32_t)size;
    return place;
}

/* Levels are chosen by the first that has fewer pixels: they are descending. */
static uint32_t least_pixels(const interior_compiler *c, const tlb_dis *dis, uint32_t level)
{
    double pixels = c->level->details.data[level].min_pixels;
    uint32_t least = pixels > 0 ? pixels < INT32_MAX ? (uint32_t)pixels : INT32_MAX : 0;
    if (!level || least < dis->lods.data[level - 1].minPixels)
        return least;
    tlb_report(c->context, TLB_CODE_DIS_LOD_ORDER, TLB_NO_OFFSET, NULL,
               "detail %u is drawn from %g pixels on, detail %u from %g: it is never drawn", level, pixels,
               level - 1, c->level->details.data[level - 1].min_pixels);
    return dis->lods.data[level - 1].minPixels;
}

static tlb_status add_level(index_maker *x, uint32_t level, const char *stem, tlb_output *output)
{
    interior_compiler *c = x->c;
    const char *geometry = tlb_arena_printf(&c->arena, "%s-0%u.dig", stem, level);
    const char *lighting = geometry ? tlb_interior_lighting_name(&c->arena, geometry, "0") : NULL;
    if (!lighting)
        return tlb_report_memory(c->context, &c->arena);
    uint32_t of_geometry = add_name(x, geometry), of_light = add_name(x, lighting);
    if (of_geometry == UINT32_MAX || of_light == UINT32_MAX)
        return tlb_report_memory(c->context, &c->arena);
    x->dis.lods.data[level] =
        (tlb_dis_lod){least_pixels(c, &x->dis, level), of_geometry, level, ANY_FACE_LINKABLE};
    x->dis.lodLightStates.data[level] = of_light;
    return compile_detail(c, level, geometry, lighting, output);
}

static tlb_status add_levels(index_maker *x, const char *stem, const char *list, tlb_output *output)
{
    interior_compiler *c = x->c;
    tlb_arena *arena = &c->arena;
    tlb_dis *dis = &x->dis;
    uint32_t count = c->level->details.count;
    tlb_dis_state *state = tlb_zalloc(arena, sizeof *state);
    uint32_t *light = tlb_zalloc(arena, sizeof *light);
    dis->lods.data = tlb_zalloc_array(arena, count, sizeof *dis->lods.data);
    dis->lodLightStates.data = tlb_zalloc_array(arena, count, sizeof *dis->lodLightStates.data);
    if (!state || !light || !dis->lods.data || !dis->lodLightStates.data)
        return tlb_report_memory(c->context, arena);
    dis->version = 3;
    dis->states.data = state;
    dis->lightStates.data = light;
    dis->states.count = dis->lightStates.count = 1;
    dis->lods.count = dis->lodLightStates.count = state->numLods = count;
    state->nameOffset = add_name(x, "State 0");
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < count && !status; i++)
        status = add_level(x, i, stem, output);
    *light = add_name(x, "default");
    dis->materialListOffset = (int32_t)add_name(x, list);
    if (!status && (state->nameOffset == UINT32_MAX || *light == UINT32_MAX || dis->materialListOffset < 0))
        status = tlb_report_memory(c->context, &c->arena);
    dis->names = (tlb_text){x->names.data, x->names.count};
    return status;
}

/* --- what has no place --------------------------------------------------------------------------------- */

static bool is_collision(tlb_brush_kind kind)
{
    return kind == TLB_BRUSH_COLLISION || kind == TLB_BRUSH_VEHICLE;
}

static bool is_entity_lost(const tlb_level_entity *entity)
{
    tlb_brush_kind kind = tlb_level_brush_kind_of(entity->classname);
    return kind == TLB_BRUSH_MOVER || kind == TLB_BRUSH_TRIGGER ||
           (kind == TLB_BRUSH_STRUCTURAL && !entity->brush_count && !entity->mesh_count &&
            !tlb_same_nocase(entity->classname, "light_omni"));
}

static void report_losses(const interior_compiler *c)
{
    const tlb_level_detail *detail = &c->level->details.data[0];
    uint32_t entities = 0, parts = 0;
    for (uint32_t i = 1; i < detail->entities.count; i++)
        entities += is_entity_lost(&detail->entities.data[i]);
    for (uint32_t i = 0; i < detail->brushes.count; i++)
        parts += is_collision(detail->brushes.data[i].kind);
    for (uint32_t i = 0; i < detail->meshes.count; i++)
        parts += is_collision(detail->meshes.data[i].kind);
    tlb_writing writing = {.context = c->context, .title = "DIS"};
    tlb_report_loss(&writing, entities, "movers, triggers and other entities");
    tlb_report_loss(&writing, parts, "objects that are only for collision");
}

/* --- all ----------------------------------------------------------------------------------------------- */

static tlb_status compile(interior_compiler *c, tlb_output *output)
{
    const char *stem = tlb_output_stem(output), *list = tlb_arena_printf(&c->arena, "%s.dml", stem);
    index_maker x = {.c = c};
    tlb_buffer *out = tlb_output_file(output, tlb_output_name(output)); /* the first of the files */
    if (!out || !list)
        return tlb_report_output(c->context, output, &c->arena);
    if (c->level->details.count > MOST_LEVELS) {
        tlb_report(c->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
                   "the level has %u details, and an interior can have %d", c->level->details.count,
                   MOST_LEVELS);
        return TLB_LIMIT;
    }
    tlb_status status = tlb_interior_compile_materials(c);
    if (!status)
        status = add_levels(&x, stem, list, output);
    if (!status)
        status = tlb_interior_write_materials(c, list, output);
    void *root = &x.dis;
    if (!status)
        status = tlb_format_write(&tlb_format_dis, c->context, &root, out);
    return status ? status : tlb_report_failure(c->context, out->status);
}

tlb_status tlb_interior_from_level(const tlb_level *level, const tlb_conversion *conversion,
                                   tlb_output *output)
{
    interior_compiler c = {
        .conversion = conversion, .options = conversion->to, .context = conversion->context, .level = level};
    if (!tlb_option_light_is_for(c.context, conversion->options, true))
        return TLB_ARGUMENT;
    tlb_arena_init(&c.arena, c.context->account);
    tlb_status status = compile(&c, output);
    if (!status)
        report_losses(&c);
    tlb_arena_release(&c.arena);
    return status;
}
