/* What Tribes knows. */
#include "formats/darkstar/mis/mis.h"

#include <string.h>

static const char *const classes[] = {
    "AIObject",         "Beacon",     "DropPoint",      "Flier",     "InteriorShape", "Item",      "Marker",
    "MissionCenterPos", "Moveable",   "ObserverCamera", "Planet",    "Player",        "Sensor",    "SimGroup",
    "SimLight",         "SimPalette", "SimPath",        "SimSet",    "SimTerrain",    "SimVolume", "Sky",
    "Snowfall",         "StarField",  "StaticShape",    "TeamGroup", "Trigger",       "Turret",    NULL};

static const tlb_mission_numbers numbers[] = {{"position", 3},  {"rotation", 3},  {"azimuth", 1},
                                              {"incidence", 1}, {"intensity", 3}, {"ambient", 3},
                                              {NULL, 0}};

static const char *const interiors[] = {"dis", NULL};

/* "hut.2.dis" is hut.dis: the number is that of the instance that mission lighting is for. */
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

const tlb_mission_file tlb_tmis_files[] = {
    {"SimVolume", "fileName", "volume", NULL, NULL},
    {"SimPalette", "fileName", "palette", NULL, NULL},
    {"SimTerrain", "tedFileName", "terrain", NULL, NULL},
    {"InteriorShape", "fileName", "interior", interiors, drop_instance},
    {"Sky", "dmlName", "material list", NULL, NULL},
    {0}};

tlb_status tlb_tmis_check(tlb_document *document)
{
    static const tlb_mission_rules rules = {classes, numbers, tlb_tmis_files, &tlb_tmis_shapes};
    return tlb_mission_check(document, &rules);
}
