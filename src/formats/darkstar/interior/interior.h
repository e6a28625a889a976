/* What the formats of an interior (DIS, DIG, DIL) share: the names of its files, its light, its scene.
 *
 * Darkstar's axes are X right, Y forward, Z up; every position and direction is turned into the scene's as it
 * is written: (x, y, z) becomes (x, z, -y). Values in extras are those of the file, in its own axes. */
#ifndef TLB_FORMATS_DARKSTAR_INTERIOR_INTERIOR_H
#define TLB_FORMATS_DARKSTAR_INTERIOR_INTERIOR_H

#include "formats/darkstar/dig/dig.h"
#include "formats/darkstar/dil/dil.h"
#include "formats/darkstar/ppl/ppl.h"
#include "image/sheets.h"
#include "trilobite/formats/dis.h"

/* The options that interiors and their geometry share. */
#define INTERIOR_OPTIONS(palette_for)                                                                        \
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE), TLB_OPTION_ZONES(TLB_CAN_EXPORT_SCENE),                      \
        TLB_OPTION_FACE_CULL,                                                                                \
        {"light-state", "NAME", "light state of the interior, by name or index (default: 0)",                \
         TLB_SETS_FROM(tlb_dis_read_options, TEXT, light_state)},                                            \
        TLB_OPTION_LIGHT_TIME, TLB_OPTION_LIGHTS,                                                            \
        {"mission-lighting", "K", "mission lighting to use, by number",                                      \
         TLB_SETS_FROM(tlb_dis_read_options, TEXT, mission_lighting)},                                       \
        PALETTE_OPTIONS(palette_for)

/* compile.c: a level as an interior. */
tlb_status tlb_interior_from_level(const tlb_level *level, const tlb_conversion *conversion,
                                   tlb_output *output);

/* --- names --------------------------------------------------------------------------------------------- */

/* files.c: how the files of an interior are called: NAME.dis, NAME.dml, NAME-SL.dig for level L of state S,
 * NAME-SLN.dil for its light N, NAME-SLN-K.dil for the light of mission K. All give NULL without memory. */

/* Of geometry, its materials and its light. */
const char *tlb_interior_materials_name(tlb_arena *arena, const char *geometry);
const char *tlb_interior_lighting_name(tlb_arena *arena, const char *geometry, const char *light_state);
/* Of a lighting, its geometry. */
const char *tlb_interior_geometry_name(tlb_arena *arena, const char *lighting, bool mission);

/* --- light --------------------------------------------------------------------------------------------- */

/* lighting.c: the light that falls on an interior's surfaces: of a lighting alone, or as mission lighting
 * changes it. */
typedef struct interior_lighting {
    const tlb_dil *base;    /* NULL: no light at all */
    const tlb_dil *mission; /* NULL: none */
    tlb_dil_relit_list relit;
    bool animated; /* the animated lights, too, as they are so many seconds after they began */
    double seconds;
} interior_lighting;

/* What surface a light map is for, and where it came to stand. */
typedef struct interior_light {
    uint32_t tile; /* in interior_sheets.tiles, TLB_DIL_NO_MAP: it has none */
    const tlb_dil_surface *surface;
} interior_light;

typedef struct interior_sheets {
    const tlb_dil *dil; /* whose scale they have */
    tlb_tile *tiles;
    tlb_sheets sheets;
    interior_light *lights; /* one for each surface wanted */
    uint32_t light_count, undecoded,
        left_out; /* the last two: surfaces without a map that they should have */
} interior_sheets;

/* Decodes the light maps of surfaces 0 to `count` - 1 on sheets, whose pixels are in `arena`; equal ones
 * stand there once. `outside` has for each surface whether mission lighting counts there, NULL: everywhere.
 * Everything else is in `work`. False without memory. */
bool tlb_interior_make_sheets(const interior_lighting *lighting, const uint8_t *outside, uint32_t count,
                              tlb_arena *arena, tlb_arena *work, interior_sheets *sheets);

/* A place among a surface's luxels (tlb_dil_luxel_uv) as a texture coordinate on its sheet. */
void tlb_interior_sheet_uv(const interior_sheets *sheets, uint32_t surface, const float at[2], float uv[2]);

/* --- scene --------------------------------------------------------------------------------------------- */

typedef struct interior_scene {
    const tlb_conversion *conversion;
    const tlb_dis_read_options *options;
    tlb_scene *scene;
    tlb_arena *arena;       /* the scene's */
    tlb_arena work;         /* freed when the scene is made */
    int32_t first_material; /* of those of the material list */
    uint32_t material_count;
    int32_t placeholder; /* the material for those that the list lacks, TLB_NONE until it is needed */
    /* For each material of the list, and the placeholder: 1 + the one of the scene that shows it without a
     * light map, 0 until it is needed. */
    uint32_t unlit[UINT8_MAX + 2];
    int32_t glass;                 /* the material of zones, TLB_NONE until it is needed */
    bool collision, zones, lights; /* options */
    bool animated; /* the option: the animated lights, too, so many seconds after they began */
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
void tlb_interior_begin(interior_scene *s, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_interior_finish(interior_scene *s, tlb_status status);

/* files.c: other files of the interior among the assets. What is not there or cannot be read is reported, and
 * NULL or no light; TLB_OK all the same. `field` is the path of what names the file, may be NULL. */
tlb_status tlb_interior_find_geometry(interior_scene *s, const char *name, const char *field,
                                      const tlb_dig **dig);
tlb_status tlb_interior_find_materials(interior_scene *s, const char *name, const char *field);
/* A lighting, with the one below it when it is a mission's; or, when that is chosen, the mission's above
 * it. */
tlb_status tlb_interior_find_lighting(interior_scene *s, const char *name, const char *field,
                                      interior_lighting *lighting);
/* meshes.c: the surfaces as a mesh of the node, those that are not drawn below it when that is chosen. */
tlb_status tlb_interior_draw(interior_scene *s, const interior_level *level, int32_t node);
/* Whether a surface is drawn. */
static inline bool interior_shows(const tlb_dig_surface *surface)
{
    return surface->material != TLB_DIG_NULL_MATERIAL && !(surface->flags & TLB_DIG_LINK);
}
/* zones.c: a hidden node for each empty leaf, below the level's. False without memory. */
bool tlb_interior_add_zones(interior_scene *s, const tlb_dig *dig, int32_t parent);
/* cull.c: whether an open leaf is before a surface that has a polygon. What cannot be told is seen. */
bool tlb_interior_is_seen(const tlb_dig *dig, const tlb_dig_surface *surface);
/* lamps.c: a lamp for each animated light, below the level's. False without memory. */
bool tlb_interior_add_lamps(interior_scene *s, const interior_level *level, int32_t parent);
/* The sheets of a lighting as images of the scene, from *first on. */
tlb_status tlb_interior_add_sheets(interior_scene *s, const interior_sheets *sheets, const char *name,
                                   int32_t *first);
/* What is wrong with the maps, when something is. */
void tlb_interior_report_sheets(const interior_scene *s, const interior_sheets *sheets, const char *name);

/* What the scene has no place for, under the description's names. */
void tlb_interior_describe_level(interior_scene *s, const interior_level *level, tlb_value *extras);

static inline void interior_turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

#endif
