/* A mission of Torque as a scene: what its objects show is in other files. */
#include "formats/torque/mis/mis.h"
#include "trilobite/formats/ter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const interior_extensions[] = {"dif", NULL}, *const shape_extensions[] = {"dts", NULL},
                         *const terrain_extensions[] = {"ter", NULL};
static const tlb_place_kind interior = {"interior", interior_extensions, (const char *const[]){"dif", NULL}},
                            shape = {"shape", shape_extensions, (const char *const[]){"torque-dts", NULL}},
                            terrain = {"terrain", terrain_extensions, (const char *const[]){"ter", NULL}};

static const char *const places[] = {"AudioEmitter",  "Camera",  "CoverPoint",        "Marker",
                                     "MissionMarker", "Path",    "PlayerSpawnSphere", "SFXEmitter",
                                     "SpawnSphere",   "Trigger", "WayPoint",          NULL},
                         *const shaped[] = {
                             "StaticShape",    "Item",          "Player",       "AIPlayer",   "Turret",
                             "WheeledVehicle", "FlyingVehicle", "HoverVehicle", "RigidShape", NULL};
const tlb_mission_shapes tlb_mis_shapes = {&tlb_mis_grammar, &shape, places, shaped,
                                           tlb_mis_marble_blast_shape};

/* --- places ------------------------------------------------------------------------------------------- */

/* An axis, and degrees, clockwise seen along it. */
static void set_rotation(const double turn[4], float rotation[4])
{
    double length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    double half = -turn[3] * 3.14159265358979323846 / 360, axis[3];
    if (!(length > 0) || !isfinite(length) || !isfinite(half))
        return;
    for (int i = 0; i < 3; i++)
        axis[i] = turn[i] / length * sin(half);
    mission_turn_axes(axis, rotation);
    rotation[3] = (float)cos(half);
}

static void place(const tlb_mission_object *object, tlb_node *node)
{
    bool moves = mission_is(object, "PathedInterior");
    double at[4];
    if (mission_is(object, "SimGroup") || mission_is(object, "Sky"))
        return;                               /* what is in a group stands in the world, the sky around it */
    if (mission_is(object, "TerrainBlock")) { /* which stands where its size says */
        if (tlb_mission_numbers_of(object, "position", at, 3))
            node->translation[1] = (float)at[2];
        return;
    }
    if (tlb_mission_numbers_of(object, moves ? "basePosition" : "position", at, 3))
        mission_turn_axes(at, node->translation);
    if (tlb_mission_numbers_of(object, moves ? "baseRotation" : "rotation", at, 4))
        set_rotation(at, node->rotation);
    if (tlb_mission_numbers_of(object, moves ? "baseScale" : "scale", at, 3)) {
        node->scale[0] = (float)at[0];
        node->scale[1] = (float)at[2];
        node->scale[2] = (float)at[1];
    }
}

/* --- what is shown -------------------------------------------------------------------------------------- */

/* An interior stands without its sub-objects, which are shown by objects of their own. */
static bool is_no_sub_object(const tlb_node *root)
{
    return strncmp(root->name, "sub-object ", strlen("sub-object ")) != 0 &&
           strcmp(root->name, "path followers") != 0;
}

static tlb_status add_file(tlb_mission_scene *s, uint32_t object, const char *field,
                           const tlb_place_kind *kind, bool (*takes)(const tlb_node *root))
{
    tlb_placed placed;
    tlb_status status = tlb_mission_open_file(s, object, field, kind, &placed);
    return status ? status : tlb_place_nodes(&s->placer, &placed, s->nodes[object], takes);
}

static tlb_status add_terrain(tlb_mission_scene *s, uint32_t object)
{
    tlb_ter_read_options options = TLB_TER_READ_OPTIONS_INIT;
    const tlb_mission_field *field = tlb_mission_find(&s->mission->objects.data[object], "emptySquares");
    if (field) {
        options.empty_squares = tlb_copy_text(&s->work, field->value.data, field->value.size).data;
        if (!options.empty_squares)
            return tlb_report_memory(s->placer.conversion->context, &s->work);
    }
    s->placer.options = &options.head;
    tlb_status status = add_file(s, object, "terrainFile", &terrain, NULL);
    s->placer.options = NULL;
    return status;
}

/* A PathedInterior is one sub-object of its file. */
static tlb_status add_sub_object(tlb_mission_scene *s, uint32_t object)
{
    tlb_placed placed;
    double index = 0;
    char name[32];
    tlb_status status = tlb_mission_open_file(s, object, "interiorResource", &interior, &placed);
    if (status || !placed.found)
        return status;
    tlb_mission_numbers_of(&s->mission->objects.data[object], "interiorIndex", &index, 1);
    snprintf(name, sizeof name, "sub-object %.0f", trunc(index));
    const tlb_scene *part = placed.things.part;
    for (uint32_t i = 0; i < part->mesh_count; i++)
        if (strcmp(part->meshes[i].name, name) == 0) {
            s->scene->nodes[s->nodes[object]].mesh = placed.things.meshes + (int32_t)i;
            return TLB_OK;
        }
    char path[MISSION_FIELD_PATH];
    const tlb_mission_field *field = tlb_mission_find(&s->mission->objects.data[object], "interiorIndex");
    if (field)
        tlb_mission_field_path(s, object, field, path);
    tlb_report(s->placer.conversion->context, TLB_CODE_MISSION_NUMBERS, TLB_NO_OFFSET, field ? path : NULL,
               "the interior has no %s", name);
    return TLB_OK;
}

/* `direction` is the way that its light goes. */
static tlb_status add_sun(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_object *sun = &s->mission->objects.data[object];
    double way[3], color[3] = {1, 1, 1};
    if (!tlb_mission_numbers_of(sun, "direction", way, 3))
        return TLB_OK;
    tlb_mission_numbers_of(sun, "color", color, 3);
    return tlb_mission_add_sun(s, object, way, color);
}

/* From its position, as far as its scale says: the surface is the upper side. */
static tlb_status add_water(tlb_mission_scene *s, uint32_t object)
{
    static const float color[4] = {0.2f, 0.4f, 0.5f, 0.5f};
    static const float corners[4][3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, -1}, {0, 1, -1}},
                       up[4][3] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    int32_t material = tlb_scene_add_glass(s->scene, "water", color);
    tlb_mesh *mesh = material == TLB_NONE ? NULL : tlb_scene_add_mesh(s->scene, "water");
    if (!mesh || !tlb_mesh_reserve(s->scene, mesh, 4, 6, 1, TLB_WITH_NORMALS))
        return tlb_report_memory(s->placer.conversion->context, tlb_scene_arena(s->scene));
    s->scene->materials[material].double_sided = true;
    memcpy(mesh->positions, corners, sizeof corners);
    memcpy(mesh->normals, up, sizeof up);
    memcpy(mesh->indices, triangles, sizeof triangles);
    mesh->parts[0] = (tlb_part){material, 0, 6};
    tlb_node *node = &s->scene->nodes[s->nodes[object]];
    node->mesh = (int32_t)s->scene->mesh_count - 1;
    node->ground = true;
    return TLB_OK;
}

static tlb_status add_object(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_object *o = &s->mission->objects.data[object];
    if (mission_is(o, "InteriorInstance"))
        return add_file(s, object, "interiorFile", &interior, is_no_sub_object);
    if (mission_is(o, "TSStatic"))
        return add_file(s, object, "shapeName", &shape, NULL);
    if (mission_is(o, "TerrainBlock"))
        return add_terrain(s, object);
    if (mission_is(o, "PathedInterior"))
        return add_sub_object(s, object);
    if (mission_is(o, "Sun"))
        return add_sun(s, object);
    if (mission_is(o, "WaterBlock"))
        return add_water(s, object);
    return tlb_mission_add_shape(s, object);
}

static tlb_status finish(tlb_mission_scene *s)
{
    tlb_status status = tlb_mis_add_paths(s);
    return status ? status : tlb_mis_add_sky(s);
}

tlb_status tlb_mis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_mission *mission = &((const tlb_mission_root *)document->root)->mission;
    static const tlb_mission_stage stage = {.place = place,
                                            .add = add_object,
                                            .finish = finish,
                                            .files = tlb_mis_files,
                                            .shapes = &tlb_mis_shapes};
    tlb_status status = tlb_mission_find_game(document, mission, conversion->assets, tlb_mis_files);
    return status ? status : tlb_mission_to_scene(document, mission, scene, conversion, &stage);
}
