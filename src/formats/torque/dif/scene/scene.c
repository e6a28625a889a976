/* DIF as a scene: nodes, interiors, details; or the pictures that a file holds, as a scene of nothing else.
 */
#include "formats/torque/dif/scene/scene.h"
#include "formats/torque/shared/textures.h"
#include "base/text.h"
#include "image/image.h"

static void describe_interior(dif_scene *s, const tlb_dif_interior *x, int32_t node)
{
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_integer(s->arena, extras, "interiorFileVersion", x->interiorFileVersion);
    tlb_value_add_integer(s->arena, extras, "detailLevel", x->detailLevel);
    tlb_value_add_integer(s->arena, extras, "minPixels", x->minPixels);
    tlb_value_add_bool(s->arena, extras, "hasAlarmState", x->hasAlarmState != 0);
    tlb_value *base = tlb_value_add_list(s->arena, extras, "baseAmbientColor");
    tlb_value *alarm = tlb_value_add_list(s->arena, extras, "alarmAmbientColor");
    for (int i = 0; i < 4; i++) {
        tlb_value_add_integer(s->arena, base, NULL, x->baseAmbientColor[i]);
        tlb_value_add_integer(s->arena, alarm, NULL, x->alarmAmbientColor[i]);
    }
}

bool tlb_dif_draw_interior(dif_scene *s, const dif_subject *subject, int32_t node)
{
    tlb_dif_interior lit;
    dif_subject shown = {&lit, subject->name, subject->path};
    return tlb_dif_light_interior(s, subject, &lit) && tlb_dif_draw_surfaces(s, &shown, node) &&
           tlb_dif_draw_static_meshes(s, &shown, node) && tlb_dif_add_zones(s, &shown, node) &&
           (!s->collision || tlb_dif_add_collision(s, &shown, node)) &&
           tlb_dif_describe_lights(s, &lit, node) && (!s->lights || tlb_dif_add_lamps(s, subject, node));
}

/* The detail levels from `first` on, `count` of them: more than one become levels of one thing. */
static bool add_details(dif_scene *s, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        const tlb_dif_interior *x = &s->dif->details.data[i];
        dif_subject subject = {x, tlb_arena_printf(&s->work, "detail %u", i),
                               tlb_arena_printf(&s->work, "details[%u]", i)};
        if (!subject.name || !subject.path)
            return false;
        int32_t node = tlb_dif_add_node(s, TLB_NONE, "%s", subject.name);
        if (node == TLB_NONE)
            return false;
        if (count > 1) {
            s->scene->nodes[node].level = (int32_t)i;
            s->scene->nodes[node].level_size = (float)x->minPixels;
        }
        describe_interior(s, x, node);
        if (!tlb_dif_draw_interior(s, &subject, node))
            return false;
    }
    return true;
}

static void describe_resource(dif_scene *s)
{
    const tlb_dif *dif = s->dif;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "interiorResourceFileVersion", dif->interiorResourceFileVersion);
    if (dif->details.count && dif->details.data[0].interiorFileVersion == 0) /* others have no families */
        tlb_value_add_text(s->arena, extras, "family", tlb_dif_family_name(dif->family));
    tlb_value_add_integer(s->arena, extras, "numDetailLevels", dif->details.count);
    tlb_value_add_integer(s->arena, extras, "numSubObjects", dif->subObjects.count);
}

/* --- pictures --------------------------------------------------------------------------------------- */

/* A copy of a PNG file under a name; one that is damaged, which is reported, is left out. */
static bool add_picture(dif_scene *s, tlb_bytes png, const char *name)
{
    uint8_t *copy = name ? tlb_alloc(s->arena, png.size) : NULL;
    if (!copy)
        return false;
    memcpy(copy, png.data, png.size);
    tlb_image loaded = {.name = name};
    tlb_status status =
        tlb_image_load(s->conversion->context, s->arena, (tlb_bytes){copy, png.size}, &loaded);
    if (status)
        return !s->arena->failure;
    tlb_image *image = tlb_scene_add_image(s->scene, name);
    if (!image)
        return false;
    loaded.name = image->name;
    *image = loaded;
    return true;
}

static bool add_maps(dif_scene *s, const tlb_dif_interior *x, const char *interior, uint32_t number,
                     bool directions)
{
    bool added = true;
    for (uint32_t i = 0; i < x->lightMaps.count && added; i++) {
        const tlb_dif_light_map *map = &x->lightMaps.data[i];
        tlb_bytes png = directions ? map->lightDirMap : map->lightMap;
        if (png.size)
            added = add_picture(s, png,
                                tlb_arena_printf(&s->work, "%s %u %s map %u", interior, number,
                                                 directions ? "direction" : "light", i));
    }
    return added;
}

static bool has_maps(const tlb_dif_interior *x, bool directions)
{
    uint32_t i = 0;
    while (i < x->lightMaps.count &&
           !(directions ? x->lightMaps.data[i].lightDirMap : x->lightMaps.data[i].lightMap).size)
        i++;
    return i < x->lightMaps.count;
}

static bool has_pictures(const tlb_dif *dif, tlb_stored_pictures kind)
{
    bool found = kind == TLB_PICTURES_PREVIEW && dif->previewBitmap.size;
    bool directions = kind == TLB_PICTURES_DIRECTION, maps = kind != TLB_PICTURES_PREVIEW;
    for (uint32_t i = 0; i < dif->details.count && maps && !found; i++)
        found = has_maps(&dif->details.data[i], directions);
    for (uint32_t i = 0; i < dif->subObjects.count && maps && !found; i++)
        found = has_maps(&dif->subObjects.data[i], directions);
    return found;
}

static tlb_status refuse_pictures(const dif_scene *s, tlb_stored_pictures kind)
{
    static const char *const kinds[] = {[TLB_PICTURES_PREVIEW] = "preview",
                                        [TLB_PICTURES_LIGHT] = "light",
                                        [TLB_PICTURES_DIRECTION] = "direction"};
    tlb_name_list names = {0};
    for (tlb_stored_pictures k = TLB_PICTURES_PREVIEW; k <= TLB_PICTURES_DIRECTION; k++)
        if (has_pictures(s->dif, k))
            tlb_name_list_add(&names, kinds[k]);
    return tlb_refuse_option(s->conversion->context, "pictures", "no %s pictures in this file; it has %s",
                             kinds[kind], names.size ? names.text : "none");
}

/* The option --pictures: the pictures of that kind and nothing else. TLB_ARGUMENT, reported: there are none.
 * TLB_NO_MEMORY is not reported. */
static tlb_status add_pictures(dif_scene *s, tlb_stored_pictures kind, uint32_t first_detail,
                               uint32_t details)
{
    const tlb_dif *dif = s->dif;
    bool preview = kind == TLB_PICTURES_PREVIEW, directions = kind == TLB_PICTURES_DIRECTION, added = true;
    if (preview && dif->previewBitmap.size)
        added = add_picture(s, dif->previewBitmap, "preview");
    for (uint32_t i = first_detail; i < first_detail + details && !preview && added; i++)
        added = add_maps(s, &dif->details.data[i], "detail", i, directions);
    for (uint32_t i = 0; i < dif->subObjects.count && !preview && added; i++)
        added = add_maps(s, &dif->subObjects.data[i], "sub-object", i, directions);
    if (!added)
        return TLB_NO_MEMORY; /* which the caller reports */
    if (s->scene->image_count)
        return TLB_OK;
    return refuse_pictures(s, kind);
}

/* --- the document -------------------------------------------------------------------------------------- */

/* The option "lod" as a run of detail levels; false when it is none. */
static bool choose_details(const dif_scene *s, uint32_t *first, uint32_t *count)
{
    uint32_t levels = s->dif->details.count;
    tlb_optional_integer lod = s->conversion->options->lod;
    *first = 0;
    *count = levels;
    if (lod.is_set && lod.value == TLB_LOD_ALL)
        return true;
    if (!tlb_option_is_within(s->conversion->context, "lod", lod, 0, levels > 1 ? levels - 1 : 0))
        return false;
    *first = (uint32_t)lod.value;
    *count = levels ? 1 : 0;
    return true;
}

tlb_status tlb_dif_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_account *account = conversion->context->account;
    const tlb_dif_read_options *options = conversion->from;
    dif_scene s = {
        .conversion = conversion,
        .dif = document->root,
        .scene = scene,
        .arena = tlb_scene_arena(scene),
        .materials.textures = {.context = conversion->context,
                               .assets = conversion->assets,
                               .scene = scene,
                               .work = &s.work,
                               .extensions = tlb_torque_texture_extensions,
                               .beside = document->name},
        .collision = conversion->options->collision,
        .zones = conversion->options->zones,
        .lights = conversion->options->lights,
        .alarm = options->alarm,
        .animated = conversion->options->light_time.is_set,
        .seconds = conversion->options->light_time.value,
    };
    uint32_t first, count;
    if (!choose_details(&s, &first, &count))
        return TLB_ARGUMENT;
    tlb_arena_init(&s.work, account);
    if (options->pictures != TLB_PICTURES_NONE) {
        tlb_status status = add_pictures(&s, options->pictures, first, count);
        tlb_arena_release(&s.work);
        tlb_arena_fail(s.arena, s.work.failure);
        return status == TLB_NO_MEMORY ? tlb_report_memory(conversion->context, s.arena) : status;
    }
    describe_resource(&s);
    bool made = add_details(&s, first, count) && tlb_dif_add_sub_objects(&s) && tlb_dif_add_objects(&s) &&
                (!s.collision || tlb_dif_add_vehicle_collision(&s));
    tlb_arena_release(&s.work);
    tlb_arena_fail(s.arena, s.work.failure);
    return made ? TLB_OK : tlb_report_memory(conversion->context, tlb_scene_arena(scene));
}
