/* Light maps and what goes with them: all that version 4 leaves out, and direction maps. */
#include "formats/torque/dif/version/version.h"
#include "image/image.h"

/* Version 4 leaves out light maps and all that goes with them. */
static bool has_lighting(uint32_t version)
{
    return version != 4;
}

static const uint8_t default_ambient[4] = {0, 0, 0, 255};

static void drop_color(const dif_converter *r, const char *field, uint8_t color[4])
{
    tlb_dif_dropped(r, field, memcmp(color, default_ambient, sizeof default_ambient) != 0);
    memset(color, 0, sizeof default_ambient);
}

/* Without state data the states of lights have nothing to refer to. */
static void detach_light_states(dif_converter *r, tlb_dif_interior *x)
{
    tlb_dif_light_state *states =
        tlb_dif_replace_with_copy(r, x->lightStates.data, x->lightStates.count, sizeof *states);
    for (uint32_t i = 0; states && i < x->lightStates.count; i++) {
        states[i].dataIndex = 0;
        states[i].dataCount = 0;
    }
    x->lightStates.data = states;
}

static void drop_lighting(dif_converter *r, tlb_dif_interior *x)
{
    DIF_DROP(r, x, pointVisibilities);
    DIF_DROP(r, x, alarmLMapIndices);
    DIF_DROP(r, x, lightMaps);
    DIF_DROP(r, x, animatedLights); /* their names go */
    DIF_DROP(r, x, stateDatas);
    DIF_DROP(r, x, stateDataBuffers);
    DIF_DROP(r, x, nameBuffers);
    DIF_DROP(r, x, subObjects);
    drop_color(r, "baseAmbientColor", x->baseAmbientColor);
    drop_color(r, "alarmAmbientColor", x->alarmAmbientColor);
    tlb_dif_dropped(r, "lightMapBorderSize", x->extendedLightMapData == 1);
    x->stateDataFlags = x->extendedLightMapData = 0;
    detach_light_states(r, x);
}

/* A PNG of one color, empty without memory. */
static tlb_bytes flat_png(dif_converter *r, uint32_t size[2], const uint8_t color[3])
{
    size_t pixels = (size_t)size[0] * size[1];
    tlb_arena scratch;
    tlb_arena_init(&scratch, r->made.arena.account);
    tlb_image image = {.format = TLB_PIXELS_RGBA, .width = size[0], .height = size[1]};
    tlb_buffer png = {.account = r->made.arena.account};
    image.pixels = tlb_alloc_array(&scratch, pixels, 4);
    for (size_t i = 0; image.pixels && i < pixels; i++)
        memcpy(image.pixels + 4 * i, (uint8_t[4]){color[0], color[1], color[2], UINT8_MAX}, 4);
    uint8_t *data = NULL;
    tlb_arena_fail(&r->made.arena, image.pixels ? tlb_png_encode(&image, &png) : scratch.failure);
    if (image.pixels && !png.status)
        data = tlb_dif_replace_with_copy(r, png.data, png.size, 1);
    else
        tlb_dif_no_memory(r);
    tlb_bytes made = {data, data ? png.size : 0};
    tlb_buffer_free(&png);
    tlb_arena_release(&scratch);
    return made;
}

/* Engines that light by light maps expect each surface to be on a sheet: a white one, as large as the
 * surfaces' rectangles say. */
static void add_light_sheet(dif_converter *r, tlb_dif_interior *x)
{
    static const uint8_t white[3] = {255, 255, 255};
    enum { LARGEST = 512 }; /* version 4 has offsets and sizes of one byte */
    uint32_t side = 1, surfaces = x->surfaces.count;
    if (!surfaces)
        return;
    for (uint32_t i = 0; i < surfaces; i++) {
        const tlb_dif_surface *s = &x->surfaces.data[i];
        while (side < LARGEST && (side < s->mapOffsetX + s->mapSizeX || side < s->mapOffsetY + s->mapSizeY))
            side *= 2;
    }
    uint32_t *indices = tlb_dif_replace(r, surfaces, sizeof *indices);
    tlb_dif_light_map *sheet = tlb_dif_replace(r, 1, sizeof *sheet);
    if (!indices || !sheet)
        return;
    memset(indices, 0, surfaces * sizeof *indices);
    *sheet = (tlb_dif_light_map){.lightMap = flat_png(r, (uint32_t[]){side, side}, white)};
    x->normalLMapIndices = (tlb_dif_list){.data = indices, .count = surfaces};
    x->lightMaps.data = sheet;
    x->lightMaps.count = 1;
    tlb_dif_remark(r, TLB_CODE_DIF_NEUTRAL, "lightMaps", "added one white light map for all surfaces");
}

static void add_lighting(dif_converter *r, tlb_dif_interior *x)
{
    enum { NO_LIGHT_MAP = 255 };
    uint32_t surfaces = x->surfaces.count, *alarm = tlb_dif_replace(r, surfaces, sizeof *alarm);
    for (uint32_t i = 0; alarm && i < surfaces; i++)
        alarm[i] = NO_LIGHT_MAP;
    x->alarmLMapIndices.data = alarm;
    x->alarmLMapIndices.count = alarm ? surfaces : 0;
    memcpy(x->baseAmbientColor, default_ambient, sizeof default_ambient);
    memcpy(x->alarmAmbientColor, default_ambient, sizeof default_ambient);
    add_light_sheet(r, x);
    if (!r->status)
        r->status = tlb_dif_make_point_visibility(&r->made, x);
}

/* As large as the light maps, unless these are so large, or of so many sizes, that something is wrong. */
static void add_direction_maps(dif_converter *r, tlb_dif_interior *x)
{
    static const uint8_t straight_up[3] = {127, 127, 255};
    enum { MOST_PIXELS = 1 << 24 };
    uint32_t count = x->lightMaps.count, made[2] = {0}, size[2];
    uint64_t pixels = 0;
    tlb_bytes neutral = {0};
    tlb_dif_light_map *maps =
        count ? tlb_dif_replace_with_copy(r, x->lightMaps.data, count, sizeof *maps) : NULL;
    for (uint32_t i = 0; maps && i < count; i++) {
        if (tlb_image_size(maps[i].lightMap, &size[0], &size[1]) ||
            pixels + (uint64_t)size[0] * size[1] > MOST_PIXELS)
            size[0] = size[1] = 1;
        if (memcmp(size, made, sizeof size) != 0) {
            memcpy(made, size, sizeof size);
            pixels += (uint64_t)size[0] * size[1];
            neutral = flat_png(r, size, straight_up);
        }
        maps[i].lightDirMap = neutral;
    }
    if (!maps)
        return;
    x->lightMaps.data = maps;
    tlb_dif_remark(r, TLB_CODE_DIF_NEUTRAL, "lightMaps.lightDirMap",
                   "added light from straight ahead everywhere");
}

static void drop_direction_maps(const dif_converter *r, const tlb_dif_interior *x)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->lightMaps.count; i++)
        count += x->lightMaps.data[i].lightDirMap.size != 0;
    tlb_dif_dropped(r, "lightMaps.lightDirMap", count);
}

void tlb_dif_convert_lighting(dif_converter *r, tlb_dif_interior *x)
{
    bool had_directions = tlb_dif_layout_of(r->from, r->from_family).lightDirMaps && has_lighting(r->from);
    bool has_directions = tlb_dif_layout_of(r->to, r->to_family).lightDirMaps;
    if (has_lighting(r->from) && !has_lighting(r->to)) {
        drop_lighting(r, x);
        return;
    }
    if (!has_lighting(r->from) && has_lighting(r->to))
        add_lighting(r, x);
    if (had_directions && !has_directions)
        drop_direction_maps(r, x);
    if (!had_directions && has_directions)
        add_direction_maps(r, x);
}
