/* The scene of a DIF document: what the files that make it share.
 *
 * Torque's axes are X right, Y forward, Z up; every position and direction is turned into the scene's as it
 * is written: (x, y, z) becomes (x, z, -y). Values in extras are those of the file, in its own axes.
 * Functions that make something return false when there is no memory. */
#ifndef TLB_FORMATS_TORQUE_DIF_SCENE_SCENE_H
#define TLB_FORMATS_TORQUE_DIF_SCENE_SCENE_H

#include "assets/textures.h"
#include "formats/torque/dif/dif.h"
#include "scene/geometry/unit.h"

#include <math.h>
#include <string.h>

typedef struct dif_materials {
    tlb_textures textures;
    tlb_index by_png, by_look; /* images, materials */
    tlb_index by_sheet;        /* images, by where their files are: where many parts share a sheet */
} dif_materials;

typedef struct dif_scene {
    const tlb_conversion *conversion;
    const tlb_dif *dif;
    tlb_scene *scene;
    tlb_arena *arena; /* the scene's */
    tlb_arena work;   /* freed when the scene is made */
    dif_materials materials;
    bool collision, zones, lights, alarm, animated; /* the options */
    double seconds;                                 /* since the animated lights began */
} dif_scene;

/* An interior and what it is called: "detail 0", "details[0]". */
typedef struct dif_subject {
    const tlb_dif_interior *interior;
    const char *name, *path;
} dif_subject;

/* A zeroed text is the empty one. */
static inline const char *dif_chars(tlb_text text)
{
    return text.data ? text.data : "";
}

static inline void dif_turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

static inline void dif_cross(float out[3], const float a[3], const float b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline float dif_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* As long as the triangle's area, twice; towards whom sees it counter-clockwise. */
static inline void dif_triangle_normal(float out[3], const float a[3], const float b[3], const float c[3])
{
    float ab[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, ac[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    dif_cross(out, ab, ac);
}

/* Slivers below what 32-bit coordinates can tell from a line count as lines. */
static inline bool dif_has_area(const float a[3], const float b[3], const float c[3])
{
    float ab[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, ac[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    float normal[3];
    dif_cross(normal, ab, ac);
    return dif_dot(normal, normal) > 1e-12f * dif_dot(ab, ab) * dif_dot(ac, ac);
}

/* --- nodes (scene.c) -------------------------------------------------------------------------------- */

/* The index of a new node, TLB_NONE without memory. `name` is printf's. */
int32_t tlb_dif_add_node(dif_scene *s, int32_t parent, const char *name, ...) TLB_PRINTF(3, 4);
/* A table for the extras of a new node, which it becomes. */
tlb_value *tlb_dif_node_extras(dif_scene *s, int32_t node);
/* Moves a node to a point of the file. */
void tlb_dif_place(dif_scene *s, int32_t node, const float point[3]);
/* A dictionary: a table, or pairs where names repeat or are no text. */
void tlb_dif_add_properties(dif_scene *s, tlb_value *table, const tlb_dif_dictionary *properties);
/* Text of the file for a name: UTF-8, `otherwise` when it is empty. */
const char *tlb_dif_name(dif_scene *s, tlb_text text, const char *otherwise);

/* --- parts of the scene ----------------------------------------------------------------------------- */

/* scene.c: an interior in all its aspects; the node's mesh is set. */
bool tlb_dif_draw_interior(dif_scene *s, const dif_subject *subject, int32_t node);
/* surfaces.c: whether all that a surface names exists. */
bool tlb_dif_can_draw(const tlb_dif_interior *interior, const tlb_dif_surface *surface);
/* surfaces.c: the surfaces of an interior, as the mesh of its node. */
bool tlb_dif_draw_surfaces(dif_scene *s, const dif_subject *subject, int32_t node);
/* meshes.c: the static meshes of an interior, below its node. */
bool tlb_dif_draw_static_meshes(dif_scene *s, const dif_subject *subject, int32_t node);
/* lights.c: the options --light-time and --alarm; the interior as they want it lit, its new lists in
 * the scene's work memory, and what is left out reported; its animated lights in the extras of its node; a
 * lamp for each of them, below the node. */
bool tlb_dif_light_interior(dif_scene *s, const dif_subject *subject, tlb_dif_interior *lit);
bool tlb_dif_describe_lights(dif_scene *s, const tlb_dif_interior *interior, int32_t node);
bool tlb_dif_add_lamps(dif_scene *s, const dif_subject *subject, int32_t node);
/* objects.c: below the interior's node zones, portals and mirrors, and what is hit and not seen; then
 * the vehicles' own collision; triggers, game entities, force fields, AI nodes. */
bool tlb_dif_add_zones(dif_scene *s, const dif_subject *subject, int32_t node);
bool tlb_dif_add_collision(dif_scene *s, const dif_subject *subject, int32_t node);
bool tlb_dif_add_vehicle_collision(dif_scene *s);
bool tlb_dif_add_objects(dif_scene *s);
/* paths.c: how a path follower moves its sub-object: by how much at the start, in the file's axes, and
 * how long its path takes, 0: it stays. */
typedef struct dif_motion {
    float start[3], seconds;
} dif_motion;
dif_motion tlb_dif_motion_of(const tlb_dif_path_follower *follower);
/* paths.c: the sub-objects, those that followers move and the others. */
bool tlb_dif_add_sub_objects(dif_scene *s);

/* --- materials (materials.c) ------------------------------------------------------------------------ */

/* What makes one material. Its bytes are compared: no padding. */
typedef struct dif_look {
    int32_t texture;   /* of textures.found, TLB_NONE: none */
    int32_t light_map; /* an image, or TLB_NONE */
    int32_t alpha_mode, wrap_u, wrap_v;
    uint8_t color[4]; /* sRGB and alpha */
} dif_look;
#define DIF_PLAIN_LOOK ((dif_look){.texture = TLB_NONE, .light_map = TLB_NONE, .color = {255, 255, 255, 255}})

/* The texture that a material list's entry names, looked for among the assets. `path` and `index` say where
 * the name is, should the file be missing. */
bool tlb_dif_find_texture(dif_scene *s, tlb_text name, const char *path, uint32_t index, int32_t *texture);
/* A texture whose image, a PNG file, is in the document. */
bool tlb_dif_embedded_texture(dif_scene *s, tlb_text name, tlb_bytes png, int32_t *texture);
/* The image of a light map sheet, TLB_NONE when it cannot be read. */
bool tlb_dif_find_light_map(dif_scene *s, const dif_subject *subject, uint32_t sheet, int32_t *image);
bool tlb_dif_find_material(dif_scene *s, const dif_look *look, int32_t *material);
/* A plain translucent material for what is no surface: hulls, portals, force fields. */
bool tlb_dif_find_glass(dif_scene *s, const char *name, const uint8_t color[4], int32_t *material);

#endif
