/* Light maps, and the animated lights of old. */
#include "formats/torque/dif/check/check.h"

enum {
    UNLIT = 255,      /* the index that names no sheet */
    WIDE_INDICES = 13 /* the version from which indices have 32 bits, not 8 */
};

/* --- sheets ----------------------------------------------------------------------------------------- */

/* Checks every sheet and returns their sizes, NULL without memory. */
static dif_image_size *check_sheets(tlb_checker *c, const tlb_dif_interior *interior)
{
    dif_image_size *sizes = tlb_scratch(c, interior->lightMaps.count, sizeof *sizes);
    for (uint32_t i = 0; i < interior->lightMaps.count; i++) {
        const tlb_dif_light_map *map = &interior->lightMaps.data[i];
        size_t outer = tlb_enter(c, "lightMaps[%u].", i);
        dif_image_size size = tlb_dif_check_png(c, map->lightMap, "lightMap");
        if (map->lightDirMap.size) {
            dif_image_size directions = tlb_dif_check_png(c, map->lightDirMap, "lightDirMap");
            if (directions.width != size.width || directions.height != size.height)
                TLB_FIND(c, DIF_LIGHT_MAP_SIZES, tlb_at(c, "lightDirMap"),
                         "%u x %u, expected %u x %u as the light map", directions.width, directions.height,
                         size.width, size.height);
        }
        DIF_CHECK_BOOL(c, map->keepLightMap, tlb_at(c, "keepLightMap"));
        c->part = outer;
        if (sizes)
            sizes[i] = size;
    }
    if (interior->lightMaps.count > UNLIT && interior->interiorFileVersion < WIDE_INDICES)
        TLB_FIND(c, DIF_LIGHT_MAP_OVERFLOW, tlb_at(c, "lightMaps"),
                 "number of light maps: %u; the largest index possible is %d", interior->lightMaps.count,
                 UNLIT - 1);
    return sizes;
}

/* --- surfaces on sheets ----------------------------------------------------------------------------- */

static bool names_sheet(const tlb_dif_interior *interior, uint32_t index)
{
    return index < interior->lightMaps.count;
}

static bool names_none(uint32_t index)
{
    return index == UNLIT || index == UINT32_MAX;
}

static void check_indices(tlb_checker *c, const tlb_dif_interior *interior, const char *list,
                          const uint32_t *data, uint32_t count)
{
    if (count != interior->surfaces.count)
        TLB_FIND(c, DIF_LIGHT_MAP_COUNT, tlb_at(c, "%s", list), "length %u, expected %u (number of surfaces)",
                 count, interior->surfaces.count);
    for (uint32_t i = 0; interior->lightMaps.count && i < count; i++)
        if (!names_sheet(interior, data[i]) && !names_none(data[i]))
            TLB_FIND(c, DIF_LIGHT_MAP_INDEX, tlb_at(c, "%s[%u]", list, i),
                     "index %u out of range; number of light maps: %u", data[i], interior->lightMaps.count);
}

/* How far the corners of a surface reach outside 0 to 1 on the sheet. */
static double outside_sheet(const tlb_dif_interior *interior, const tlb_dif_surface *surface)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint32_t count = tlb_dif_surface_polygon(interior, surface, false, points);
    double farthest = 0;
    for (uint32_t i = 0; i < count; i++) {
        float uv[2];
        tlb_dif_light_map_uv(surface, interior->points.data[points[i]], uv);
        for (int axis = 0; axis < 2; axis++)
            farthest = fmax(farthest, fmax((double)-uv[axis], (double)uv[axis] - 1));
    }
    return farthest;
}

static void check_lit_surface(tlb_checker *c, const tlb_dif_interior *interior, uint32_t i, uint32_t sheet,
                              dif_image_size size)
{
    const tlb_dif_surface *surface = &interior->surfaces.data[i];
    if ((uint64_t)surface->mapOffsetX + surface->mapSizeX > size.width ||
        (uint64_t)surface->mapOffsetY + surface->mapSizeY > size.height)
        TLB_FIND(c, DIF_LIGHT_MAP_AREA, tlb_at(c, "surfaces[%u].mapOffsetX", i),
                 "%u x %u at %u, %u exceeds light map %u of %u x %u", surface->mapSizeX, surface->mapSizeY,
                 surface->mapOffsetX, surface->mapOffsetY, sheet, size.width, size.height);
    double outside = outside_sheet(interior, surface) * fmax(size.width, size.height);
    if (outside > 1) /* texel */
        TLB_FIND(c, DIF_LIGHT_MAP_UV, tlb_at(c, "surfaces[%u].finalWord", i),
                 "a corner is %g texels outside light map %u", outside, sheet);
}

static void check_lit_surfaces(tlb_checker *c, const tlb_dif_interior *interior, const dif_image_size *sizes)
{
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        const tlb_dif_surface *surface = &interior->surfaces.data[i];
        if (dif_axes_of(surface) > DIF_LAST_AXES)
            TLB_FIND(c, DIF_LIGHT_MAP_AXES, tlb_at(c, "surfaces[%u].finalWord", i),
                     "0x%04x: axes %u, expected 0 to %d", surface->finalWord, dif_axes_of(surface),
                     DIF_LAST_AXES);
        DIF_CHECK_FINITE(c, &surface->texGenXDistance, 1, tlb_at(c, "surfaces[%u].texGenXDistance", i));
        DIF_CHECK_FINITE(c, &surface->texGenYDistance, 1, tlb_at(c, "surfaces[%u].texGenYDistance", i));
        uint32_t sheet =
            i < interior->normalLMapIndices.count ? interior->normalLMapIndices.data[i] : UINT32_MAX;
        if (sizes && names_sheet(interior, sheet) && sizes[sheet].width &&
            dif_axes_of(surface) <= DIF_LAST_AXES)
            check_lit_surface(c, interior, i, sheet, sizes[sheet]);
    }
}

void tlb_dif_check_light_maps(tlb_checker *c, const tlb_dif_interior *interior)
{
    check_indices(c, interior, "normalLMapIndices", interior->normalLMapIndices.data,
                  interior->normalLMapIndices.count);
    if (interior->interiorFileVersion != 4) { /* which has neither */
        if (interior->alarmLMapIndices.count) /* no engine that is known reads them */
            check_indices(c, interior, "alarmLMapIndices", interior->alarmLMapIndices.data,
                          interior->alarmLMapIndices.count);
        if (interior->surfaces.count && !interior->lightMaps.count)
            TLB_FIND(c, DIF_NO_LIGHT_MAPS, tlb_at(c, "lightMaps"),
                     "number of surfaces: %u, but there is no light map", interior->surfaces.count);
    }
    check_lit_surfaces(c, interior, check_sheets(c, interior));
}

/* --- animated lights ----------------------------------------------------------------------------------- */

static void check_animated_lights(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t names_end = interior->nameBuffers.count; /* after the last terminator */
    while (names_end && interior->nameBuffers.data[names_end - 1])
        names_end--;
    for (uint32_t i = 0; i < interior->animatedLights.count; i++) {
        const tlb_dif_animated_light *light = &interior->animatedLights.data[i];
        TLB_CHECK_INDEX(c, DIF_LIGHT, light->nameIndex, names_end,
                        tlb_at(c, "animatedLights[%u].nameIndex", i), "bytes of names");
        TLB_CHECK_RANGE(c, DIF_LIGHT, light->stateIndex, light->stateCount, interior->lightStates.count,
                        tlb_at(c, "animatedLights[%u].stateIndex", i), "lightStates");
    }
}

static void check_light_states(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->lightStates.count; i++) {
        const tlb_dif_light_state *state = &interior->lightStates.data[i];
        TLB_CHECK_RANGE(c, DIF_LIGHT, state->dataIndex, state->dataCount, interior->stateDatas.count,
                        tlb_at(c, "lightStates[%u].dataIndex", i), "stateDatas");
    }
    for (uint32_t i = 0; i < interior->stateDatas.count; i++) {
        const tlb_dif_state_data *data = &interior->stateDatas.data[i];
        TLB_CHECK_INDEX(c, DIF_LIGHT, data->surfaceIndex, interior->surfaces.count,
                        tlb_at(c, "stateDatas[%u].surfaceIndex", i), "surfaces");
        if (data->mapIndex != UINT32_MAX) /* none */
            TLB_CHECK_INDEX(c, DIF_LIGHT, data->mapIndex, interior->stateDataBuffers.count,
                            tlb_at(c, "stateDatas[%u].mapIndex", i), "bytes of state data");
        TLB_CHECK_INDEX(c, DIF_LIGHT, data->lightStateIndex, interior->numLightStateEntries,
                        tlb_at(c, "stateDatas[%u].lightStateIndex", i), "light state entries");
    }
}

void tlb_dif_check_lights(tlb_checker *c, const tlb_dif_interior *interior)
{
    check_animated_lights(c, interior);
    check_light_states(c, interior);
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        const tlb_dif_surface *surface = &interior->surfaces.data[i];
        if (surface->lightCount)
            TLB_CHECK_RANGE(c, DIF_LIGHT, surface->lightStateInfoStart, surface->lightCount,
                            interior->numLightStateEntries, tlb_at(c, "surfaces[%u].lightStateInfoStart", i),
                            "numLightStateEntries");
    }
}
