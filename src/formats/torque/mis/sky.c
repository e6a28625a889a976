/* The sky of a mission: a box around all else, seen from inside, with the pictures that a list names. */
#include "formats/torque/mis/mis.h"

#include "assets/textures.h"
#include "formats/torque/lists/lists.h"
#include "formats/torque/shared/textures.h"
#include "image/image.h"
#include "scene/materials/color.h"

#include <math.h>
#include <string.h>

enum { WALLS = 6, BOTTOM = 5 };

/* A picture on a wall, in the mission's axes: where its upper left corner is, and the ways to the right and
 * downwards. They are mirrored, as the engine shows them. */
typedef struct wall {
    double corner[3], right[3], down[3];
} wall;

static const wall walls[WALLS] = {
    {{-1, -1, 1}, {2, 0, 0}, {0, 0, -2}}, {{1, -1, 1}, {0, 2, 0}, {0, 0, -2}},
    {{1, 1, 1}, {-2, 0, 0}, {0, 0, -2}},  {{-1, 1, 1}, {0, -2, 0}, {0, 0, -2}},
    {{-1, 1, 1}, {2, 0, 0}, {0, -2, 0}},  {{-1, -1, -1}, {2, 0, 0}, {0, 2, 0}},
};

typedef struct sky {
    tlb_mission_scene *mission;
    uint32_t object;
    const char *folder;             /* of the list, with what separates; or empty */
    char field[MISSION_FIELD_PATH]; /* the path of the list's name */
    const char *name[WALLS];        /* of their pictures; NULL: none */
    int32_t materials[WALLS];
    uint32_t shown; /* walls that have a material */
} sky;

static tlb_status report_memory(sky *k)
{
    return tlb_report_memory(k->mission->placer.conversion->context,
                             tlb_arena_refused(&k->mission->work, tlb_scene_arena(k->mission->scene)));
}

static double number_of(const sky *k, const char *field, double otherwise)
{
    tlb_mission_numbers_of(&k->mission->mission->objects.data[k->object], field, &otherwise, 1);
    return otherwise;
}

/* --- the list ------------------------------------------------------------------------------------------ */

static bool take_names(sky *k, const tlb_torque_list *list)
{
    for (uint32_t i = 0; i < WALLS && i < list->lines.count; i++) {
        tlb_text name = list->lines.data[i].name;
        if (name.size && !(k->name[i] = tlb_arena_printf(&k->mission->work, "%s%.*s", k->folder,
                                                         (int)name.size, name.data)))
            return false;
    }
    return true;
}

static tlb_status open_list(sky *k)
{
    static const char *const extensions[] = {"dml", NULL};
    const tlb_conversion *conversion = k->mission->placer.conversion;
    const tlb_mission_object *object = &k->mission->mission->objects.data[k->object];
    const tlb_mission_field *field = tlb_mission_find(object, "materialList");
    char buffer[MISSION_FILE_NAME];
    tlb_torque_list list; /* a name a line, of the walls in their order, then of clouds */
    const char *file = field ? tlb_mission_file_name(field, buffer) : "";
    tlb_bytes bytes;
    if (!*file)
        return TLB_NOT_FOUND;
    tlb_mission_field_path(k->mission, k->object, field, k->field);
    tlb_status status =
        tlb_assets_find(conversion->assets, &k->mission->work, file, extensions, NULL, &bytes, NULL);
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(conversion->context, k->field, "material list", file);
    if (status)
        return status;
    k->folder = tlb_arena_printf(&k->mission->work, "%.*s", (int)(tlb_path_base(file) - file), file);
    bool made = k->folder &&
                tlb_torque_list_read(conversion->context, &k->mission->work, bytes, false, &list) &&
                take_names(k, &list);
    return made ? TLB_OK : report_memory(k);
}

/* --- materials ----------------------------------------------------------------------------------------- */

static tlb_material *add_material(sky *k, const char *name, int32_t *index)
{
    tlb_scene *scene = k->mission->scene;
    tlb_material *material = tlb_scene_add_material(scene, name);
    if (!material)
        return NULL;
    material->unlit = true;
    material->texture.wrap_u = material->texture.wrap_v = TLB_WRAP_CLAMP;
    *index = (int32_t)scene->material_count - 1;
    return material;
}

/* A wall whose picture is missing or damaged is left out. */
static bool add_picture(sky *k, int side)
{
    const tlb_conversion *conversion = k->mission->placer.conversion;
    tlb_scene *scene = k->mission->scene;
    tlb_textures textures = {.context = conversion->context,
                             .assets = conversion->assets,
                             .scene = scene,
                             .work = &k->mission->work,
                             .extensions = tlb_torque_texture_extensions};
    const char *name = tlb_path_base(k->name[side]), *member;
    tlb_bytes file;
    int32_t image;
    tlb_status status = tlb_assets_find(conversion->assets, tlb_scene_arena(scene), k->name[side],
                                        textures.extensions, tlb_image_is_known, &file, &member);
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(conversion->context, k->field, "texture", name);
    if (status)
        return !tlb_is_fatal(status);
    if (!tlb_texture_image(&textures, name, member, file, &image))
        return false;
    tlb_material *material = image == TLB_NONE ? NULL : add_material(k, name, &k->materials[side]);
    if (material)
        material->texture.image = image;
    return material || image == TLB_NONE;
}

static bool add_pictures(sky *k)
{
    int sides = number_of(k, "renderBottomTexture", 1) == 0 ? BOTTOM : WALLS;
    for (int i = 0; i < sides; i++) {
        int same = 0;
        while (same < i && (!k->name[same] || !k->name[i] || strcmp(k->name[same], k->name[i]) != 0))
            same++;
        if (same < i)
            k->materials[i] = k->materials[same];
        else if (k->name[i] && !add_picture(k, i))
            return false;
        k->shown += k->materials[i] != TLB_NONE;
    }
    return true;
}

/* A sky without pictures is of one color. */
static bool add_color(sky *k)
{
    double color[3];
    int32_t index;
    if (!tlb_mission_numbers_of(&k->mission->mission->objects.data[k->object], "SkySolidColor", color, 3))
        return true;
    tlb_material *material = add_material(k, "sky", &index);
    if (!material)
        return false;
    for (int i = 0; i < 3; i++)
        material->color[i] = tlb_linear((float)color[i]);
    for (int i = 0; i < WALLS; i++)
        k->materials[i] = index;
    k->shown = WALLS;
    return true;
}

/* --- the box ------------------------------------------------------------------------------------------- */

static void fill_wall(tlb_mesh *mesh, uint32_t place, const wall *w, int32_t material)
{
    static const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t i = 0; i < 4; i++) {
        double at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = w->corner[axis] + corners[i][0] * w->right[axis] + corners[i][1] * w->down[axis];
        mission_turn_axes(at, mesh->positions[place * 4 + i]);
        memcpy(mesh->uv[0][place * 4 + i], corners[i], sizeof corners[i]);
    }
    for (uint32_t i = 0; i < 6; i++)
        mesh->indices[place * 6 + i] = place * 4 + triangles[i];
    mesh->parts[place] = (tlb_part){material, place * 6, 6};
}

static bool add_box(sky *k)
{
    tlb_scene *scene = k->mission->scene;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "sky");
    if (!mesh ||
        !tlb_mesh_reserve(scene, mesh, k->shown * 4, k->shown * 6, k->shown, TLB_WITH_UV0 | TLB_WITH_NORMALS))
        return false;
    for (uint32_t i = 0, place = 0; i < WALLS; i++)
        if (k->materials[i] != TLB_NONE)
            fill_wall(mesh, place++, &walls[i], k->materials[i]);
    tlb_mesh_compute_normals(mesh);
    tlb_node *node = &scene->nodes[k->mission->nodes[k->object]];
    node->mesh = (int32_t)scene->mesh_count - 1;
    node->backdrop = true;
    return true;
}

/* In the engine it is where the eye is, farther away than all else: here it is around all else. */
static tlb_status set_size(sky *k)
{
    tlb_scene_stats stats;
    tlb_scene *scene = k->mission->scene;
    tlb_status status = tlb_scene_measure(k->mission->placer.conversion->context, scene, &stats);
    tlb_node *node = &scene->nodes[k->mission->nodes[k->object]];
    double radius = 0;
    for (int i = 0; i < 3 && !status && stats.low[i] <= stats.high[i]; i++) {
        double half = ((double)stats.high[i] - (double)stats.low[i]) / 2;
        node->translation[i] = (float)((double)stats.low[i] + half);
        radius += half * half;
    }
    radius = radius > 0 ? sqrt(radius) : 1;
    for (int i = 0; i < 3; i++)
        node->scale[i] = (float)radius;
    return status;
}

static tlb_status add_parts(sky *k)
{
    tlb_status status = number_of(k, "useSkyTextures", 1) == 0 ? TLB_OK : open_list(k);
    if (status)
        return tlb_is_fatal(status) ? status : TLB_OK;
    if (!(k->folder ? add_pictures(k) : add_color(k)))
        return report_memory(k);
    if (!k->shown)
        return TLB_OK;
    status = set_size(k);
    return status || add_box(k) ? status : report_memory(k);
}

tlb_status tlb_mis_add_sky(tlb_mission_scene *s)
{
    for (uint32_t i = 0; i < s->mission->objects.count; i++) {
        if (s->shares[i] != MISSION_SHOWN || !mission_is(&s->mission->objects.data[i], "Sky"))
            continue;
        sky k = {.mission = s, .object = i};
        for (int side = 0; side < WALLS; side++)
            k.materials[side] = TLB_NONE;
        return add_parts(&k);
    }
    return TLB_OK;
}
