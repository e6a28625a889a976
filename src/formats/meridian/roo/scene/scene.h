/* The scene of a room: what the files that make it share.
 *
 * A point x (east), y (south), z (up) of the file becomes (x, z, y), scaled; nothing is mirrored. Values in
 * extras are those of the file, in its own units and axes. Functions that make something return false when
 * there is no memory. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_SCENE_SCENE_H
#define TLB_FORMATS_MERIDIAN_ROO_SCENE_SCENE_H

#include "assets/textures.h"
#include "core/format.h"
#include "formats/meridian/roo/roo.h"
#include "formats/meridian/roo/shape.h"
#include "trilobite/formats/bgf.h"

/* Metres for a client unit. A square is 2.5 m: who fits under 3/4 of one is then up to 1.875 m tall. */
#define ROO_METER (2.5 / TLB_ROO_SQUARE)

static inline void roo_turn_axes(float out[3], const double place[3])
{
    out[0] = (float)(place[0] * ROO_METER);
    out[1] = (float)(place[2] * ROO_METER);
    out[2] = (float)(place[1] * ROO_METER);
}

/* What is known of a texture, beside what the finder of textures knows. */
typedef struct roo_picture {
    int32_t image;
    const char *missing; /* the image is the checkerboard for this file; NULL */
    bool has_holes;      /* index 254 is used */
    roo_texture size;
    int32_t *frames; /* images in the order they are shown; TLB_NONE: nothing is */
    uint32_t frame_count;
} roo_picture;

/* What makes a material, and what makes a node, as numbers to sort by. */
typedef uint64_t roo_look;
typedef uint32_t roo_group;

typedef enum roo_kind { ROO_FLOORS, ROO_CEILINGS, ROO_WALLS, ROO_KINDS } roo_kind;

/* One bitmap of a sidedef or sector: everything drawn with it looks the same. Sidedefs have each twice: some
 * of their walls may be see-through by the flag of their other side. */
typedef struct roo_use {
    roo_kind kind;
    roo_look look;
    roo_group group;
    int32_t picture; /* TLB_NONE until something is drawn with it */
    uint64_t vertices, indices;
    uint32_t mesh, next_vertex, next_index;
} roo_use;

/* A material whose look changes over time. */
typedef struct roo_moving {
    int32_t material;
    roo_look look;
    int32_t picture;
} roo_moving;

typedef struct roo_scene {
    const tlb_conversion *conversion;
    const char *name; /* of the file */
    const tlb_roo_read_options *options;
    const tlb_roo *roo;
    tlb_scene *scene;
    tlb_arena *arena; /* the scene's */
    tlb_arena work;   /* freed when the scene is made */
    tlb_textures textures;
    TLB_LIST(roo_picture) pictures; /* as the textures found */
    tlb_value *described;           /* a list: what extras say of each */
    tlb_bgf *loaded;                /* the file of the last one */
    roo_use *uses;                  /* sectors x floor and ceiling, then lights, one that stays and those that
                                     * flicker, x sidedefs x ROO_PARTS x closed and see-through */
    bool still;                     /* the option: nothing moves */
    TLB_LIST(roo_moving) moving;
    uint8_t *flickers; /* lights that flicker */
    uint32_t flicker_count;
    uint8_t *flicker_of;    /* by sector: 0, or the number of its flicker and 1 */
    const uint8_t *outside; /* by node: leaves that are none */
} roo_scene;

/* The flicker of a sector's light; of none none. */
static inline uint8_t roo_flicker_of(const roo_scene *s, const tlb_roo_sector *sector)
{
    return sector ? s->flicker_of[sector - s->roo->sectors.data] : 0;
}

static inline roo_use *roo_sidedef_use(const roo_scene *s, const tlb_roo_sidedef *sidedef, roo_part part,
                                       bool see_through, uint8_t flicker)
{
    size_t number = flicker * (size_t)s->roo->sidedefs.count + (size_t)(sidedef - s->roo->sidedefs.data);
    return &s->uses[s->roo->sectors.count * (size_t)2 + (number * ROO_PARTS + (size_t)part) * 2 +
                    see_through];
}

static inline roo_use *roo_sector_use(const roo_scene *s, const tlb_roo_sector *sector, bool ceiling)
{
    return &s->uses[(size_t)(sector - s->roo->sectors.data) * 2 + ceiling];
}

/* --- looks -------------------------------------------------------------------------------------------- */

/* Looks of one bitmap stand together where nothing flickers. */
typedef struct roo_look_parts {
    uint16_t bitmap;
    uint8_t animation_speed;
    uint8_t scroll_speed, scroll_direction; /* 0 speed: it does not scroll */
    bool on_wall;                           /* of what scrolls */
    bool see_through;                       /* index 254 is not drawn */
    bool no_htile;
    bool backwards; /* of what scrolls on a wall */
    uint8_t flicker;
} roo_look_parts;

static inline roo_look_parts roo_unpack_look(roo_look look)
{
    return (roo_look_parts){.bitmap = (uint16_t)(look >> 16),
                            .animation_speed = (uint8_t)(look >> 8),
                            .scroll_speed = look >> 6 & 3,
                            .scroll_direction = look >> 3 & 7,
                            .see_through = look >> 2 & 1,
                            .on_wall = look >> 1 & 1,
                            .no_htile = look & 1,
                            .backwards = look >> 32 & 1,
                            .flicker = (uint8_t)(look >> 40)};
}

/* Milliseconds for a frame. */
static inline uint32_t roo_frame_period(const roo_look_parts *p)
{
    enum { TENTHS_OF_SECONDS = 10000 };
    return TENTHS_OF_SECONDS / p->animation_speed;
}

/* Milliseconds for a pixel, a 64th of a square. */
static inline int roo_scroll_period(const roo_look_parts *p)
{
    static const int periods[2][4] = {{0, 12, 6, 2}, {0, 96, 32, 8}};
    return periods[p->on_wall][p->scroll_speed];
}

/* --- the steps ---------------------------------------------------------------------------------------- */

/* The place in `pictures` of a bitmap, which is looked for when it is the first time. The entry of `list`
 * that names it is reported, should it be missing. */
void tlb_roo_prepare_textures(roo_scene *s);
bool tlb_roo_find_picture(roo_scene *s, uint16_t bitmap, const char *list, uint32_t index, int32_t *place);

/* A BGF, in `work`, and a bitmap of it as it is stored. What is wrong is reported of the image. */
tlb_status tlb_roo_read_bgf(roo_scene *s, tlb_bytes file, const tlb_image *image, tlb_bgf **bgf);
tlb_status tlb_roo_decode_bitmap(roo_scene *s, const tlb_bgf *bgf, int32_t bitmap, tlb_arena *arena,
                                 tlb_image *image);

/* What the bitmaps of a room make of materials and nodes. */
bool tlb_roo_prepare_uses(roo_scene *s);
bool tlb_roo_make_materials(roo_scene *s);
bool tlb_roo_make_meshes(roo_scene *s);

/* Which lights flicker, the brightest that one becomes, and what a material of one rests at; after all is
 * drawn, the animation. */
bool tlb_roo_find_flickers(roo_scene *s);
uint8_t tlb_roo_brightest(uint8_t light);
void tlb_roo_dim_material(const roo_scene *s, uint32_t flicker, tlb_material *material);
bool tlb_roo_add_motion(roo_scene *s);

/* How bright a light is shown, to 255. */
uint8_t tlb_roo_brightness(uint8_t light);
typedef enum roo_pass { ROO_COUNT, ROO_WRITE } roo_pass;
bool tlb_roo_draw(roo_scene *s, roo_pass pass);
/* A leaf's part of its sector's floor or ceiling. */
typedef struct roo_plane {
    const tlb_roo_node *leaf;
    const tlb_roo_sector *sector;
    bool ceiling, reversed; /* reversed: the leaf's corners are clockwise, seen from within the sector */
} roo_plane;
/* False: it has no area. */
bool tlb_roo_plane_of(const tlb_roo_node *leaf, const tlb_roo_sector *sector, bool ceiling, roo_plane *plane);
/* Whether its heights are numbers. */
bool tlb_roo_plane_is_finite(const roo_plane *plane);
/* The corners, counter-clockwise seen from within the sector. */
void tlb_roo_plane_corner(const roo_plane *plane, uint32_t corner, double place[3]);
void tlb_roo_plane_normal(const roo_plane *plane, float normal[3]);

/* A hidden node for each sector that has leaves. */
bool tlb_roo_add_zones(roo_scene *s);
/* The editor's walls, the things and the grids. */
bool tlb_roo_add_editor(roo_scene *s);

/* The objects and exits of the room's class in the server's programs (--kod). */
tlb_status tlb_roo_add_objects(roo_scene *s);

/* A sector's fields as extras. */
void tlb_roo_describe_sector(roo_scene *s, const tlb_roo_sector *sector, tlb_value *table);

#endif
