/* From the bitmaps of sidedefs and sectors to materials and meshes: few of both. A look is a material; what
 * behaves alike is a node with a mesh, whose parts are its looks. */
#include "formats/meridian/roo/scene/scene.h"

#include <stdio.h>
#include <stdlib.h>

/* --- packing ------------------------------------------------------------------------------------------ */

/* What behaves alike: a kind, the server's name, and flags. */
enum {
    ROO_GROUP_KIND_SHIFT = 24,
    ROO_GROUP_ID_SHIFT = 8,
    /* of sectors */
    ROO_GROUP_DEPTH_MASK = 3,
    ROO_GROUP_FLICKER = 4,
    ROO_GROUP_NO_MOVE = 8,
    /* of walls */
    ROO_GROUP_PASSABLE = 1,
    ROO_GROUP_MAP_NEVER = 2,
    ROO_GROUP_MAP_ALWAYS = 4,
    ROO_GROUP_NO_LOOK_THROUGH = 8
};

static roo_look pack_look(const roo_look_parts *p)
{
    return (roo_look)p->flicker << 40 | (roo_look)p->backwards << 32 | (roo_look)p->bitmap << 16 |
           (roo_look)p->animation_speed << 8 | (roo_look)p->scroll_speed << 6 |
           (roo_look)p->scroll_direction << 3 | (roo_look)p->see_through << 2 | (roo_look)p->on_wall << 1 |
           (roo_look)p->no_htile;
}

static roo_look wall_look(const tlb_roo_sidedef *sidedef, uint16_t bitmap, bool see_through, uint8_t flicker)
{
    roo_look_parts look = {.bitmap = bitmap,
                           .animation_speed = sidedef->animationSpeed,
                           .see_through = see_through,
                           .flicker = flicker,
                           .no_htile = sidedef->flags & TLB_ROO_WALL_NO_HTILE};
    uint8_t speed = sidedef->flags >> TLB_ROO_WALL_SCROLL_SPEED_SHIFT & 3;
    if (speed && !sidedef->animationSpeed) {
        look.scroll_speed = speed;
        look.scroll_direction = sidedef->flags >> TLB_ROO_WALL_SCROLL_DIRECTION_SHIFT & 7;
        look.on_wall = true;
        look.backwards = sidedef->flags & TLB_ROO_WALL_BACKWARDS;
    }
    return pack_look(&look);
}

static roo_look plane_look(const tlb_roo_sector *sector, bool ceiling, uint8_t flicker)
{
    uint32_t scrolls = ceiling ? TLB_ROO_SECTOR_SCROLL_CEILING : TLB_ROO_SECTOR_SCROLL_FLOOR;
    roo_look_parts look = {.bitmap = ceiling ? sector->ceilingBitmap : sector->floorBitmap,
                           .animation_speed = sector->animationSpeed,
                           .flicker = flicker};
    uint8_t speed = sector->flags >> TLB_ROO_SECTOR_SCROLL_SPEED_SHIFT & 3;
    if (speed && sector->flags & scrolls && !sector->animationSpeed) {
        look.scroll_speed = speed;
        look.scroll_direction = sector->flags >> TLB_ROO_SECTOR_SCROLL_DIRECTION_SHIFT & 7;
    }
    return pack_look(&look);
}

static roo_group group_of(roo_kind kind, uint16_t id, uint32_t behaviour)
{
    return (roo_group)kind << ROO_GROUP_KIND_SHIFT | (roo_group)id << ROO_GROUP_ID_SHIFT | behaviour;
}

static roo_group wall_group(const tlb_roo_sidedef *sidedef)
{
    uint32_t flags = sidedef->flags;
    return group_of(ROO_WALLS, sidedef->id,
                    (flags & TLB_ROO_WALL_PASSABLE ? ROO_GROUP_PASSABLE : 0) |
                        (flags & TLB_ROO_WALL_MAP_NEVER ? ROO_GROUP_MAP_NEVER : 0) |
                        (flags & TLB_ROO_WALL_MAP_ALWAYS ? ROO_GROUP_MAP_ALWAYS : 0) |
                        (flags & TLB_ROO_WALL_NO_LOOK_THROUGH ? ROO_GROUP_NO_LOOK_THROUGH : 0));
}

static roo_group plane_group(const tlb_roo_sector *sector, bool ceiling)
{
    uint32_t flags = sector->flags;
    return group_of(ceiling ? ROO_CEILINGS : ROO_FLOORS, sector->id,
                    (flags & TLB_ROO_SECTOR_DEPTH_MASK) |
                        (flags & TLB_ROO_SECTOR_FLICKER ? ROO_GROUP_FLICKER : 0) |
                        (flags & TLB_ROO_SECTOR_NO_MOVE ? ROO_GROUP_NO_MOVE : 0));
}

static size_t count_uses(const roo_scene *s)
{
    return (size_t)s->roo->sectors.count * 2 +
           ((size_t)s->flicker_count + 1) * s->roo->sidedefs.count * ROO_PARTS * 2;
}

bool tlb_roo_prepare_uses(roo_scene *s)
{
    const tlb_roo *roo = s->roo;
    roo_use *use = s->uses = tlb_alloc_array(&s->work, count_uses(s), sizeof *s->uses);
    if (!use)
        return false;
    for (uint32_t i = 0; i < roo->sectors.count; i++)
        for (int ceiling = 0; ceiling < 2; ceiling++) {
            const tlb_roo_sector *sector = &roo->sectors.data[i];
            *use++ =
                (roo_use){ceiling ? ROO_CEILINGS : ROO_FLOORS, plane_look(sector, ceiling, s->flicker_of[i]),
                          plane_group(sector, ceiling), .picture = TLB_NONE};
        }
    for (uint32_t flicker = 0; flicker <= s->flicker_count; flicker++)
        for (uint32_t i = 0; i < roo->sidedefs.count * (uint32_t)ROO_PARTS * 2; i++) {
            const tlb_roo_sidedef *sidedef = &roo->sidedefs.data[i / (ROO_PARTS * 2)];
            uint16_t bitmap = roo_part_bitmap(sidedef, (roo_part)(i / 2 % ROO_PARTS));
            *use++ = (roo_use){ROO_WALLS, wall_look(sidedef, bitmap, i % 2, (uint8_t)flicker),
                               wall_group(sidedef), .picture = TLB_NONE};
        }
    return true;
}

/* --- groups in extras --------------------------------------------------------------------------------- */

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

static void describe_group(roo_scene *s, roo_group group, tlb_value *table)
{
    if (id_of(group))
        tlb_value_add_integer(s->arena, table, "id", id_of(group));
    if (depth_of(group))
        tlb_value_add_integer(s->arena, table, "depth", depth_of(group));
    for (const behaviour *b = behaviours_of(group); b->key; b++)
        if (group & b->bit)
            tlb_value_add_bool(s->arena, table, b->key, true);
}

static const char *group_name(roo_scene *s, roo_group group)
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
    return tlb_arena_printf(&s->work, "%s", text);
}

/* --- looks in extras ---------------------------------------------------------------------------------- */

static const char *const directions[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

static void describe_look(roo_scene *s, roo_look look, tlb_value *table)
{
    roo_look_parts parts = roo_unpack_look(look);
    tlb_value_add_integer(s->arena, table, "bitmap", parts.bitmap);
    if (parts.animation_speed) {
        tlb_value_add_integer(s->arena, table, "animationSpeed", parts.animation_speed);
        tlb_value_add_integer(s->arena, table, "framePeriodMs", roo_frame_period(&parts));
    }
    if (parts.scroll_speed) {
        tlb_value *scroll = tlb_value_add_table(s->arena, table, "scroll");
        tlb_value_add_integer(s->arena, scroll, "speed", parts.scroll_speed);
        tlb_value_add_text(s->arena, scroll, "direction", directions[parts.scroll_direction]);
        tlb_value_add_integer(s->arena, scroll, "pixelPeriodMs", roo_scroll_period(&parts));
    }
}

/* --- sorting ------------------------------------------------------------------------------------------ */

typedef struct entry {
    uint64_t key;
    roo_use *use;
} entry;

typedef struct entries {
    entry *data;
    uint32_t count;
} entries;

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->use < y->use ? -1 : x->use > y->use;
}

/* The bitmaps that something is drawn with, by look, or by group and look. */
static bool sort_uses(roo_scene *s, bool by_group, entries *sorted)
{
    size_t count = count_uses(s);
    *sorted = (entries){tlb_alloc_array(&s->work, count, sizeof *sorted->data), 0};
    if (!sorted->data)
        return false;
    for (size_t i = 0; i < count; i++)
        if (s->uses[i].indices)
            sorted->data[sorted->count++] =
                (entry){(by_group ? (uint64_t)s->uses[i].group << 32 : 0) | s->uses[i].look, &s->uses[i]};
    if (sorted->count)
        qsort(sorted->data, sorted->count, sizeof *sorted->data, by_key);
    return true;
}

/* --- materials ---------------------------------------------------------------------------------------- */

/* The bitmap, and what moves in it: "grd01601 scrolling north". On walls north is up. */
static const char *look_name(roo_scene *s, const roo_look_parts *p)
{
    static const char *const ways[2][8] = {
        {"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"},
        {"up", "up right", "right", "down right", "down", "down left", "left", "up left"}};
    static const char *const speeds[] = {"", " slowly", "", " fast"};
    char frames[32] = "", scroll[64] = "";
    if (p->animation_speed)
        snprintf(frames, sizeof frames, " every %u ms", roo_frame_period(p));
    if (p->scroll_speed)
        snprintf(scroll, sizeof scroll, " scrolling %s%s%s", ways[p->on_wall][p->scroll_direction],
                 speeds[p->scroll_speed], p->backwards ? " mirrored" : "");
    return tlb_arena_printf(&s->work, "grd%05u%s%s%s", p->bitmap, frames, scroll,
                            p->flicker ? " flickering" : "");
}

static bool add_material(roo_scene *s, roo_look look, const roo_picture *picture)
{
    roo_look_parts parts = roo_unpack_look(look);
    const char *name = look_name(s, &parts);
    tlb_material *material = name ? tlb_scene_add_material(s->scene, name) : NULL;
    if (!material)
        return false;
    material->texture = (tlb_texture){.image = picture->image,
                                      .wrap_u = parts.no_htile ? TLB_WRAP_CLAMP : TLB_WRAP_REPEAT,
                                      .nearest = picture->missing};
    material->alpha_mode = parts.see_through ? TLB_ALPHA_MASK : TLB_ALPHA_OPAQUE;
    material->placeholder = picture->missing;
    material->extras = tlb_value_table(s->arena);
    describe_look(s, look, material->extras);
    tlb_roo_dim_material(s, parts.flicker, material);
    return true;
}

/* Notes the last material as one that changes over time. */
static bool note_moving(roo_scene *s, const roo_use *use)
{
    roo_look_parts parts = roo_unpack_look(use->look);
    bool changes = parts.animation_speed && s->pictures.data[use->picture].frame_count > 1;
    if (s->still || !(changes || parts.scroll_speed || parts.flicker))
        return true;
    roo_moving *moving = TLB_PUSH(&s->work, &s->moving);
    if (moving)
        *moving = (roo_moving){(int32_t)s->scene->material_count - 1, use->look, use->picture};
    return moving != NULL;
}

/* The speed of a bitmap with one picture makes no difference. */
static void drop_unseen(roo_scene *s)
{
    size_t count = count_uses(s);
    for (size_t i = 0; i < count; i++) {
        roo_use *use = &s->uses[i];
        const roo_picture *picture = use->indices ? &s->pictures.data[use->picture] : NULL;
        roo_look_parts parts = roo_unpack_look(use->look);
        if (!picture || picture->missing || picture->frame_count > 1)
            continue;
        parts.animation_speed = 0;
        use->look = pack_look(&parts);
    }
}

/* Looks become the numbers of their materials. */
bool tlb_roo_make_materials(roo_scene *s)
{
    entries sorted;
    drop_unseen(s);
    if (!sort_uses(s, false, &sorted))
        return false;
    for (uint32_t i = 0; i < sorted.count; i++) {
        roo_use *use = sorted.data[i].use;
        if ((!i || sorted.data[i].key != sorted.data[i - 1].key) &&
            (!add_material(s, use->look, &s->pictures.data[use->picture]) || !note_moving(s, use)))
            return false;
        use->look = s->scene->material_count - 1;
    }
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

/* The bitmaps of a group as a mesh below the node of their kind: a part for each material, space for all of
 * them. */
static bool add_mesh(roo_scene *s, const entry *first, const entry *end, int32_t parent)
{
    roo_group group = first->use->group;
    uint64_t vertices = 0, indices = 0;
    uint32_t parts = 0;
    for (const entry *e = first; e < end; e++) {
        parts += e == first || e->key != e[-1].key;
        vertices += e->use->vertices;
        indices += e->use->indices;
    }
    const char *name = group_name(s, group);
    tlb_node *node = name ? tlb_scene_add_node(s->scene, name, parent) : NULL;
    tlb_mesh *mesh = node ? tlb_scene_add_mesh(s->scene, name) : NULL;
    if (!mesh || indices > UINT32_MAX ||
        !tlb_mesh_reserve(s->scene, mesh, (uint32_t)vertices, (uint32_t)indices, parts,
                          TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_COLORS))
        return false;
    node->mesh = (int32_t)s->scene->mesh_count - 1;
    node->extras = tlb_value_table(s->arena);
    describe_group(s, group, node->extras);
    uint32_t next_vertex = 0, next_index = 0;
    tlb_part *part = mesh->parts - 1;
    for (const entry *e = first; e < end; e++) {
        if (e == first || e->key != e[-1].key)
            *++part = (tlb_part){.material = (int32_t)e->use->look, .first_index = next_index};
        e->use->mesh = s->scene->mesh_count - 1;
        e->use->next_vertex = next_vertex;
        e->use->next_index = next_index;
        next_vertex += (uint32_t)e->use->vertices;
        next_index += (uint32_t)e->use->indices;
        part->index_count = next_index - part->first_index;
    }
    return true;
}

bool tlb_roo_make_meshes(roo_scene *s)
{
    static const char *const names[ROO_KINDS] = {"floors", "ceilings", "walls"};
    entries sorted;
    if (!sort_uses(s, true, &sorted))
        return false;
    int32_t parent = TLB_NONE;
    const entry *first = sorted.data, *all = sorted.data + sorted.count;
    for (const entry *end; first < all; first = end) {
        for (end = first + 1; end < all && end->use->group == first->use->group;)
            end++;
        if (first == sorted.data || first->use->kind != first[-1].use->kind) {
            parent = (int32_t)s->scene->node_count;
            if (!tlb_scene_add_node(s->scene, names[first->use->kind], TLB_NONE))
                return false;
        }
        if (!add_mesh(s, first, end, parent))
            return false;
    }
    return true;
}
