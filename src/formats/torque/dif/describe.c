/* What a DIF document is, at a glance. */
#include "formats/torque/dif/scene/scene.h"
#include "base/text.h"
#include "image/image.h"

/* Sums over several interiors. */
typedef struct totals {
    uint64_t surfaces, triangles, nullSurfaces, points, planes, texGenEqs, bspNodes, zones, portals,
        lightMaps;
    uint64_t convexHulls, staticMeshes, mirrors, animatedLights;
} totals;

static void add_interior(totals *sum, const tlb_dif_interior *x)
{
    sum->surfaces += x->surfaces.count;
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        sum->triangles += x->surfaces.data[i].windingCount > 2 ? x->surfaces.data[i].windingCount - 2 : 0;
    sum->nullSurfaces += x->nullSurfaces.count;
    sum->points += x->points.count;
    sum->planes += x->planes.count;
    sum->texGenEqs += x->texGenEqs.count;
    sum->bspNodes += x->bspNodes.count;
    sum->zones += x->zones.count;
    sum->portals += x->portals.count;
    sum->lightMaps += x->lightMaps.count;
    sum->convexHulls += x->convexHulls.count;
    sum->staticMeshes += x->staticMeshes.count;
    sum->mirrors += x->subObjects.count;
    sum->animatedLights += x->animatedLights.count;
}

static void add_totals(tlb_arena *arena, tlb_value *table, const totals *sum)
{
    const struct {
        const char *name;
        uint64_t count;
        bool always;
    } rows[] = {
        {"surfaces", sum->surfaces, true},
        {"triangles", sum->triangles, true},
        {"points", sum->points, true},
        {"planes", sum->planes, true},
        {"texGenEqs", sum->texGenEqs, true},
        {"bspNodes", sum->bspNodes, true},
        {"zones", sum->zones, true},
        {"portals", sum->portals, false},
        {"nullSurfaces", sum->nullSurfaces, false},
        {"convexHulls", sum->convexHulls, true},
        {"lightMaps", sum->lightMaps, true},
        {"staticMeshes", sum->staticMeshes, false},
        {"mirrors", sum->mirrors, false},
        {"animatedLights", sum->animatedLights, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].always || rows[i].count)
            tlb_value_add_integer(arena, table, rows[i].name, (int64_t)rows[i].count);
}

static void describe_details(tlb_arena *arena, tlb_value *table, const tlb_dif *dif)
{
    tlb_value *list = tlb_value_add_list(arena, table, "details");
    for (uint32_t i = 0; i < dif->details.count; i++) {
        const tlb_dif_interior *x = &dif->details.data[i];
        tlb_value *detail = tlb_value_add_table(arena, list, NULL);
        totals sum = {0};
        tlb_value_add_integer(arena, detail, "interiorFileVersion", x->interiorFileVersion);
        tlb_value_add_integer(arena, detail, "detailLevel", x->detailLevel);
        tlb_value_add_integer(arena, detail, "minPixels", x->minPixels);
        tlb_value_add_singles(arena, detail, "boundingBox", x->boundingBox, 6);
        add_interior(&sum, x);
        add_totals(arena, detail, &sum);
    }
}

static void describe_sub_objects(tlb_arena *arena, tlb_value *table, const tlb_dif *dif)
{
    totals sum = {0};
    if (!dif->subObjects.count)
        return;
    tlb_value *all = tlb_value_add_table(arena, table, "subObjects");
    tlb_value_add_integer(arena, all, "count", dif->subObjects.count);
    for (uint32_t i = 0; i < dif->subObjects.count; i++)
        add_interior(&sum, &dif->subObjects.data[i]);
    add_totals(arena, all, &sum);
}

/* --- what is drawn ----------------------------------------------------------------------------------- */

/* One interior; its box is that of its own space. */
typedef struct drawn {
    uint64_t vertices, triangles;
    tlb_box box;
} drawn;

static void add_polygon(drawn *sum, const uint32_t *winding, uint32_t count, const tlb_vec3 *points,
                        uint32_t point_count, bool *used)
{
    sum->triangles += count - 2;
    for (uint32_t i = 0; i < count; i++) {
        if (winding[i] >= point_count)
            continue;
        sum->vertices += !used[winding[i]];
        used[winding[i]] = true;
        tlb_box_add(&sum->box, points[winding[i]]);
    }
}

static bool add_surfaces(tlb_summary *summary, drawn *sum, const tlb_dif_interior *x)
{
    uint8_t *in_zones = tlb_dif_surfaces_in_zones(&summary->work, x);
    bool *used = tlb_zalloc(&summary->work, x->points.count);
    for (uint32_t i = 0; in_zones && used && i < x->surfaces.count; i++) {
        const tlb_dif_surface *surface = &x->surfaces.data[i];
        if ((x->zones.count && !in_zones[i]) || !tlb_dif_can_draw(x, surface))
            continue;
        const char *material = tlb_path_base(dif_chars(x->materials.data[surface->textureIndex]));
        tlb_summary_add_name(summary, &summary->materials, material, strlen(material));
        add_polygon(sum, x->windings.data + surface->windingStart, surface->windingCount,
                    (const tlb_vec3 *)x->points.data, x->points.count, used);
    }
    return in_zones && used;
}

static void add_static_mesh(tlb_summary *summary, drawn *sum, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->primitives.count; i++) {
        const tlb_dif_primitive *primitive = &mesh->primitives.data[i];
        if (primitive->count < 3 || !tlb_within(primitive->start, primitive->count, mesh->indices.count))
            continue;
        sum->triangles += primitive->count - 2;
        if (primitive->diffuseIndex < 0 || (uint32_t)primitive->diffuseIndex >= mesh->materials.count)
            continue;
        const char *material = tlb_path_base(dif_chars(mesh->materials.data[primitive->diffuseIndex]));
        tlb_summary_add_name(summary, &summary->materials, material, strlen(material));
    }
    sum->vertices += mesh->vertices.count;
    for (uint32_t i = 0; i < mesh->vertices.count; i++) {
        float point[3];
        for (int row = 0; row < 3; row++) {
            point[row] = mesh->transform[row * 4 + 3];
            for (int k = 0; k < 3; k++)
                point[row] += mesh->transform[row * 4 + k] * mesh->scale[k] * mesh->vertices.data[i][k];
        }
        tlb_box_add(&sum->box, point);
    }
}

static bool draw(tlb_summary *summary, const tlb_dif_interior *x, drawn *sum)
{
    *sum = (drawn){.box = tlb_box_empty()};
    for (uint32_t i = 0; i < x->staticMeshes.count; i++)
        add_static_mesh(summary, sum, &x->staticMeshes.data[i]);
    return add_surfaces(summary, sum, x);
}

static void place(tlb_summary *summary, const drawn *sum, const float moved[3])
{
    summary->vertices += sum->vertices;
    summary->triangles += sum->triangles;
    for (int i = 0; i < 2 && sum->box.low[0] <= sum->box.high[0]; i++) {
        const float *corner = i ? sum->box.high : sum->box.low;
        float point[3] = {corner[0] + moved[0], corner[1] + moved[1], corner[2] + moved[2]};
        tlb_box_add(&summary->bounds, point);
    }
}

/* What path followers move is where they start. */
static bool place_sub_objects(tlb_summary *summary, const tlb_dif *dif)
{
    const float still[3] = {0, 0, 0};
    uint32_t count = dif->subObjects.count;
    drawn *sums = tlb_alloc_array(&summary->work, count, sizeof *sums);
    bool *followed = tlb_zalloc(&summary->work, count);
    if (!sums || !followed)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!draw(summary, &dif->subObjects.data[i], &sums[i]))
            return false;
    for (uint32_t i = 0; i < dif->pathFollowers.count; i++) {
        const tlb_dif_path_follower *follower = &dif->pathFollowers.data[i];
        dif_motion motion = tlb_dif_motion_of(follower);
        const char *name = tlb_arena_printf(&summary->work, "%s %u",
                                            follower->name.size ? follower->name.data : "path follower", i);
        if (!name)
            return false;
        if (motion.seconds > 0)
            tlb_summary_add_animation(summary, (tlb_text){name, (uint32_t)strlen(name)}, motion.seconds);
        if (follower->interiorResIndex >= count)
            continue;
        place(summary, &sums[follower->interiorResIndex], motion.start);
        followed[follower->interiorResIndex] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!followed[i])
            place(summary, &sums[i], still);
    return true;
}

static bool place_force_fields(tlb_summary *summary, const tlb_dif *dif)
{
    const float still[3] = {0, 0, 0};
    for (uint32_t i = 0; i < dif->forceFields.count; i++) {
        const tlb_dif_force_field *field = &dif->forceFields.data[i];
        drawn sum = {.box = tlb_box_empty()};
        bool *used = tlb_zalloc(&summary->work, field->points.count);
        if (!used)
            return false;
        for (uint32_t k = 0; k < field->surfaces.count; k++) {
            const tlb_dif_force_field_surface *surface = &field->surfaces.data[k];
            if (surface->windingCount > 2 &&
                tlb_within(surface->windingStart, surface->windingCount, field->windings.count))
                add_polygon(&sum, field->windings.data + surface->windingStart, surface->windingCount,
                            (const tlb_vec3 *)field->points.data, field->points.count, used);
        }
        place(summary, &sum, still);
    }
    return true;
}

/* Of the finest detail, of what moves, and of force fields. A material is the name of its texture. False
 * without memory. */
static bool summarize(tlb_summary *summary, const tlb_dif *dif)
{
    const float still[3] = {0, 0, 0};
    if (dif->details.count) {
        drawn sum;
        if (!draw(summary, &dif->details.data[0], &sum))
            return false;
        place(summary, &sum, still);
        tlb_summary_set_version(summary, dif->details.data[0].interiorFileVersion);
    }
    if (!place_sub_objects(summary, dif) || !place_force_fields(summary, dif))
        return false;
    const tlb_value *names = summary->materials.names;
    for (const tlb_value *v = names ? names->as.members.first : NULL; v; v = v->next)
        tlb_summary_add_name(summary, &summary->textures, v->as.text.data, v->as.text.size);
    return true;
}

/* --- its own fields ---------------------------------------------------------------------------------- */

/* Texts, each listed once with how often it came. */
typedef struct tally {
    tlb_arena *work;
    tlb_index counts;
} tally;

static void count_text(tally *t, const char *text, size_t size)
{
    int32_t *count = tlb_index_find(&t->counts, t->work, text, size);
    if (count)
        *count = *count == TLB_INDEX_NEW ? 1 : *count + 1;
}

static void add_tally(tlb_arena *arena, tlb_value *table, const char *key, const char *what, const tally *t)
{
    tlb_value *list = t->counts.entries.count ? tlb_value_add_list(arena, table, key) : NULL;
    for (uint32_t i = 0; i < t->counts.entries.count; i++) {
        const tlb_index_entry *entry = &t->counts.entries.data[i];
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_bytes_text(arena, row, "name", (tlb_text){entry->key, (uint32_t)entry->size});
        tlb_value_add_integer(arena, row, what, entry->value);
    }
}

static void count_material(tally *t, tlb_text name)
{
    const char *base = tlb_path_base(dif_chars(name));
    count_text(t, base, strlen(base));
}

/* The materials of what is drawn: those whose textures are needed. */
static void count_materials(tally *t, const tlb_dif_interior *x)
{
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        if (x->surfaces.data[i].textureIndex < x->materials.count)
            count_material(t, x->materials.data[x->surfaces.data[i].textureIndex]);
    for (uint32_t i = 0; i < x->staticMeshes.count; i++) {
        const tlb_dif_static_mesh *mesh = &x->staticMeshes.data[i];
        for (uint32_t k = 0; k < mesh->primitives.count; k++) {
            int32_t index = mesh->primitives.data[k].diffuseIndex;
            if (index >= 0 && (uint32_t)index < mesh->materials.count)
                count_material(t, mesh->materials.data[index]);
        }
    }
}

static void count_light_maps(tally *t, const tlb_dif_interior *x)
{
    for (uint32_t i = 0; i < x->lightMaps.count; i++) {
        uint32_t width, height;
        bool sound = tlb_image_size(x->lightMaps.data[i].lightMap, &width, &height) == TLB_OK;
        const char *size = sound ? tlb_arena_printf(t->work, "%u x %u", width, height) : "damaged";
        if (size)
            count_text(t, size, strlen(size));
    }
}

typedef void (*count_interior)(tally *t, const tlb_dif_interior *x);

static void describe_each(tlb_arena *arena, tlb_arena *work, tlb_value *table, const char *key,
                          const char *what, const tlb_dif *dif, count_interior count)
{
    tally t = {.work = work};
    for (uint32_t i = 0; i < dif->details.count; i++)
        count(&t, &dif->details.data[i]);
    for (uint32_t i = 0; i < dif->subObjects.count; i++)
        count(&t, &dif->subObjects.data[i]);
    add_tally(arena, table, key, what, &t);
}

static void describe_objects(tlb_arena *arena, tlb_arena *work, tlb_value *table, const tlb_dif *dif)
{
    tally triggers = {.work = work}, entities = {.work = work};
    for (uint32_t i = 0; i < dif->triggers.count; i++)
        count_text(&triggers, dif_chars(dif->triggers.data[i].datablock),
                   dif->triggers.data[i].datablock.size);
    for (uint32_t i = 0; i < dif->gameEntities.count; i++)
        count_text(&entities, dif_chars(dif->gameEntities.data[i].datablock),
                   dif->gameEntities.data[i].datablock.size);
    add_tally(arena, table, "triggers", "count", &triggers);
    add_tally(arena, table, "gameEntities", "count", &entities);
    const struct {
        const char *name;
        uint32_t count;
    } rows[] = {
        {"pathFollowers", dif->pathFollowers.count},
        {"forceFields", dif->forceFields.count},
        {"aiSpecialNodes", dif->aiSpecialNodes.count},
        {"vehicleConvexHulls", dif->vehicleCollision.convexHulls.count},
        {"vehicleNullSurfaces", dif->vehicleCollision.nullSurfaces.count},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].count)
            tlb_value_add_integer(arena, table, rows[i].name, rows[i].count);
}

tlb_status tlb_dif_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dif *dif = document->root;
    tlb_arena *arena = &document->arena, *work = &summary->work;
    if (!summarize(summary, dif))
        return tlb_report_memory(document->context, &summary->work);
    tlb_value_add_integer(arena, table, "interiorResourceFileVersion", dif->interiorResourceFileVersion);
    if (dif->details.count && dif->details.data[0].interiorFileVersion == 0) /* others have no families */
        tlb_value_add_text(arena, table, "family", tlb_dif_family_name(dif->family));
    tlb_value_add_bool(arena, table, "previewIncluded", dif->previewIncluded != 0);
    describe_details(arena, table, dif);
    describe_sub_objects(arena, table, dif);
    describe_each(arena, work, table, "materials", "surfaces", dif, count_materials);
    describe_each(arena, work, table, "lightMaps", "count", dif, count_light_maps);
    describe_objects(arena, work, table, dif);
    return TLB_OK;
}
