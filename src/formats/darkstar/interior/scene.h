/* The scene of an interior: what the files that make it share.
 *
 * Darkstar's axes are X right, Y forward, Z up; every position and direction is turned into the scene's as it
 * is written: (x, y, z) becomes (x, z, -y). Values in extras are those of the file, in its own axes. */
#ifndef TLB_FORMATS_DARKSTAR_INTERIOR_SCENE_H
#define TLB_FORMATS_DARKSTAR_INTERIOR_SCENE_H

#include "formats/darkstar/dig/dig.h"
#include "formats/darkstar/interior/lighting.h"

typedef struct interior_scene {
    const tlb_conversion *conversion;
    tlb_scene *scene;
    tlb_arena *arena;       /* the scene's */
    tlb_arena work;         /* freed when the scene is made */
    int32_t first_material; /* of those of the material list */
    uint32_t material_count;
    int32_t placeholder; /* the material for those that the list lacks, TLB_NONE until it is needed */
    int32_t glass;       /* the material of zones, TLB_NONE until it is needed */
    bool collision, zones, lights; /* the choices */
    bool animated; /* the choice: the animated lights, too, so many seconds after they began */
    double seconds;
} interior_scene;

/* A level's geometry and light, and what it is called. */
typedef struct interior_level {
    const tlb_dig *dig;
    interior_lighting lighting;
    const char *name;
} interior_level;

/* Begins and ends a scene; finish returns what the conversion came to, and is called in any case.
 * TLB_ARGUMENT, reported: the time chosen is none. */
tlb_status interior_begin(interior_scene *s, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status interior_finish(interior_scene *s, tlb_status status);

/* interior_files.c: other files of the interior among the assets. What is not there or cannot be read is
 * reported, and NULL or no light; TLB_OK all the same. `field` is the path of what names the file, may be
 * NULL. */
tlb_status interior_find_geometry(interior_scene *s, const char *name, const char *field,
                                  const tlb_dig **dig);
tlb_status interior_find_materials(interior_scene *s, const char *name, const char *field);
/* A lighting, with the one below it when it is a mission's; or, when that is chosen, the mission's above
 * it. */
tlb_status interior_find_lighting(interior_scene *s, const char *name, const char *field,
                                  interior_lighting *lighting);
/* interior_meshes.c: the surfaces as a mesh of the node, those that are not drawn below it when that is
 * chosen. */
tlb_status interior_draw(interior_scene *s, const interior_level *level, int32_t node);
/* Whether a surface is drawn. */
static inline bool interior_shows(const tlb_dig_surface *surface)
{
    return surface->material != TLB_DIG_NULL_MATERIAL && !(surface->flags & TLB_DIG_LINK);
}
/* interior_zones.c: a hidden node for each empty leaf, below the level's. False without memory. */
bool interior_add_zones(interior_scene *s, const tlb_dig *dig, int32_t parent);
/* interior_lamps.c: a lamp for each animated light, below the level's. False without memory. */
bool interior_add_lamps(interior_scene *s, const interior_level *level, int32_t parent);
/* The sheets of a lighting as images of the scene, from *first on. */
tlb_status interior_add_sheets(interior_scene *s, const interior_sheets *sheets, const char *name,
                               int32_t *first);
/* What is wrong with the maps, when something is. */
void interior_report_sheets(const interior_scene *s, const interior_sheets *sheets, const char *name);

/* What the scene has no place for, under the description's names. */
void interior_describe_level(interior_scene *s, const interior_level *level, tlb_value *extras);

static inline void interior_turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

#endif
