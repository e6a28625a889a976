/* A mission of Tribes as a scene: what its objects show is in other files. */
#include "formats/darkstar/mis/mis.h"

#include <math.h>
#include <string.h>

static const char *const interior_extensions[] = {"dis", NULL}, *const shape_extensions[] = {"dts", NULL},
                         *const terrain_extensions[] = {"dtf", NULL};
static const tlb_place_kind interior = {"interior", interior_extensions, (const char *const[]){"dis", NULL}},
                            shape = {"shape", shape_extensions, (const char *const[]){"dts", NULL}},
                            terrain = {"terrain", terrain_extensions, (const char *const[]){"dtf", NULL}};

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

static void place(const tlb_mission_object *object, tlb_node *node)
{
    double at[3];
    if (mission_is(object, "SimGroup") || mission_is(object, "TeamGroup"))
        return; /* what is in a group stands in the world */
    if (tlb_mission_numbers_of(object, "position", at, 3))
        mission_turn_axes(at, node->translation);
    if (tlb_mission_numbers_of(object, "rotation", at, 3))
        set_rotation(at, node->rotation);
}

/* "hut.2.dis" is the interior "hut.dis" in the light of its instance 2. */
static void drop_instance(char *name)
{
    char *dot = strrchr(name, '.'), *before = dot;
    if (!dot)
        return;
    while (before > name && before[-1] >= '0' && before[-1] <= '9')
        before--;
    if (before < dot && before > name && before[-1] == '.')
        memmove(before - 1, dot, strlen(dot) + 1);
}

static tlb_status show(tlb_mission_scene *s, uint32_t object, void *user)
{
    const tlb_mission_object *o = &s->mission->objects.data[object];
    tlb_placed placed;
    tlb_status status = mission_is(o, "InteriorShape")
                            ? tlb_mission_open_file(s, object, "fileName", &interior, drop_instance, &placed)
                        : mission_is(o, "SimTerrain")
                            ? tlb_mission_open_file(s, object, "tedFileName", &terrain, NULL, &placed)
                            : tlb_mission_open_shape(s, object, user, NULL, &shape, &placed);
    return status ? status : tlb_place_nodes(&s->placer, &placed, s->nodes[object], NULL);
}

tlb_status tlb_tmis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_mission_blocks blocks = {.grammar = ((tlb_mission_root *)document->root)->grammar};
    const tlb_mission_stage stage = {place, show, NULL, &blocks};
    tlb_status status = tlb_mission_find_game(document, conversion, tlb_tmis_files);
    return status ? status : tlb_mission_to_scene(document, scene, conversion, &stage);
}
