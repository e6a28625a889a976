/* What a scene has no word for, under the description's names. */
#include "formats/meridian/roo/scene_looks.h"

#include <stdio.h>

static void add_int(roo_scene *s, tlb_value *table, const char *key, int64_t value)
{
    tlb_add_integer(s->arena, table, key, value);
}

static const char *const directions[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

/* --- the room ----------------------------------------------------------------------------------------- */

static void add_slope(roo_scene *s, tlb_value *sector, const char *key, const tlb_roo_slope *slope)
{
    tlb_value *table = tlb_add_table(s->arena, sector, key);
    tlb_value *plane = tlb_add_list(s->arena, table, "plane");
    for (int i = 0; i < 4; i++)
        tlb_add_real(s->arena, plane, NULL, slope->plane[i]);
    tlb_value *origin = tlb_add_list(s->arena, table, "textureOrigin");
    for (int i = 0; i < 2; i++)
        tlb_add_real(s->arena, origin, NULL, slope->textureOrigin[i]);
    add_int(s, table, "textureAngle", slope->textureAngle);
    tlb_value *vertices = tlb_add_list(s->arena, table, "vertices");
    for (int i = 0; i < 3; i++) {
        tlb_value *vertex = tlb_add_list(s->arena, vertices, NULL);
        add_int(s, vertex, NULL, slope->vertices[i].x);
        add_int(s, vertex, NULL, slope->vertices[i].y);
        add_int(s, vertex, NULL, slope->vertices[i].z);
    }
}

void roo_describe_sector(roo_scene *s, const tlb_roo_sector *sector, tlb_value *table)
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
    tlb_value *table = tlb_add_table(s->arena, list, NULL);
    add_int(s, table, "id", sidedef->id);
    add_int(s, table, "normalBitmap", sidedef->normalBitmap);
    add_int(s, table, "aboveBitmap", sidedef->aboveBitmap);
    add_int(s, table, "belowBitmap", sidedef->belowBitmap);
    add_int(s, table, "flags", sidedef->flags);
    if (sidedef->animationSpeed)
        add_int(s, table, "animationSpeed", sidedef->animationSpeed);
}

void roo_describe_scene(roo_scene *s)
{
    const tlb_roo *roo = s->roo;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    add_int(s, extras, "version", roo->version);
    add_int(s, extras, "width", roo->width);
    add_int(s, extras, "height", roo->height);
    add_int(s, extras, "roomId", roo->roomId);
    tlb_add_real(s->arena, extras, "metresPerClientUnit", ROO_METRE);
    tlb_value *sectors = tlb_add_list(s->arena, extras, "sectors");
    for (uint32_t i = 0; i < roo->sectors.count; i++)
        roo_describe_sector(s, &roo->sectors.data[i], tlb_add_table(s->arena, sectors, NULL));
    tlb_value *sidedefs = tlb_add_list(s->arena, extras, "sidedefs");
    for (uint32_t i = 0; i < roo->sidedefs.count; i++)
        add_sidedef(s, sidedefs, &roo->sidedefs.data[i]);
    s->told = tlb_add_list(s->arena, extras, "textures");
}

/* --- groups ------------------------------------------------------------------------------------------- */

typedef struct behaviour {
    uint32_t bit;
    const char *key, *word;
} behaviour;

static const behaviour of_sectors[] = {
    {ROO_GROUP_FLICKER, "flicker", "flickering"}, {ROO_GROUP_NO_MOVE, "noMove", "barred"}, {0, NULL, NULL}};
static const behaviour of_walls[] = {{ROO_GROUP_PASSABLE, "passable", "passable"},
                                     {ROO_GROUP_MAP_NEVER, "mapNever", "off map"},
                                     {ROO_GROUP_MAP_ALWAYS, "mapAlways", "on map"},
                                     {ROO_GROUP_NO_LOOK_THROUGH, "noLookThrough", "closed"},
                                     {0, NULL, NULL}};
static const char *const depths[] = {"", "shallow", "deep", "very deep"};

static roo_kind kind_of(roo_group group)
{
    return (roo_kind)(group >> ROO_GROUP_KIND_SHIFT);
}

static uint16_t id_of(roo_group group)
{
    return (uint16_t)(group >> ROO_GROUP_ID_SHIFT);
}

static const behaviour *behaviours_of(roo_group group)
{
    return kind_of(group) == ROO_WALLS ? of_walls : of_sectors;
}

static uint32_t depth_of(roo_group group)
{
    return kind_of(group) == ROO_WALLS ? 0 : group & ROO_GROUP_DEPTH_MASK;
}

void roo_describe_group(roo_scene *s, roo_group group, tlb_value *table)
{
    if (id_of(group))
        add_int(s, table, "id", id_of(group));
    if (depth_of(group))
        add_int(s, table, "depth", depth_of(group));
    for (const behaviour *b = behaviours_of(group); b->key; b++)
        if (group & b->bit)
            tlb_add_bool(s->arena, table, b->key, true);
}

const char *roo_group_name(roo_scene *s, roo_group group)
{
    static const char *const names[ROO_KINDS] = {"floor", "ceiling", "wall"};
    char text[128];
    int length = snprintf(text, sizeof text, "%s", names[kind_of(group)]);
    if (id_of(group))
        length += snprintf(text + length, sizeof text - (size_t)length, " %u", id_of(group));
    if (depth_of(group))
        length += snprintf(text + length, sizeof text - (size_t)length, " %s", depths[depth_of(group)]);
    for (const behaviour *b = behaviours_of(group); b->key; b++)
        if (group & b->bit)
            length += snprintf(text + length, sizeof text - (size_t)length, " %s", b->word);
    return tlb_print(&s->work, "%s", text);
}

/* --- looks -------------------------------------------------------------------------------------------- */

void roo_describe_look(roo_scene *s, roo_look look, tlb_value *table)
{
    enum { FRAME_PERIODS = 10000 }; /* the period of a frame is this over the speed, milliseconds */
    roo_look_parts parts = roo_unpack_look(look);
    add_int(s, table, "bitmap", parts.bitmap);
    if (parts.animation_speed) {
        add_int(s, table, "animationSpeed", parts.animation_speed);
        add_int(s, table, "framePeriodMs", FRAME_PERIODS / parts.animation_speed);
    }
    if (parts.scroll_speed) {
        tlb_value *scroll = tlb_add_table(s->arena, table, "scroll");
        add_int(s, scroll, "speed", parts.scroll_speed);
        tlb_add_text(s->arena, scroll, "direction", directions[parts.scroll_direction]);
        add_int(s, scroll, "pixelPeriodMs", roo_scroll_period(&parts));
    }
}
