/* The objects and exits of a room, which stand in the server's programs: a node for each. */
#include "formats/meridian/roo/scene/objects.h"

#include "scene/build/name.h"

#include <math.h>
#include <stdio.h>

/* --- places ------------------------------------------------------------------------------------------- */

/* Client units: row and column count from 1, what is finer in 64ths of a square. */
static void find_square(int64_t row, int64_t col, int64_t fine_row, int64_t fine_col, double place[2])
{
    place[0] = ((double)col - 1) * TLB_ROO_SQUARE + (double)fine_col * TLB_ROO_EDITOR_UNIT;
    place[1] = ((double)row - 1) * TLB_ROO_SQUARE + (double)fine_row * TLB_ROO_EDITOR_UNIT;
}

/* The heights that one stands on, as deep as one wades, and hangs from. False: it is outside. */
static bool find_heights(const roo_scene *s, const double at[2], double *floor, double *ceiling)
{
    enum { DEPTHS = 5 }; /* of a square */
    const tlb_roo_sector *sector = tlb_roo_sector_at(s->roo, at[0], at[1]);
    *floor = *ceiling = 0;
    if (!sector)
        return false;
    uint32_t depth = (sector->flags & TLB_ROO_SECTOR_DEPTH_MASK) * TLB_ROO_SQUARE / DEPTHS;
    double low = tlb_roo_floor_at(sector, at[0], at[1]) - depth,
           high = tlb_roo_ceiling_at(sector, at[0], at[1]);
    if (!isfinite(low) || !isfinite(high))
        return false;
    *floor = low;
    *ceiling = high;
    return true;
}

/* The node of all objects, or of all exits. */
static int32_t add_group(roo_objects *o, const char *name)
{
    int32_t group = (int32_t)o->s->scene->node_count;
    return tlb_scene_add_node(o->s->scene, name, TLB_NONE) ? group : TLB_NONE;
}

static tlb_node *add_node(roo_objects *o, tlb_text name, int32_t group, const double at[2], double height)
{
    const double place[3] = {at[0], at[1], height};
    const char *text = tlb_scene_name(&o->s->work, name.data, name.size);
    tlb_node *node = text ? tlb_scene_add_node(o->s->scene, text, group) : NULL;
    if (!node)
        return NULL;
    roo_turn_axes(node->translation, place);
    node->extras = tlb_value_table(o->s->arena);
    return node->extras ? node : NULL;
}

static tlb_status no_memory(const roo_objects *o)
{
    return tlb_report_memory(o->s->conversion->context, tlb_arena_refused(&o->s->work, o->s->arena));
}

/* --- objects ------------------------------------------------------------------------------------------ */

/* Markers of sounds and scripts, and nothing at all. */
static bool is_unseen(tlb_text bgf)
{
    return kod_is(bgf, "somethin.bgf") || kod_is(bgf, "blank.bgf");
}

/* From east clockwise, 4096 a turn, to a turn of what faces south. */
static void set_angle(tlb_node *node, int64_t angle)
{
    const double pi = 3.14159265358979323846, turn = 4096;
    double half = (pi / 2 - (double)angle / turn * 2 * pi) / 2;
    node->rotation[1] = (float)sin(half);
    node->rotation[3] = (float)cos(half);
}

/* The first three effects are a quarter, a half and three quarters opaque. */
static int opacity_of(int64_t effect)
{
    return effect > 0 && effect < ROO_OPAQUE ? (int)effect : ROO_OPAQUE;
}

static void describe_object(const roo_objects *o, const kod_object *object, tlb_text bgf, bool hangs,
                            tlb_value *extras)
{
    tlb_arena *arena = o->s->arena;
    int64_t effect = tlb_kod_draw_effect(&o->tree, object);
    tlb_value_add_bytes_text(arena, extras, "class", object->what);
    if (bgf.size)
        tlb_value_add_bytes_text(arena, extras, "bgf", bgf);
    tlb_value_add_integer(arena, extras, "row", object->row);
    tlb_value_add_integer(arena, extras, "col", object->col);
    tlb_value_add_integer(arena, extras, "fineRow", object->fine_row);
    tlb_value_add_integer(arena, extras, "fineCol", object->fine_col);
    tlb_value_add_integer(arena, extras, "angle", object->angle);
    if (hangs)
        tlb_value_add_bool(arena, extras, "hanging", true);
    if (effect)
        tlb_value_add_integer(arena, extras, "drawEffect", effect);
    tlb_value_add_bytes_text(arena, extras, "message", object->message);
}

/* Counts an object whose class shows no picture. False without memory. */
static bool note_without(roo_objects *o, const kod_object *object)
{
    const char *name = tlb_scene_name(&o->s->work, object->what.data, object->what.size);
    tlb_text key = name ? tlb_name_key(&o->s->work, name) : (tlb_text){NULL, 0};
    int32_t *count = key.data ? tlb_index_find(&o->classes_without, &o->s->work, key.data, key.size) : NULL;
    if (!count)
        return false;
    if (*count == TLB_INDEX_NEW) {
        *count = 0;
        tlb_name_list_add(&o->names_without, name);
    }
    ++*count;
    o->objects_without++;
    return true;
}

static tlb_status add_object(roo_objects *o, const kod_object *object, int32_t group)
{
    roo_billboard billboard = {.mesh = TLB_NONE};
    tlb_text bgf = tlb_kod_icon(&o->tree, o->room, object);
    double at[2], floor, ceiling;
    if (is_unseen(bgf))
        return TLB_OK;
    const char *file = tlb_scene_name(&o->s->work, bgf.data, bgf.size);
    if (!file || (!bgf.size && !note_without(o, object)))
        return no_memory(o);
    int opacity = opacity_of(tlb_kod_draw_effect(&o->tree, object));
    tlb_status status = bgf.size ? tlb_roo_find_billboard(o, file, opacity, &billboard) : TLB_OK;
    if (status)
        return status;
    find_square(object->row, object->col, object->fine_row, object->fine_col, at);
    o->objects_outside += !find_heights(o->s, at, &floor, &ceiling);
    bool hangs = tlb_kod_hangs(&o->tree, o->room, object);
    tlb_node *node = add_node(o, object->what, group, at, hangs ? ceiling - billboard.height : floor);
    if (!node)
        return no_memory(o);
    node->mesh = billboard.mesh;
    set_angle(node, object->angle);
    describe_object(o, object, bgf, hangs, node->extras);
    return TLB_OK;
}

static tlb_status add_all_objects(roo_objects *o)
{
    tlb_status status = TLB_OK;
    int32_t group = o->room->objects.count ? add_group(o, "objects") : 0;
    if (group == TLB_NONE)
        return no_memory(o);
    for (uint32_t i = 0; i < o->room->objects.count && !status; i++)
        status = add_object(o, &o->room->objects.data[i], group);
    return status;
}

/* --- exits -------------------------------------------------------------------------------------------- */

/* Edges as plEdge_Exits numbers them, and the middle of each in sizes of the room. */
static const struct {
    const char *name;
    double x, y;
} edges[] = {{NULL, 0, 0}, {"south", 0.5, 1}, {"north", 0.5, 0}, {"west", 0, 0.5}, {"east", 1, 0.5}};
enum { EDGES = sizeof edges / sizeof *edges };

static void describe_exit(const roo_objects *o, const kod_exit *way, tlb_value *extras)
{
    static const char *const inner[] = {"row", "col", "room", "toRow", "toCol", "rotation"},
                             *const outer[] = {"edge", "room", "toRow", "toCol", "rotation"};
    uint32_t most = way->is_edge ? sizeof outer / sizeof *outer : sizeof inner / sizeof *inner;
    for (uint32_t i = 0; i < way->count && i < most; i++) {
        const char *key = way->is_edge ? outer[i] : inner[i];
        const kod_value *value = &way->values[i];
        if (value->kind == KOD_NUMBER && way->is_edge && !i)
            tlb_value_add_text(o->s->arena, extras, key, edges[value->number].name);
        else if (value->kind == KOD_NUMBER)
            tlb_value_add_integer(o->s->arena, extras, key, value->number);
    }
}

/* It is called after the constant of the room that it leads to. */
static tlb_status add_exit(roo_objects *o, const kod_exit *way, int32_t group)
{
    char number[32];
    double at[2], floor, ceiling;
    const kod_value *first = &way->values[0], *room = &way->values[way->is_edge ? 1 : 2];
    snprintf(number, sizeof number, "room %lld", (long long)room->number);
    if (!way->is_edge)
        find_square(first->number, way->values[1].number, TLB_ROO_EDITOR_SQUARE / 2,
                    TLB_ROO_EDITOR_SQUARE / 2, at);
    else if (first->number > 0 && first->number < EDGES) {
        at[0] = edges[first->number].x * o->s->roo->width;
        at[1] = edges[first->number].y * o->s->roo->height;
    } else {
        o->exits_without++;
        return TLB_OK;
    }
    if (!find_heights(o->s, at, &floor, &ceiling) && !way->is_edge)
        o->exits_outside++;
    tlb_node *node = add_node(o, room->name.size ? room->name : kod_text(number), group, at, floor);
    if (!node)
        return no_memory(o);
    describe_exit(o, way, node->extras);
    return TLB_OK;
}

static tlb_status add_all_exits(roo_objects *o)
{
    tlb_status status = TLB_OK;
    int32_t group = o->room->exits.count ? add_group(o, "exits") : 0;
    if (group == TLB_NONE)
        return no_memory(o);
    for (uint32_t i = 0; i < o->room->exits.count && !status; i++)
        status = add_exit(o, &o->room->exits.data[i], group);
    return status;
}

/* --- what is not shown -------------------------------------------------------------------------------- */

static void report_counts(const roo_objects *o)
{
    tlb_context *context = o->s->conversion->context;
    const kod_class *c = o->room;
    uint32_t exits = c->computed_exits + o->exits_without;
    if (c->computed_objects || exits)
        tlb_report(context, TLB_CODE_KOD_COMPUTED, TLB_NO_OFFSET, NULL,
                   "%s: %u %s and %u %s left out: what they are, or where, is computed", c->path,
                   c->computed_objects, tlb_plural(c->computed_objects, "object", "objects"), exits,
                   tlb_plural(exits, "exit", "exits"));
    if (o->objects_without)
        tlb_report(context, TLB_CODE_KOD_ICON, TLB_NO_OFFSET, NULL,
                   "%s: %u %s without a picture, as the class is unknown or computes it: %s", c->path,
                   o->objects_without, tlb_plural(o->objects_without, "object", "objects"),
                   o->names_without.text);
    if (o->objects_outside || o->exits_outside)
        tlb_report(context, TLB_CODE_KOD_OUTSIDE, TLB_NO_OFFSET, NULL,
                   "%s: %u %s and %u %s outside every sector, shown at height 0", c->path, o->objects_outside,
                   tlb_plural(o->objects_outside, "object", "objects"), o->exits_outside,
                   tlb_plural(o->exits_outside, "exit", "exits"));
}

static void report_files(const roo_objects *o)
{
    tlb_context *context = o->s->conversion->context;
    const kod_tree *tree = &o->tree;
    tlb_name_list names = {.size = 0};
    for (uint32_t i = 0; i < tree->without_class.count && !names.is_cut; i++)
        tlb_name_list_add(&names, tree->without_class.data[i]);
    if (tree->without_class.count)
        tlb_report(context, TLB_CODE_KOD_FILE, TLB_NO_OFFSET, NULL, "%u %s without a class: %s",
                   tree->without_class.count, tlb_plural(tree->without_class.count, "file", "files"),
                   names.text);
    if (tree->left_out)
        tlb_report(context, TLB_CODE_KOD_FILE, TLB_NO_OFFSET, NULL,
                   "%u %s not read: the programs have more than %d MB", tree->left_out,
                   tlb_plural(tree->left_out, "file was", "files were"), KOD_MOST_BYTES >> 20);
}

static bool find_room(roo_objects *o)
{
    tlb_context *context = o->s->conversion->context;
    uint32_t others;
    const char *file = tlb_path_base(o->s->name);
    o->room = tlb_kod_find_room(&o->tree, file, &others);
    if (!o->room)
        tlb_report(context, TLB_CODE_KOD_ROOM, TLB_NO_OFFSET, NULL,
                   "none of %u classes in %s has prRoom with the file \"%s\"; the room was converted without "
                   "objects",
                   o->tree.classes.count, o->s->options->kod, file);
    else if (others)
        tlb_report(context, TLB_CODE_KOD_ROOM, TLB_NO_OFFSET, NULL,
                   "%u more %s the file \"%s\"; the objects are those of %s", others,
                   tlb_plural(others, "class has", "classes have"), file, o->room->path);
    return o->room != NULL;
}

static tlb_status add_programs(roo_objects *o)
{
    tlb_status status = tlb_assets_add(o->assets, o->s->options->kod);
    if (!status)
        status = tlb_kod_read_all(&o->tree, o->assets);
    if (status)
        return status;
    report_files(o);
    if (!find_room(o))
        return TLB_OK;
    status = add_all_objects(o);
    if (!status)
        status = add_all_exits(o);
    if (!status)
        report_counts(o);
    return status;
}

tlb_status tlb_roo_add_objects(roo_scene *s)
{
    roo_objects o = {.s = s, .tree = {.work = &s->work}, .assets = tlb_assets_create(s->conversion->context)};
    if (!o.assets)
        return tlb_report_memory(s->conversion->context, NULL);
    tlb_status status = add_programs(&o);
    tlb_assets_free(o.assets);
    return status;
}
