/* NFF as a scene: a node for each object, and what scenes have no word for. */
#include "formats/sense8/nff/scene/scene.h"
#include "core/checker.h"
#include "scene/build/name.h"

#include <math.h>

/* --- extras of polygons ----------------------------------------------------------------------------- */

/* Where a polygon's triangles are, as members of a table or a list, counted as a glTF has them: `part` is the
 * mesh's primitive, `firstTriangle` counts from the primitive's first. */
static void add_triangles(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                          uint32_t polygon, tlb_value *to)
{
    const nff_shown_polygon *shown = &polygons[polygon];
    bool list = to && to->kind == TLB_VALUE_LIST;
    if (shown->material == TLB_NONE)
        return;
    tlb_value_add_integer(s->arena, to, list ? NULL : "part", shown->part);
    tlb_value_add_integer(s->arena, to, list ? NULL : "firstTriangle", shown->first_triangle);
    tlb_value_add_integer(s->arena, to, list ? NULL : "triangles",
                          x->polygons.data[polygon].indices.count - 2);
}

/* A row each: polygon, id, part, first triangle, triangles; the first two alone where it is not drawn. */
static void add_ids(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                    tlb_value *extras)
{
    tlb_value *list = NULL;
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        if (!(x->polygons.data[i].has & TLB_NFF_ID))
            continue;
        list = list ? list : tlb_value_add_list(s->arena, extras, "ids");
        tlb_value *row = tlb_value_add_list(s->arena, list, NULL);
        tlb_value_add_integer(s->arena, row, NULL, i);
        tlb_value_add_integer(s->arena, row, NULL, x->polygons.data[i].id);
        add_triangles(s, x, polygons, i, row);
    }
}

static bool has_hidden_color(const tlb_nff_polygon *p)
{
    return p->texture && p->has & TLB_NFF_COLOR;
}

/* "Color is ignored for the textured polygons": a row for each run of polygons: first, count, color. */
static void add_colors(nff_scene *s, const tlb_nff_object *x, tlb_value *extras)
{
    tlb_value *list = NULL;
    for (uint32_t i = 0, end; i < x->polygons.count; i = end) {
        const tlb_nff_polygon *p = &x->polygons.data[i];
        for (end = i + 1; end < x->polygons.count && has_hidden_color(&x->polygons.data[end]) &&
                          memcmp(x->polygons.data[end].color, p->color, sizeof p->color) == 0;
             end++)
            ;
        if (!has_hidden_color(p)) {
            end = i + 1;
            continue;
        }
        list = list ? list : tlb_value_add_list(s->arena, extras, "colors");
        tlb_value *row = tlb_value_add_list(s->arena, list, NULL);
        tlb_value_add_integer(s->arena, row, NULL, i);
        tlb_value_add_integer(s->arena, row, NULL, end - i);
        const char *color =
            tlb_arena_printf(&s->work, "0x%02x%02x%02x", p->color[0], p->color[1], p->color[2]);
        if (color)
            tlb_value_add_text(s->arena, row, NULL, color);
    }
}

/* What scenes have no word for, in the extras of an object's node: ids, and colors below
 * textures. */
static void add_polygon_extras(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                               tlb_value *extras)
{
    add_ids(s, x, polygons, extras);
    add_colors(s, x, extras);
}

/* --- nodes ------------------------------------------------------------------------------------------- */

static int32_t add_node(nff_scene *s, int32_t parent, tlb_text name)
{
    const char *clean = tlb_scene_name(&s->work, name.data ? name.data : "", name.size);
    int32_t index = (int32_t)s->scene->node_count;
    return clean && tlb_scene_add_node(s->scene, clean, parent) ? index : TLB_NONE;
}

static void add_text(nff_scene *s, tlb_value *table, const char *key, tlb_text text)
{
    if (text.size)
        tlb_value_add_bytes_text(s->arena, table, key, text);
}

/* --- objects ----------------------------------------------------------------------------------------- */

/* Where a polygon is: the mean of its corners. */
static void place(tlb_node *node, const tlb_nff_object *x, const tlb_nff_polygon *polygon)
{
    double sum[3] = {0};
    float middle[3];
    for (uint32_t i = 0; i < polygon->indices.count; i++)
        for (int k = 0; k < 3; k++)
            sum[k] += (double)x->vertices.data[polygon->indices.data[i]].position[k];
    for (int k = 0; k < 3; k++)
        middle[k] = (float)(sum[k] / polygon->indices.count);
    nff_turn_axes(node->translation, middle);
}

static bool add_portal(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                       uint32_t index, int32_t parent)
{
    const tlb_nff_polygon *polygon = &x->polygons.data[index];
    int32_t node = add_node(s, parent, polygon->portal);
    if (node == TLB_NONE)
        return false;
    tlb_value *extras = s->scene->nodes[node].extras = tlb_value_table(s->arena);
    add_text(s, extras, "portal", polygon->portal);
    tlb_value_add_integer(s->arena, extras, "polygon", index);
    add_triangles(s, x, polygons, index, extras);
    if (tlb_nff_can_draw(x, polygon))
        place(&s->scene->nodes[node], x, polygon);
    return true;
}

static bool add_object(nff_scene *s, uint32_t index)
{
    const tlb_nff_object *x = &s->nff->objects.data[index];
    const nff_shown_polygon *polygons;
    int32_t mesh, node = add_node(s, TLB_NONE, x->name);
    if (node == TLB_NONE || !tlb_nff_make_mesh(s, index, &mesh, &polygons))
        return false;
    tlb_value *extras = tlb_value_table(s->arena);
    s->scene->nodes[node].mesh = mesh;
    s->scene->nodes[node].extras = extras;
    add_text(s, extras, "shading", x->shading);
    add_text(s, extras, "mtable", x->mtable);
    add_polygon_extras(s, x, polygons, extras);
    for (uint32_t i = 0; i < x->polygons.count; i++)
        if (x->polygons.data[i].portal.size && !add_portal(s, x, polygons, i, node))
            return false;
    return true;
}

/* --- header ------------------------------------------------------------------------------------------ */

/* The turn from -Z, level and Y up, to a direction; one without length is -Z. */
static void look_along(const float way[3], float rotation[4])
{
    double level = hypot((double)way[0], (double)way[2]), yaw = 0, pitch = 0;
    if (level > 0)
        yaw = atan2(0 - (double)way[0], 0 - (double)way[2]); /* and no -0 */
    if (level > 0 || way[1] != 0)
        pitch = atan2((double)way[1], level);
    rotation[0] = (float)(cos(yaw / 2) * sin(pitch / 2));
    rotation[1] = (float)(sin(yaw / 2) * cos(pitch / 2));
    rotation[2] = (float)(-sin(yaw / 2) * sin(pitch / 2));
    rotation[3] = (float)(cos(yaw / 2) * cos(pitch / 2));
}

static bool add_camera(nff_scene *s, int32_t node, const tlb_nff_header *x)
{
    s->scene->nodes[node].camera = (int32_t)s->scene->camera_count;
    if (x->has & TLB_NFF_VIEWDIR && tlb_all_finite(x->viewdir, 3)) {
        float way[3];
        nff_turn_axes(way, x->viewdir);
        look_along(way, s->scene->nodes[node].rotation);
    }
    return tlb_scene_add_camera(s->scene, "viewpoint") != NULL;
}

static bool add_header(nff_scene *s)
{
    const tlb_nff_header *x = &s->nff->header;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    if (x->has & TLB_NFF_VERSION)
        tlb_value_add_single(s->arena, extras, "version", x->version);
    if (!(x->has & (TLB_NFF_VIEWPOS | TLB_NFF_VIEWDIR)))
        return true;
    int32_t node = add_node(s, TLB_NONE, (tlb_text){"viewpoint", 9});
    if (node == TLB_NONE)
        return false;
    tlb_value *view = s->scene->nodes[node].extras = tlb_value_table(s->arena);
    if (x->has & TLB_NFF_VIEWPOS) {
        tlb_value_add_singles(s->arena, view, "viewpos", x->viewpos, 3);
        if (tlb_all_finite(x->viewpos, 3))
            nff_turn_axes(s->scene->nodes[node].translation, x->viewpos);
    }
    if (x->has & TLB_NFF_VIEWDIR)
        tlb_value_add_singles(s->arena, view, "viewdir", x->viewdir, 3);
    return add_camera(s, node, x);
}

tlb_status tlb_nff_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    enum { EFFORT = 100000000 };
    tlb_context *context = conversion->context;
    nff_scene s = {
        .conversion = conversion,
        .nff = &((nff_root *)document->root)->nff,
        .scene = scene,
        .arena = tlb_scene_arena(scene),
        .effort = EFFORT,
    };
    tlb_arena_init(&s.work, context->account);
    tlb_nff_scene_materials_init(&s);
    bool made = add_header(&s);
    for (uint32_t i = 0; i < s.nff->objects.count && made; i++)
        made = add_object(&s, i);
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    return made ? TLB_OK : tlb_report_memory(context, tlb_scene_arena(scene));
}
