#include "dif_maker.h"

#include "dif_brushes.h"

#include <assert.h>
#include <math.h>
#include <png.h>
#include <string.h>

typedef struct maker {
    tlb_document *document;
    tlb_arena *arena;
    const dif_plan *plan;
    tlb_dif *dif;
    uint32_t random;
} maker;

/* --- small things ------------------------------------------------------------------------------------ */

static uint32_t pick(maker *m, uint32_t least, uint32_t most)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return least + m->random % (most - least + 1);
}

/* In halves, so that everything meets exactly. */
static double pick_length(maker *m, double least, double most)
{
    return least + pick(m, 0, (uint32_t)((most - least) * 2)) / 2.0;
}

static tlb_text text(maker *m, const char *words)
{
    return tlb_copy_text(m->arena, words, strlen(words));
}

static tlb_bytes zeros(maker *m, size_t size)
{
    return (tlb_bytes){tlb_zalloc(m->arena, size), size};
}

static void set3(float to[3], double x, double y, double z)
{
    to[0] = (float)x, to[1] = (float)y, to[2] = (float)z;
}

/* A square with shades of one color. */
static tlb_bytes picture(maker *m, uint32_t side, const uint8_t color[3])
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = side, .height = side, .format = PNG_FORMAT_RGB};
    uint8_t *pixels = tlb_alloc_array(m->arena, side, (size_t)side * 3);
    for (uint32_t i = 0; i < side * side * 3; i++)
        pixels[i] = (uint8_t)(color[i % 3] - (i / 3 % side + i / 3 / side) * 32 / side);
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *file = tlb_alloc(m->arena, size);
    int written = png_image_write_to_memory(&image, file, &size, 0, pixels, 0, NULL);
    assert(written), (void)written;
    return (tlb_bytes){file, size};
}

static void property(maker *m, tlb_dif_dictionary *properties, const char *name, const char *value)
{
    *DIF_ADD(m->arena, *properties) = (tlb_dif_property){text(m, name), text(m, value)};
}

static void odd_properties(maker *m, tlb_dif_dictionary *properties)
{
    if (!m->plan->odd)
        return;
    property(m, properties, "name", "the first");
    property(m, properties, "name", "the second");
    property(m, properties, "", "\xff\x01 not text");
}

/* --- rooms ------------------------------------------------------------------------------------------- */

/* Two rooms along x, joined by a doorway at x = 0; a ramp in the first, a pillar in the second. */
typedef struct plan_of_rooms {
    double west, east, depth, height, wall, half_wall, door_low, door_high, door_top;
} plan_of_rooms;

static plan_of_rooms draw_rooms(maker *m)
{
    plan_of_rooms r = {0};
    r.west = pick_length(m, 4, 8);
    r.east = pick_length(m, 5, 8);
    r.depth = pick_length(m, 5, 8);
    r.height = pick_length(m, 3, 5);
    r.wall = pick_length(m, 0.5, 1);
    r.half_wall = 0.5;
    r.door_low = pick_length(m, 1, 2);
    r.door_high = r.door_low + pick_length(m, 1.5, 2.5);
    r.door_top = r.height - pick_length(m, 0.5, 1);
    return r;
}

static void add_box(dif_brushwork *w, uint16_t material, double x0, double y0, double z0, double x1,
                    double y1, double z1)
{
    dif_brush *brush = &w->brushes[w->brushCount++];
    *brush = dif_box((dif_corners){{x0, y0, z0}, {x1, y1, z1}});
    brush->textureIndex = material;
}

enum { WALL, FLOOR, PILLAR, MATERIALS };

static void build_shell(dif_brushwork *w, const plan_of_rooms *r)
{
    double x0 = -r->west - r->wall, x1 = r->east + r->wall, y0 = -r->wall, y1 = r->depth + r->wall;
    add_box(w, FLOOR, x0, y0, -r->wall, x1, y1, 0);
    add_box(w, FLOOR, x0, y0, r->height, x1, y1, r->height + r->wall);
    add_box(w, WALL, x0, y0, 0, -r->west, y1, r->height);
    add_box(w, WALL, r->east, y0, 0, x1, y1, r->height);
    add_box(w, WALL, -r->west, y0, 0, r->east, 0, r->height);
    add_box(w, WALL, -r->west, r->depth, 0, r->east, y1, r->height);
    add_box(w, WALL, -r->half_wall, 0, 0, r->half_wall, r->door_low, r->height);
    add_box(w, WALL, -r->half_wall, r->door_high, 0, r->half_wall, r->depth, r->height);
    add_box(w, WALL, -r->half_wall, r->door_low, r->door_top, r->half_wall, r->door_high, r->height);
    w->rooms[0] = (dif_corners){{-r->west, 0, 0}, {0, r->depth, r->height}};
    w->rooms[1] = (dif_corners){{0, 0, 0}, {r->east, r->depth, r->height}};
    w->roomCount = 2;
    w->portal = (dif_corners){{0, r->door_low, 0}, {0, r->door_high, r->door_top}};
    w->hasPortal = true;
}

static void add_detail(dif_brushwork *w, dif_brush brush, uint16_t material)
{
    brush.detail = true;
    brush.textureIndex = material;
    w->brushes[w->brushCount++] = brush;
}

static void furnish(maker *m, dif_brushwork *w, const plan_of_rooms *r)
{
    add_detail(w, dif_ramp((dif_corners){{1 - r->west, 1, 0}, {3 - r->west, r->depth - 1, 1}}), FLOOR);
    add_detail(w, dif_pillar((dif_corners){{2, 2, 0}, {3, 3, r->height}}, pick(m, 3, 8)), PILLAR);
}

/* --- interiors --------------------------------------------------------------------------------------- */

static void require(tlb_status status)
{
    assert(status == TLB_OK), (void)status;
}

static void generate(maker *m, tlb_dif_interior *x)
{
    require(tlb_dif_make_poly_lists(m->document, x));
    require(tlb_dif_make_emit_strings(m->document, x));
    require(tlb_dif_make_coord_bins(m->document, x, true));
    if (x->interiorFileVersion != 4)
        require(tlb_dif_make_point_visibility(m->document, x));
}

static bool has_direction_maps(const maker *m, uint32_t version)
{
    return version == 0 ? m->plan->family == TLB_DIF_TSE || m->plan->family == TLB_DIF_TSE_EARLY
                        : version <= 3 || version == 5 || version >= 12;
}

static void add_sheets(maker *m, tlb_dif_interior *x, uint32_t count, uint32_t side)
{
    static const uint8_t light[3] = {255, 240, 200}, alarm[3] = {255, 64, 64}, up[3] = {159, 159, 255};
    for (uint32_t i = 0; i < count; i++)
        *DIF_ADD(m->arena, x->lightMaps) = (tlb_dif_light_map){
            .lightMap = picture(m, side, i + 1 < count || !x->hasAlarmState ? light : alarm),
            .lightDirMap =
                has_direction_maps(m, x->interiorFileVersion) ? picture(m, side, up) : (tlb_bytes){0},
            .keepLightMap = i == 0};
}

/* A lamp that blinks on the first surface. */
static void add_lamp(maker *m, tlb_dif_interior *x)
{
    static const char name[] = "lamp";
    tlb_dif_surface *lit = &x->surfaces.data[0];
    lit->lightCount = 1;
    x->numLightStateEntries = 1;
    for (size_t i = 0; i < sizeof name; i++)
        *DIF_ADD(m->arena, x->nameBuffers) = (uint8_t)name[i];
    *DIF_ADD(m->arena, x->animatedLights) = (tlb_dif_animated_light){0, 0, 2, 1, 1500};
    for (uint32_t state = 0; state < 2; state++) {
        *DIF_ADD(m->arena, x->lightStates) =
            (tlb_dif_light_state){(uint8_t)pick(m, 0, 255), 128, 255, 500 + state * 1000, state, 1};
        *DIF_ADD(m->arena, x->stateDatas) = (tlb_dif_state_data){0, state * lit->mapSizeX * lit->mapSizeY, 0};
        for (uint32_t i = 0; i < lit->mapSizeX * lit->mapSizeY; i++)
            *DIF_ADD(m->arena, x->stateDataBuffers) = (uint8_t)pick(m, 0, 255);
    }
    x->stateDataFlags = 1;
}

/* The slope of the ramp, or whatever surface comes late, reflects. */
static void add_mirror(maker *m, tlb_dif_interior *x)
{
    uint32_t index = x->surfaces.count - 1, points[TLB_DIF_MAX_WINDING];
    uint32_t count = tlb_dif_surface_polygon(x, &x->surfaces.data[index], false, points);
    tlb_dif_mirror *mirror = DIF_ADD(m->arena, x->subObjects);
    *mirror = (tlb_dif_mirror){.kind = TLB_DIF_MIRROR,
                               .zone = x->zones.count - 1,
                               .alphaLevel = 0.5f,
                               .surfaceCount = 1,
                               .surfaceStart = index};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            mirror->centroid[axis] += x->points.data[points[i]][axis] / (float)count;
}

static void add_ambience(maker *m, tlb_dif_interior *x)
{
    x->hasAlarmState = 1;
    for (int i = 0; i < 3; i++) {
        x->baseAmbientColor[i] = (uint8_t)pick(m, 1, 64);
        x->alarmAmbientColor[i] = (uint8_t)pick(m, 1, 64);
    }
    x->extendedLightMapData = 1;
    x->lightMapBorderSize = 2;
}

/* --- static meshes ----------------------------------------------------------------------------------- */

static void add_material_list(maker *m, tlb_dif_static_mesh *mesh)
{
    static const char *const names[] = {"brass", "glass"};
    mesh->hasMaterialList = 1;
    mesh->materialListVersion = 1;
    for (uint32_t i = 0; i < 2; i++) {
        *DIF_ADD(m->arena, mesh->materials) = text(m, names[i]);
        *DIF_ADD(m->arena, mesh->materialFlags) = 3;
        *DIF_ADD(m->arena, mesh->reflectanceMaps) = UINT32_MAX;
        *DIF_ADD(m->arena, mesh->bumpMaps) = UINT32_MAX;
        *DIF_ADD(m->arena, mesh->detailMaps) = UINT32_MAX;
        *DIF_ADD(m->arena, mesh->lightMaps) = UINT32_MAX;
        *DIF_ADD(m->arena, mesh->detailScales) = 1;
        *DIF_ADD(m->arena, mesh->reflectionAmounts) = 0.25f * (float)i;
    }
}

/* A table top, seen from above; its second half translucent. */
static void add_static_mesh(maker *m, tlb_dif_interior *x, bool materials, bool bitmaps)
{
    static const uint8_t wood[3] = {160, 120, 80};
    tlb_dif_static_mesh *mesh = DIF_ADD(m->arena, x->staticMeshes);
    double width = pick_length(m, 1, 2);
    for (uint32_t i = 0; i < 6; i++) {
        set3(*DIF_ADD(m->arena, mesh->vertices), width * (i / 2), i % 2, 1);
        set3(*DIF_ADD(m->arena, mesh->normals), 0, 0, 1);
        float *uv = *DIF_ADD(m->arena, mesh->diffuseUVs), *light = *DIF_ADD(m->arena, mesh->lightmapUVs);
        uv[0] = (float)(i / 2), uv[1] = (float)(i % 2);
        light[0] = uv[0] / 2, light[1] = uv[1];
        *DIF_ADD(m->arena, mesh->indices) = (uint16_t)(i ^ 1);
    }
    for (uint32_t half = 0; half < 2; half++)
        *DIF_ADD(m->arena, mesh->primitives) =
            (tlb_dif_primitive){.alpha = (uint8_t)half,
                                .texS = 64,
                                .texT = 32,
                                .diffuseIndex = materials ? (int32_t)half : -1,
                                .lightMapIndex = x->lightMaps.count ? 0 : -1,
                                .start = 2 * half,
                                .count = 4,
                                .lightMapEquationX = {0.25f, 0, 0, 0},
                                .lightMapEquationY = {0, 0.25f, 0, 0},
                                .lightMapOffset = {1, 2},
                                .lightMapSize = {4, 8}};
    if (materials)
        add_material_list(m, mesh);
    if (bitmaps) {
        *DIF_ADD(m->arena, mesh->diffuseBitmaps) = (tlb_dif_bitmap){1, picture(m, 16, wood)};
        *DIF_ADD(m->arena, mesh->diffuseBitmaps) = (tlb_dif_bitmap){0};
    }
    mesh->hasSolid = mesh->hasTranslucency = 1;
    set3(mesh->bounds, 0, 0, 1);
    set3(mesh->bounds + 3, 2 * width, 1, 1);
    for (int i = 0; i < 4; i++)
        mesh->transform[5 * i] = 1;
    mesh->transform[11] = (float)pick(m, 0, 3);
    set3(mesh->scale, 1, 1, 0.5);
}

static void add_static_meshes(maker *m, tlb_dif_interior *x)
{
    add_static_mesh(m, x, true, false);
    add_static_mesh(m, x, true, true);
    add_static_mesh(m, x, false, false);
    if (x->interiorFileVersion < 12)
        return;
    for (uint32_t i = 0; i < x->staticMeshes.count; i++)
        *DIF_ADD(m->arena, x->zoneStaticMeshes) = i;
    x->zones.data[x->zones.count - 1].staticMeshCount = x->staticMeshes.count;
    x->convexHulls.data[x->convexHulls.count - 1].staticMesh = 1;
}

/* --- what versions have ------------------------------------------------------------------------------ */

#define NONE(list) memset(&(list), 0, sizeof(list))

/* Leaves the lists that the version has, in its form. */
static void fit_edges(maker *m, tlb_dif_interior *x)
{
    uint32_t version = x->interiorFileVersion;
    if (version >= 12)
        return;
    for (uint32_t i = 0; i < x->edges.count && version >= 2 && version <= 5; i++) {
        const tlb_dif_edge *e = &x->edges.data[i];
        tlb_dif_edge2 edge = {.vertex0 = (uint32_t)e->pointIndex0, .vertex1 = (uint32_t)e->pointIndex1};
        if (version >= 3) {
            edge.face0 = (uint32_t)e->surfaceIndex0;
            edge.face1 = (uint32_t)e->surfaceIndex1;
        }
        *DIF_ADD(m->arena, x->edges2) = edge;
    }
    NONE(x->edges);
}

static void fit_matrices(maker *m, tlb_dif_interior *x)
{
    uint32_t version = x->interiorFileVersion;
    if (version >= 11)
        return;
    if (version == 4 || version == 5) {
        x->normals2.data = x->texNormals.data;
        x->normals2.count = x->texNormals.count;
        for (uint32_t i = 0; i < x->texMatIndices.count; i++) {
            const tlb_dif_tex_matrix *matrix = &x->texMatrices.data[x->texMatIndices.data[i]];
            *DIF_ADD(m->arena, x->normalIndices) = (uint32_t)matrix->T;
            *DIF_ADD(m->arena, x->normalIndices) = (uint32_t)matrix->N;
            *DIF_ADD(m->arena, x->normalIndices) = (uint32_t)matrix->B;
        }
    }
    NONE(x->texNormals);
    NONE(x->texMatrices);
    NONE(x->texMatIndices);
}

static void fit_surfaces(maker *m, tlb_dif_interior *x)
{
    uint32_t version = x->interiorFileVersion;
    bool unused = version == 0 ? m->plan->family == TLB_DIF_TSE : version <= 5 || version >= 12;
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        x->surfaces.data[i].unused = (uint8_t)(unused && pick(m, 0, 1));
        if (version < 2 || version > 5)
            x->surfaces.data[i].brushId = 0;
    }
    if (version != 4)
        return;
    NONE(x->alarmLMapIndices);
    for (uint32_t i = 0; i < x->normalLMapIndices.count; i++) /* there are no sheets to choose from */
        x->normalLMapIndices.data[i] = 0;
}

static void narrow(tlb_dif_list *list, uint8_t param)
{
    list->flagged = true;
    list->param = param;
}

static void narrow_surfaces(tlb_dif_list *list)
{
    narrow(list, 2);
    for (uint32_t i = 0; i < list->count; i++)
        list->data[i] = (list->data[i] & 0x7fff) | (list->data[i] >> 31 << 15);
}

/* In lists of 32 bits 1, 2 and 4 stand for as many bytes, in those of 16 bits 0 and 1 for one and two. */
static void narrow_lists(tlb_dif_interior *x)
{
    narrow(&x->windings, 2);
    narrow(&x->zoneSurfaces, 1);
    narrow(&x->zonePortalList, 0);
    narrow(&x->normalLMapIndices, 1);
    narrow_surfaces(&x->solidLeafSurfaces);
    narrow(&x->hullIndices, x->points.count <= 256 ? 1 : 2);
    narrow(&x->hullPlaneIndices, 1);
    narrow(&x->hullEmitStringIndices, 4);
    narrow_surfaces(&x->hullSurfaceIndices);
    narrow(&x->polyListPlanes, 1);
    narrow(&x->polyListPoints, 4);
    narrow(&x->coordBinIndices, 0);
    if (x->interiorFileVersion == 4 || x->interiorFileVersion == 5) {
        x->normals2.flagged = true;
        narrow(&x->normalIndices, x->normals2.count <= 256 ? 0 : 1);
    }
}

/* --- one interior ------------------------------------------------------------------------------------ */

static void start_interior(maker *m, tlb_dif_interior *x, uint32_t version)
{
    static const char *const names[MATERIALS] = {"wall", "floor", "pillar"};
    x->interiorFileVersion = version;
    x->materialListVersion = 1;
    if (version != 4)
        x->baseAmbientColor[3] = x->alarmAmbientColor[3] = 255;
    for (uint32_t i = 0; i < MATERIALS; i++)
        *DIF_ADD(m->arena, x->materials) = text(m, names[i]);
}

static void set_light_scale(const maker *m, dif_brushwork *w)
{
    w->sheetSize = m->plan->largeMaps ? 512 : 64;
    w->lumel = 32.0 / w->sheetSize;
}

static void drop_hulls(tlb_dif_interior *x)
{
    NONE(x->convexHulls);
    NONE(x->hullIndices);
    NONE(x->hullPlaneIndices);
    NONE(x->hullSurfaceIndices);
}

/* Only the first detail level collides, and only it has everything. */
static void make_interior(maker *m, tlb_dif_interior *x, const dif_brushwork *w, bool first_detail)
{
    bool full = first_detail && !m->plan->bare, lit = x->interiorFileVersion != 4;
    uint32_t sheets = dif_build(m->arena, w, x);
    if (full && lit)
        add_ambience(m, x);
    if (lit)
        add_sheets(m, x, sheets + x->hasAlarmState, w->sheetSize);
    for (uint32_t i = 0; i < x->surfaces.count && x->hasAlarmState; i += 2)
        x->alarmLMapIndices.data[i] = sheets;
    if (full && lit) {
        add_lamp(m, x);
        add_mirror(m, x);
    } else if (full)
        *DIF_ADD(m->arena, x->lightStates) = (tlb_dif_light_state){.red = 255, .activeTime = 500};
    if (full && x->interiorFileVersion >= 10)
        add_static_meshes(m, x);
    fit_edges(m, x);
    fit_matrices(m, x);
    fit_surfaces(m, x);
}

static void finish_interior(maker *m, tlb_dif_interior *x)
{
    generate(m, x);
    if (m->plan->flagged)
        narrow_lists(x);
}

static void make_details(maker *m)
{
    plan_of_rooms rooms = draw_rooms(m);
    dif_brushwork shell = {0}, full;
    set_light_scale(m, &shell);
    build_shell(&shell, &rooms);
    full = shell;
    furnish(m, &full, &rooms);
    for (uint32_t level = 0; level < (m->plan->bare ? 1u : 2u); level++) {
        tlb_dif_interior *x = DIF_ADD(m->arena, m->dif->details);
        start_interior(m, x, m->plan->version);
        make_interior(m, x, level ? &shell : &full, level == 0);
        x->detailLevel = level;
        x->minPixels = 250 - 150 * level;
        if (level || m->plan->bare)
            drop_hulls(x);
        finish_interior(m, x);
    }
}

static void make_sub_objects(maker *m)
{
    for (uint32_t i = 0; i < 2; i++) {
        dif_brushwork w = {0};
        set_light_scale(m, &w);
        add_box(&w, FLOOR, -1, -1, -0.25, pick_length(m, 1, 2), 1, 0.25);
        tlb_dif_interior *x = DIF_ADD(m->arena, m->dif->subObjects);
        start_interior(m, x, m->plan->version);
        make_interior(m, x, &w, false);
        x->minPixels = 250;
        finish_interior(m, x);
    }
}

/* --- what moves and happens -------------------------------------------------------------------------- */

static void add_trigger(maker *m, const char *name)
{
    static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const float planes[6][4] = {{0, 0, -1, 0}, {0, 0, 1, -1}, {0, -1, 0, 0},
                                       {1, 0, 0, -1}, {0, 1, 0, -1}, {-1, 0, 0, 0}};
    static const uint32_t edges[12][4] = {{0, 2, 0, 1}, {0, 3, 1, 2}, {0, 4, 2, 3}, {0, 5, 3, 0},
                                          {1, 2, 4, 5}, {1, 3, 5, 6}, {1, 4, 6, 7}, {1, 5, 7, 4},
                                          {2, 5, 0, 4}, {2, 3, 1, 5}, {3, 4, 2, 6}, {4, 5, 3, 7}};
    tlb_dif_trigger *t = DIF_ADD(m->arena, m->dif->triggers);
    t->name = text(m, name);
    t->datablock = text(m, "DefaultTrigger");
    property(m, &t->properties, "enterCommand", "open();");
    property(m, &t->properties, "leaveCommand", "");
    odd_properties(m, &t->properties);
    for (uint32_t i = 0; i < 8; i++)
        set3(*DIF_ADD(m->arena, t->polyHedronPoints), corners[i][0], corners[i][1], corners[i][2]);
    for (uint32_t i = 0; i < 6; i++)
        memcpy(DIF_ADD(m->arena, t->polyHedronPlanes), planes[i], sizeof planes[i]);
    for (uint32_t i = 0; i < 12; i++)
        *DIF_ADD(m->arena, t->polyHedronEdges) =
            (tlb_dif_polyhedron_edge){edges[i][0], edges[i][1], edges[i][2], edges[i][3]};
    set3(t->offset, pick_length(m, 1, 3), 1, 0);
}

static void add_follower(maker *m, uint32_t sub_object)
{
    tlb_dif_path_follower *f = DIF_ADD(m->arena, m->dif->pathFollowers);
    f->name = text(m, sub_object ? "lift" : "drawer");
    f->datablock = text(m, "PathedDefault");
    f->interiorResIndex = sub_object;
    set3(f->offset, 1, 0.5, 2);
    property(m, &f->properties, "initialPosition", "0");
    property(m, &f->properties, "initialTargetPosition", "-1");
    odd_properties(m, &f->properties);
    for (uint32_t i = 0; i < m->dif->triggers.count; i++)
        *DIF_ADD(m->arena, f->triggerIds) = i;
    for (uint32_t i = 0; i < 3; i++) {
        tlb_dif_way_point *p = DIF_ADD(m->arena, f->wayPoints);
        *p = (tlb_dif_way_point){.rot = {1, 0, 0, 0}, .msToNext = 500 * pick(m, 1, 4), .smoothingType = i};
        set3(p->pos, i, pick_length(m, 0, 2), 1);
        f->totalMS += p->msToNext;
    }
}

static void add_force_field(maker *m)
{
    dif_brushwork w = {0};
    tlb_dif_interior made = {0}, *x = &made;
    set_light_scale(m, &w);
    add_box(&w, WALL, 0, 0, 0, 0.5, pick_length(m, 1, 3), 2);
    dif_build(m->arena, &w, x);
    tlb_dif_force_field *f = DIF_ADD(m->arena, m->dif->forceFields);
    f->name = text(m, "barrier");
    *DIF_ADD(m->arena, f->triggers) = text(m, "entrance");
    memcpy(f->boundingBox, x->boundingBox, sizeof f->boundingBox);
    memcpy(f->boundingSphere, x->boundingSphere, sizeof f->boundingSphere);
    memcpy(&f->normals, &x->normals, sizeof f->normals);
    memcpy(&f->planes, &x->planes, sizeof f->planes);
    memcpy(&f->points, &x->points, sizeof f->points);
    memcpy(&f->bspSolidLeaves, &x->bspSolidLeaves, sizeof f->bspSolidLeaves);
    for (uint32_t i = 0; i < x->bspNodes.count; i++)
        *DIF_ADD(m->arena, f->bspNodes) = (tlb_dif_force_field_node){x->bspNodes.data[i].planeIndex,
                                                                     (uint16_t)x->bspNodes.data[i].frontIndex,
                                                                     (uint16_t)x->bspNodes.data[i].backIndex};
    for (uint32_t i = 0; i < x->windings.count; i++)
        *DIF_ADD(m->arena, f->windings) = x->windings.data[i];
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        *DIF_ADD(m->arena, f->surfaces) = (tlb_dif_force_field_surface){
            s->windingStart, (uint8_t)s->windingCount, s->planeIndex, s->surfaceFlags, s->fanMask};
    }
    for (uint32_t i = 0; i < x->solidLeafSurfaces.count; i++)
        *DIF_ADD(m->arena, f->solidLeafSurfaces) = x->solidLeafSurfaces.data[i];
    memcpy(f->color, (uint8_t[4]){64, 128, 255, 96}, sizeof f->color);
}

static void add_ai_node(maker *m)
{
    tlb_dif_ai_node *node = DIF_ADD(m->arena, m->dif->aiSpecialNodes);
    node->name = text(m, "cover");
    set3(node->position, pick_length(m, -2, 2), 2, 0);
}

/* --- the end of the resource ------------------------------------------------------------------------- */

/* The same lists in other types; null surfaces are marked with bit 30. */
static void add_vehicle_collision(maker *m)
{
    dif_brushwork w = {.collisionOnly = true};
    tlb_dif_interior made = {0}, *x = &made;
    set_light_scale(m, &w);
    add_box(&w, WALL, 0, 0, 0, pick_length(m, 1, 3), 2, 2);
    add_detail(&w, dif_ramp((dif_corners){{-3, 0, 0}, {0, 2, 1}}), WALL);
    dif_build(m->arena, &w, x);
    require(tlb_dif_make_poly_lists(m->document, x));
    require(tlb_dif_make_emit_strings(m->document, x));
    tlb_dif_vehicle_collision *v = &m->dif->vehicleCollision;
    v->vehicleCollisionFileVersion = m->plan->version;
    memcpy(&v->convexHulls, &x->convexHulls, sizeof v->convexHulls);
    memcpy(&v->convexHullEmitStrings, &x->convexHullEmitStrings, sizeof v->convexHullEmitStrings);
    memcpy(&v->polyListStrings, &x->polyListStrings, sizeof v->polyListStrings);
    memcpy(&v->nullSurfaces, &x->nullSurfaces, sizeof v->nullSurfaces);
    memcpy(&v->points, &x->points, sizeof v->points);
#define COPY(list, type)                                                                                     \
    for (uint32_t i = 0; i < x->list.count; i++)                                                             \
    *DIF_ADD(m->arena, v->list) = (type)x->list.data[i]
    COPY(hullIndices, uint32_t);
    COPY(hullPlaneIndices, uint16_t);
    COPY(hullEmitStringIndices, uint32_t);
    COPY(hullSurfaceIndices, uint32_t);
    COPY(polyListPlanes, uint16_t);
    COPY(polyListPoints, uint32_t);
    COPY(windings, uint32_t);
#undef COPY
    for (uint32_t i = 0; i < v->hullSurfaceIndices.count; i++)
        v->hullSurfaceIndices.data[i] ^= 0xc0000000u;
    for (uint32_t i = 0; i < x->planes.count; i++) {
        bool found = tlb_dif_plane_of(x, (uint16_t)i, false, *DIF_ADD(m->arena, v->planes));
        assert(found), (void)found;
    }
    for (uint32_t i = 0; i < x->nullSurfaces.count; i++)
        *DIF_ADD(m->arena, v->windingIndices) = (tlb_dif_winding_range){x->nullSurfaces.data[i].windingStart,
                                                                        x->nullSurfaces.data[i].windingCount};
}

static void add_entity(maker *m, const char *datablock, tlb_text game_class)
{
    tlb_dif_game_entity *e = DIF_ADD(m->arena, m->dif->gameEntities);
    e->datablock = text(m, datablock);
    e->gameClass = game_class;
    double x = pick_length(m, -3, 3), y = pick_length(m, 1, 3); /* in this order with every compiler */
    set3(e->position, x, y, 0.5);
    property(m, &e->properties, "rotation", "0 0 1 90");
    odd_properties(m, &e->properties);
}

static void make_ending(maker *m)
{
    static const uint8_t tails[DIF_ENDINGS] = {[DIF_END_ENTITIES_TAIL] = 8,
                                               [DIF_END_PLAIN_TAIL_4] = 4,
                                               [DIF_END_PLAIN_TAIL_20] = 20,
                                               [DIF_END_SURPLUS_WORD] = 64};
    tlb_dif *dif = m->dif;
    dif_ending ending = m->plan->ending;
    bool entities = ending <= DIF_END_ENTITIES_SHORT, surplus = ending == DIF_END_SURPLUS_WORD;
    dif->readVehicleCollision = !surplus && !m->plan->bare;
    dif->readGameEntities = entities ? 2 : surplus;
    dif->hasDummy = entities && ending != DIF_END_ENTITIES_SHORT;
    if (tails[ending])
        dif->tail = zeros(m, tails[ending]);
    if (dif->readVehicleCollision)
        add_vehicle_collision(m);
    if (!entities || m->plan->bare)
        return;
    add_entity(m, "GemItem", text(m, "Item"));
    add_entity(m, "TrapDoor",
               m->plan->odd ? tlb_copy_text(m->arena, "\xcd\xcd\0\xfd left over", 14)
                            : text(m, "StaticShape"));
    if (m->plan->odd)
        add_entity(m, "", text(m, ""));
}

/* --- documents --------------------------------------------------------------------------------------- */

void dif_make(tlb_document *document, tlb_context *context, const dif_plan *plan)
{
    static const uint8_t sky[3] = {64, 128, 255};
    maker m = {.document = document,
               .arena = &document->arena,
               .plan = plan,
               .random = plan->seed * 2654435761u + 1};
    m.dif = made_begin(document, context, "dif", sizeof *m.dif);
    m.dif->interiorResourceFileVersion = TLB_DIF_RESOURCE_VERSION;
    m.dif->family = plan->version ? TLB_DIF_TSE : plan->family; /* as read: only version 0 has families */
    m.dif->narrowVehicleNulls = plan->narrowNulls;
    make_details(&m);
    if (!plan->bare) {
        m.dif->previewIncluded = 1;
        m.dif->previewBitmap = picture(&m, 32, sky);
        make_sub_objects(&m);
        add_trigger(&m, "entrance");
        add_trigger(&m, "exit");
        add_follower(&m, 0);
        add_follower(&m, 1);
        add_force_field(&m);
        add_ai_node(&m);
    }
    make_ending(&m);
}
