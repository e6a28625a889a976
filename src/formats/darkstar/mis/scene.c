/* A mission of Tribes as a scene: what its objects show is in other files. Missions of Starsiege have the
 * same objects. */
#include "formats/darkstar/mis/mis.h"

#include <math.h>

static const char *const interior_extensions[] = {"dis", NULL}, *const shape_extensions[] = {"dts", NULL},
                         *const terrain_extensions[] = {"dtf", NULL};
const tlb_place_kind tlb_tmis_interior = {"interior", interior_extensions,
                                          (const char *const[]){"dis", NULL}},
                     tlb_tmis_shape = {"shape", shape_extensions, (const char *const[]){"dts", NULL}},
                     tlb_tmis_terrain = {"terrain", terrain_extensions, (const char *const[]){"dtf", NULL}};

static const char *const places[] = {"DropPoint", "Marker", "ObserverCamera", "SimPath", "Trigger", NULL},
                         *const shaped[] = {"StaticShape", "Item", "Turret", "Moveable", "Sensor", NULL};
const tlb_mission_shapes tlb_tmis_shapes = {&tlb_tmis_grammar, &tlb_tmis_shape, places, shaped, NULL};

/* Angles about X, then Y, then Z, in radians. */
static void set_rotation(const double angles[3], float rotation[4])
{
    double c[3], s[3];
    for (int i = 0; i < 3; i++) {
        c[i] = cos(angles[i] / 2);
        s[i] = sin(angles[i] / 2);
    }
    const double axis[3] = {s[0] * c[1] * c[2] - c[0] * s[1] * s[2], c[0] * s[1] * c[2] + s[0] * c[1] * s[2],
                            c[0] * c[1] * s[2] - s[0] * s[1] * c[2]};
    mission_turn_axes(axis, rotation);
    rotation[3] = (float)(c[0] * c[1] * c[2] + s[0] * s[1] * s[2]);
}

void tlb_tmis_place(const tlb_mission_object *object, tlb_node *node)
{
    double at[3];
    if (mission_is(object, "SimGroup") || mission_is(object, "TeamGroup"))
        return; /* what is in a group stands in the world */
    if (tlb_mission_numbers_of(object, "position", at, 3))
        mission_turn_axes(at, node->translation);
    if (tlb_mission_numbers_of(object, "rotation", at, 3))
        set_rotation(at, node->rotation);
}

/* Its angles say where the sun is, counter-clockwise from north and above the horizon, in degrees. */
tlb_status tlb_tmis_add_planet(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_object *planet = &s->mission->objects.data[object];
    const double radian = 3.14159265358979323846 / 180;
    double azimuth = 0, incidence = 0, intensity[3] = {1, 1, 1};
    tlb_mission_numbers_of(planet, "azimuth", &azimuth, 1);
    tlb_mission_numbers_of(planet, "incidence", &incidence, 1);
    tlb_mission_numbers_of(planet, "intensity", intensity, 3);
    azimuth *= radian;
    incidence *= radian;
    const double way[3] = {sin(azimuth) * cos(incidence), -cos(azimuth) * cos(incidence), -sin(incidence)};
    return tlb_mission_add_sun(s, object, way, intensity);
}

static tlb_status add_object(tlb_mission_scene *s, uint32_t object)
{
    const tlb_mission_object *o = &s->mission->objects.data[object];
    tlb_placed placed;
    if (mission_is(o, "Planet"))
        return tlb_tmis_add_planet(s, object);
    bool is_interior = mission_is(o, "InteriorShape");
    if (!is_interior && !mission_is(o, "SimTerrain"))
        return tlb_mission_add_shape(s, object);
    tlb_status status = is_interior
                            ? tlb_mission_open_file(s, object, "fileName", &tlb_tmis_interior, &placed)
                            : tlb_mission_open_file(s, object, "tedFileName", &tlb_tmis_terrain, &placed);
    return status ? status : tlb_place_nodes(&s->placer, &placed, s->nodes[object], NULL);
}

tlb_status tlb_tmis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_mission *mission = &((const tlb_mission_root *)document->root)->mission;
    static const tlb_mission_stage stage = {
        .place = tlb_tmis_place, .add = add_object, .files = tlb_tmis_files, .shapes = &tlb_tmis_shapes};
    tlb_status status = tlb_mission_find_game(document, mission, conversion->assets, tlb_tmis_files);
    return status ? status : tlb_mission_to_scene(document, mission, scene, conversion, &stage);
}
