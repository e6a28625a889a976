/* A level as a scene: a node for each brush, mesh and entity, by whose names and extras tlb_level_from_scene
 * knows them again (docs/formats/map.md). */
#include "level/level.h"

#include "base/context.h"
#include "base/text.h"
#include "image/image.h"
#include "scene/build/build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A material in the last mesh that has it. */
typedef struct material_use {
    uint32_t serial, part;
} material_use;

typedef struct exporter {
    tlb_context *context;
    const tlb_level *level;
    const tlb_level_detail *detail;
    unsigned with; /* TLB_LEVEL_WITH_ */
    tlb_scene *scene;
    tlb_arena *arena, work;
    int32_t *materials; /* of the scene, by the level's; TLB_NONE: not yet made */
    material_use *uses; /* by the level's materials */
    uint32_t serial;    /* of the mesh that is made */
    int32_t placeholder;
    int32_t root; /* of the detail */
} exporter;

/* Z up to Y up. */
static void turn(const double from[3], float to[3])
{
    to[0] = (float)from[0];
    to[1] = (float)from[2];
    to[2] = from[1] != 0 ? (float)-from[1] : 0;
}

/* --- materials --------------------------------------------------------------------------------------- */

static bool copy_image(exporter *e, const tlb_image *from, int32_t *index)
{
    *index = (int32_t)e->scene->image_count;
    tlb_image *image = tlb_scene_add_image(e->scene, from->name);
    if (!image)
        return false;
    const char *name = image->name;
    size_t pixels = (size_t)from->width * from->height * (from->format == TLB_PIXELS_RGBA ? 4 : 1);
    *image = *from;
    image->name = name;
    if (from->encoded.size) {
        uint8_t *bytes = tlb_alloc(e->arena, from->encoded.size);
        if (!bytes)
            return false;
        image->encoded.data = memcpy(bytes, from->encoded.data, from->encoded.size);
    }
    if (from->pixels) {
        image->pixels = tlb_alloc(e->arena, pixels);
        if (!image->pixels)
            return false;
        memcpy(image->pixels, from->pixels, pixels);
    }
    if (from->palette) {
        uint8_t(*palette)[4] = tlb_alloc_array(e->arena, 256, sizeof *palette);
        if (!palette)
            return false;
        image->palette = memcpy(palette, from->palette, 256 * sizeof *palette);
    }
    return true;
}

static bool set_texture(exporter *e, const tlb_level_material *from, tlb_material *material)
{
    if (from->surface != TLB_LEVEL_VISIBLE) {
        material->color[3] = 0;
        material->alpha_mode = TLB_ALPHA_MASK;
        material->extras = tlb_value_table(e->arena);
        tlb_value_add_bool(e->arena, material->extras, "null", true);
        return true;
    }
    if (from->image)
        return copy_image(e, from->image, &material->texture.image);
    if (!from->name[0])
        return true;
    material->placeholder = material->name;
    if (e->placeholder == TLB_NONE) {
        tlb_image *image = tlb_scene_add_image(e->scene, "placeholder");
        if (!image || tlb_image_placeholder(e->context, e->arena, image))
            return false;
        e->placeholder = (int32_t)e->scene->image_count - 1;
    }
    material->texture.image = e->placeholder;
    material->texture.nearest = true;
    return true;
}

static bool find_material(exporter *e, uint32_t index, int32_t *material)
{
    *material = e->materials[index];
    if (*material != TLB_NONE)
        return true;
    const tlb_level_material *from = &e->level->materials.data[index];
    *material = e->materials[index] = (int32_t)e->scene->material_count;
    tlb_material *added = tlb_scene_add_material(e->scene, from->name);
    return added && set_texture(e, from, added);
}

/* --- polygons ---------------------------------------------------------------------------------------- */

/* A polygon to be drawn as a fan. */
typedef struct outline {
    const double (*points)[3];
    const uint32_t *corners;
    uint32_t count, material;
    const double *x, *y;
} outline;

static void fill_polygon(tlb_mesh *mesh, const outline *o, const float normal[3])
{
    for (uint32_t i = 0; i < o->count; i++) {
        const double *p = o->points[o->corners[i]];
        uint32_t vertex = mesh->vertex_count + i;
        turn(p, mesh->positions[vertex]);
        memcpy(mesh->normals[vertex], normal, sizeof mesh->normals[vertex]);
        mesh->uv[0][vertex][0] = (float)(o->x[0] * p[0] + o->x[1] * p[1] + o->x[2] * p[2] + o->x[3]);
        mesh->uv[0][vertex][1] = (float)(o->y[0] * p[0] + o->y[1] * p[1] + o->y[2] * p[2] + o->y[3]);
        if (i >= 2) {
            uint32_t *triangle = mesh->indices + mesh->index_count;
            triangle[0] = mesh->vertex_count;
            triangle[1] = vertex - 1;
            triangle[2] = vertex;
            mesh->index_count += 3;
        }
    }
    mesh->vertex_count += o->count;
}

/* Newell's. */
static void find_normal(const outline *o, float normal[3])
{
    double sum[3] = {0}, square = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const double *a = o->points[o->corners[i]], *b = o->points[o->corners[(i + 1) % o->count]];
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            sum[axis] += (a[u] - b[u]) * (a[v] + b[v]);
        }
    }
    for (int axis = 0; axis < 3; axis++)
        square += sum[axis] * sum[axis];
    double length = sqrt(square);
    for (int axis = 0; axis < 3; axis++)
        sum[axis] = length > 0 ? sum[axis] / length : axis == 2;
    turn(sum, normal);
}

/* The part of each outline, by the first appearance of its material; returns the number of parts. */
static uint32_t find_parts(exporter *e, const outline *outlines, uint32_t count, uint32_t *part_of)
{
    uint32_t parts = 0;
    e->serial++;
    for (uint32_t i = 0; i < count; i++) {
        material_use *use = &e->uses[outlines[i].material];
        if (use->serial != e->serial)
            *use = (material_use){e->serial, parts++};
        part_of[i] = use->part;
    }
    return parts;
}

static bool fill_parts(exporter *e, tlb_mesh *mesh, const outline *outlines, uint32_t count,
                       const uint32_t *part_of)
{
    uint32_t *starts = tlb_alloc_array(&e->work, (size_t)mesh->part_count + 1, sizeof *starts);
    uint32_t *order = tlb_alloc_array(&e->work, count, sizeof *order);
    if (!starts || !order)
        return false;
    memset(starts, 0, ((size_t)mesh->part_count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < count; i++)
        starts[part_of[i] + 1]++;
    for (uint32_t p = 0; p < mesh->part_count; p++)
        starts[p + 1] += starts[p];
    for (uint32_t i = 0; i < count; i++)
        order[starts[part_of[i]]++] = i;
    mesh->vertex_count = mesh->index_count = 0;
    for (uint32_t p = 0, i = 0; p < mesh->part_count; p++) {
        tlb_part *part = &mesh->parts[p];
        part->first_index = mesh->index_count;
        if (!find_material(e, outlines[order[i]].material, &part->material))
            return false;
        for (; i < starts[p]; i++) {
            float normal[3];
            find_normal(&outlines[order[i]], normal);
            fill_polygon(mesh, &outlines[order[i]], normal);
        }
        part->index_count = mesh->index_count - part->first_index;
    }
    return true;
}

/* The mesh of a brush or mesh: a part for each material. TLB_NONE in *index: nothing to draw. */
static bool add_mesh(exporter *e, const char *name, const outline *outlines, uint32_t count, int32_t *index)
{
    uint32_t vertices = 0;
    *index = TLB_NONE;
    if (!count)
        return true;
    for (uint32_t i = 0; i < count; i++)
        vertices += outlines[i].count;
    *index = (int32_t)e->scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(e->scene, name);
    uint32_t *part_of = tlb_alloc_array(&e->work, count, sizeof *part_of);
    return mesh && part_of &&
           tlb_mesh_reserve(e->scene, mesh, vertices, 3 * (vertices - 2 * count),
                            find_parts(e, outlines, count, part_of), TLB_WITH_NORMALS | TLB_WITH_UV0) &&
           fill_parts(e, mesh, outlines, count, part_of);
}

/* --- brushes ------------------------------------------------------------------------------------------ */

static const char *prefix_of(tlb_brush_kind kind)
{
    static const char *const prefixes[] = {
        [TLB_BRUSH_STRUCTURAL] = "brush", [TLB_BRUSH_DETAIL] = "detail", [TLB_BRUSH_COLLISION] = "col",
        [TLB_BRUSH_VEHICLE] = "vehicle",  [TLB_BRUSH_PORTAL] = "portal", [TLB_BRUSH_TRIGGER] = "trigger",
        [TLB_BRUSH_MOVER] = "brush"};
    return prefixes[kind];
}

static bool add_object(exporter *e, tlb_brush_kind kind, const char *name, uint32_t number, int32_t parent,
                       const outline *outlines, uint32_t count)
{
    char made[32];
    int32_t mesh;
    bool is_zone = kind == TLB_BRUSH_PORTAL || kind == TLB_BRUSH_TRIGGER;
    bool is_hull = kind == TLB_BRUSH_COLLISION || kind == TLB_BRUSH_VEHICLE;
    if ((is_zone && !(e->with & TLB_LEVEL_WITH_ZONES)) || (is_hull && !(e->with & TLB_LEVEL_WITH_COLLISION)))
        return true;
    snprintf(made, sizeof made, "%s_%u", prefix_of(kind), number);
    if (!add_mesh(e, name ? name : made, outlines, count, &mesh))
        return false;
    if (mesh == TLB_NONE)
        return true;
    tlb_node *node = tlb_scene_add_node(e->scene, name ? name : made, parent);
    if (!node)
        return false;
    node->mesh = mesh;
    node->hidden = is_zone || is_hull;
    node->layer = is_zone ? "zones" : is_hull ? "collision" : NULL;
    return true;
}

/* Volumes have faces of such materials only. */
static bool has_face(const exporter *e, uint32_t material, tlb_brush_kind kind)
{
    return e->with & TLB_LEVEL_WITH_COLLISION || kind == TLB_BRUSH_PORTAL || kind == TLB_BRUSH_TRIGGER ||
           e->level->materials.data[material].surface == TLB_LEVEL_VISIBLE;
}

static bool add_brush(exporter *e, uint32_t index, int32_t parent)
{
    const tlb_level_brush *brush = &e->detail->brushes.data[index];
    const tlb_level_face *faces = tlb_level_brush_faces(e->detail, brush);
    tlb_brush_shape shape;
    outline *outlines = tlb_alloc_array(&e->work, brush->face_count, sizeof *outlines);
    if (!outlines || !tlb_brush_shape_make(faces, brush->face_count, &e->work, &e->work, &shape))
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape.rings.count; i++) {
        const tlb_brush_ring *ring = &shape.rings.data[i];
        if (ring->count && has_face(e, faces[i].material, brush->kind))
            outlines[count++] = (outline){(const double(*)[3])shape.points.data,
                                          shape.corners.data + ring->first,
                                          ring->count,
                                          faces[i].material,
                                          faces[i].x,
                                          faces[i].y};
    }
    return add_object(e, brush->kind, brush->name, index, parent, outlines, count);
}

/* --- entities ---------------------------------------------------------------------------------------- */

static const char *value_of(const tlb_level_entity *entity, const char *key)
{
    const char *value = tlb_level_property_value(entity, key);
    return value ? value : "";
}

static tlb_value *make_extras(exporter *e, const tlb_level_entity *entity)
{
    tlb_value *extras = tlb_value_table(e->arena);
    tlb_value_add_text(e->arena, extras, "class", entity->classname);
    for (uint32_t i = 0; i < entity->properties.count; i++) {
        const tlb_level_property *p = &entity->properties.data[i];
        bool is_last = true;
        for (uint32_t j = i + 1; j < entity->properties.count; j++)
            is_last &= !tlb_same_nocase(p->key, entity->properties.data[j].key);
        tlb_text key = tlb_copy_text(e->arena, p->key, strlen(p->key));
        if (is_last && key.data && !tlb_same_nocase(p->key, "classname") &&
            !tlb_same_nocase(p->key, "origin"))
            tlb_value_add_text(e->arena, extras, key.data, p->value);
    }
    return extras;
}

static bool is_light(const tlb_level_entity *entity)
{
    static const char *const classes[] = {"light_omni", "light_point", "light_emitter_point"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (tlb_same_nocase(entity->classname, classes[i]))
            return true;
    return false;
}

/* "r g b" of 0 to 255; the range is where the light ends. */
static bool add_light(exporter *e, const tlb_level_entity *entity, tlb_node *node)
{
    double color[3] = {255, 255, 255}, most = 0;
    tlb_level_numbers(value_of(entity, "color"), color, 3);
    for (int i = 0; i < 3; i++)
        most = fmax(most, color[i]);
    node->light = (int32_t)e->scene->light_count;
    tlb_scene_light *light = tlb_scene_add_light(e->scene, entity->classname);
    if (!light)
        return false;
    double range = tlb_level_property_number(entity, "falloff2", 0) / e->detail->units;
    for (int i = 0; i < 3; i++)
        light->color[i] = most > 0 ? (float)(fmax(color[i], 0) / most) : 1;
    light->range = range > 0 && range < 1e6 ? (float)range : 0;
    light->intensity = light->range > 0 ? (float)(most / 255) * light->range * light->range / 4 : 1;
    return true;
}

/* Its node; worldspawn and entities of brushes without a place of their own are the detail's. */
static bool add_entity(exporter *e, uint32_t index, int32_t *mover)
{
    const tlb_level_entity *entity = &e->detail->entities.data[index];
    tlb_brush_kind kind = tlb_level_brush_kind_of(entity->classname);
    bool has_brushes = entity->brush_count != 0;
    bool is_own = index && (kind == TLB_BRUSH_MOVER || kind == TLB_BRUSH_TRIGGER || !has_brushes ||
                            tlb_same_nocase(entity->classname, "portal"));
    int32_t parent = e->root;
    if (is_own) {
        char name[80];
        bool is_path = tlb_same_nocase(entity->classname, "path_node");
        bool belongs = *mover != TLB_NONE && (is_path || kind == TLB_BRUSH_TRIGGER);
        snprintf(name, sizeof name, "%.60s_%u",
                 kind == TLB_BRUSH_MOVER ? "mover"
                 : is_path               ? "path"
                                         : entity->classname,
                 index);
        int32_t node_index = (int32_t)e->scene->node_count;
        tlb_node *node = tlb_scene_add_node(e->scene, name, belongs ? *mover : e->root);
        if (!node)
            return false;
        turn(entity->origin, node->translation);
        node->extras = make_extras(e, entity);
        if (kind == TLB_BRUSH_MOVER)
            *mover = node_index;
        if (is_light(entity) && !add_light(e, entity, node))
            return false;
        /* Brushes are where they are, whatever their entity's origin. */
        if (has_brushes && entity->has_origin)
            memset(node->translation, 0, sizeof node->translation);
        parent = node_index;
    }
    for (uint32_t i = 0; i < entity->brush_count; i++) {
        tlb_mark mark = tlb_arena_mark(&e->work);
        bool added = add_brush(e, entity->first_brush + i, parent);
        tlb_arena_rewind(&e->work, mark);
        if (!added)
            return false;
    }
    return true;
}

/* --- details ----------------------------------------------------------------------------------------- */

static bool add_detail(exporter *e, uint32_t index)
{
    char name[32];
    int32_t mover = TLB_NONE;
    e->detail = &e->level->details.data[index];
    snprintf(name, sizeof name, "detail_%u", index);
    e->root = (int32_t)e->scene->node_count;
    tlb_node *root = tlb_scene_add_node(e->scene, name, TLB_NONE);
    if (!root)
        return false;
    root->level = e->level->details.count > 1 ? (int32_t)index : TLB_NONE;
    root->level_size = (float)e->detail->min_pixels;
    if (e->detail->entities.count)
        root->extras = make_extras(e, &e->detail->entities.data[0]);
    for (uint32_t i = 0; i < e->detail->entities.count; i++)
        if (!add_entity(e, i, &mover))
            return false;
    return true;
}

tlb_status tlb_level_to_scene(tlb_context *context, const tlb_level *level, unsigned with, tlb_scene *scene)
{
    exporter e = {.context = context, .level = level, .with = with, .scene = scene, .placeholder = TLB_NONE};
    e.arena = tlb_scene_arena(scene);
    tlb_arena_init(&e.work, context->account);
    e.materials = tlb_alloc_array(&e.work, level->materials.count, sizeof *e.materials);
    e.uses = tlb_alloc_array(&e.work, level->materials.count, sizeof *e.uses);
    bool added = e.materials && e.uses;
    for (uint32_t i = 0; added && i < level->materials.count; i++) {
        e.materials[i] = TLB_NONE;
        e.uses[i] = (material_use){0, 0};
    }
    for (uint32_t i = 0; added && i < level->details.count; i++)
        added = add_detail(&e, i);
    tlb_arena_release(&e.work);
    tlb_arena_fail(tlb_scene_arena(scene), e.work.failure);
    return added ? TLB_OK : tlb_report_memory(context, tlb_scene_arena(scene));
}
