/* A level before it is compiled: brushes, open meshes and entities, as .map, .csx and glTF have them and as
 * the compilers of DIF and DIS take them.
 *
 * Axes: right-handed, Z up, meters, as in Torque and Darkstar. All numbers are double. Texture coordinates
 * are repeats of the texture, v down: u = x . p + x[3], v = y . p + y[3].
 *
 * Entities stay what editors write, a class and properties; compilers interpret them. Their order is that of
 * the source: way points and triggers belong to the mover (Door_Elevator) before them. */
#ifndef TLB_LEVEL_LEVEL_H
#define TLB_LEVEL_LEVEL_H

#include "base/arena.h"
#include "base/index.h"
#include "trilobite/scene.h"

/* Points that are so near are one, and a point so near a plane is on it: meters. */
#define TLB_LEVEL_NEAR 2e-4

typedef double tlb_level_point[3];

typedef enum tlb_level_surface {
    TLB_LEVEL_VISIBLE,
    TLB_LEVEL_NULL, /* solid, never drawn */
    TLB_LEVEL_ORIGIN,
    TLB_LEVEL_TRIGGER,
    TLB_LEVEL_FORCEFIELD,
    TLB_LEVEL_EMITTER,
    TLB_LEVEL_PORTAL
} tlb_level_surface;

typedef struct tlb_level_material {
    const char *name; /* as in the source; may be "" */
    tlb_level_surface surface;
    const tlb_image *image; /* lives as long as the level; NULL: none was found */
    /* The source's texture coordinates are in pixels and no size of the image is known: those here are for
     * TLB_LEVEL_SIZE_GUESSED pixels. */
    bool unsized;
} tlb_level_material;

enum { TLB_LEVEL_SIZE_GUESSED = 128 };

typedef struct tlb_level_property {
    const char *key, *value;
    uint32_t line;
} tlb_level_property;

/* Its brushes and meshes are runs of the detail's. */
typedef struct tlb_level_entity {
    const char *classname; /* "" without */
    double origin[3];
    bool has_origin;
    TLB_LIST(tlb_level_property) properties; /* all, in order, classname and origin too */
    uint32_t first_brush, brush_count, first_mesh, mesh_count;
    uint32_t line; /* of the source, from 1; 0: it has none */
} tlb_level_entity;

typedef enum tlb_brush_kind {
    TLB_BRUSH_STRUCTURAL,
    TLB_BRUSH_DETAIL,    /* makes no zones and does not clip structural faces */
    TLB_BRUSH_COLLISION, /* hull only */
    TLB_BRUSH_VEHICLE,   /* the same, for vehicles */
    TLB_BRUSH_PORTAL,
    TLB_BRUSH_TRIGGER,
    TLB_BRUSH_MOVER /* part of a Door_Elevator */
} tlb_brush_kind;

/* A convex solid: where n . p - d <= 0 for all of its faces. */
typedef struct tlb_level_brush {
    tlb_brush_kind kind;
    uint32_t entity;
    uint32_t number; /* within its entity, as the source counts: faulty brushes count too */
    uint32_t first_face, face_count;
    uint32_t line;
    const char *name; /* of the object; NULL: none */
} tlb_level_brush;

typedef struct tlb_level_face {
    double normal[3], distance; /* of length 1, outwards; zeros: the source has no plane here */
    uint32_t material;
    double x[4], y[4];
    uint32_t line;
} tlb_level_face;

/* A convex or plane polygon of a mesh, counter-clockwise seen from outside. */
typedef struct tlb_level_polygon {
    uint32_t first_corner, corner_count;
    uint32_t material;
    double x[4], y[4];
} tlb_level_polygon;

/* An object that is no brush: not convex, or not closed. */
typedef struct tlb_level_mesh {
    tlb_brush_kind kind;
    uint32_t entity;
    const char *name; /* of the object; NULL: none */
    bool is_closed;   /* each edge has its opposite */
    TLB_ARRAY(tlb_level_point) points;
    TLB_ARRAY(uint32_t) corners; /* points, polygon after polygon */
    TLB_ARRAY(tlb_level_polygon) polygons;
} tlb_level_mesh;

typedef struct tlb_level_detail {
    const char *file;                    /* the source of this detail; "" without */
    bool is_beside;                      /* in a file of its own, which messages name */
    double min_pixels;                   /* the projected size from which it is drawn */
    int32_t detail_number;               /* as the source counts: details are in its order */
    double texel;                        /* meters: of a light map */
    double units;                        /* per meter, of lengths in properties */
    float ambient[4], alarm_ambient[4];  /* R, G, B, A, 0 to 255 */
    TLB_LIST(tlb_level_entity) entities; /* 0 is worldspawn */
    TLB_LIST(tlb_level_brush) brushes;   /* entity after entity */
    TLB_LIST(tlb_level_face) faces;      /* brush after brush */
    TLB_LIST(tlb_level_mesh) meshes;     /* entity after entity */
} tlb_level_detail;

typedef struct tlb_level {
    tlb_arena arena;
    const char *name;                       /* "" without */
    bool is_of_scene;                       /* images are the scene's, not files with the materials' names */
    TLB_LIST(tlb_level_detail) details;     /* the finest first; at least one */
    TLB_LIST(tlb_level_material) materials; /* in the order of their first appearance */
    tlb_index names;                        /* of materials, to their index */
} tlb_level;

/* --- making (level.c) -------------------------------------------------------------------------------- */

/* NULL: no memory, not reported. Freed by tlb_level_free, before the context. */
tlb_level *tlb_level_create(tlb_context *context);
void tlb_level_free(tlb_level *level);
/* A new element, zeroed but for its names (""), or NULL; of a detail units and texel are 1. A brush or mesh
 * goes to the last entity, a face to the last brush. */
tlb_level_detail *tlb_level_add_detail(tlb_level *level);
tlb_level_entity *tlb_level_add_entity(tlb_level *level, tlb_level_detail *detail, const char *classname);
tlb_level_brush *tlb_level_add_brush(tlb_level *level, tlb_level_detail *detail, tlb_brush_kind kind);
/* The faces of a brush; NULL where the detail has none at all. */
const tlb_level_face *tlb_level_brush_faces(const tlb_level_detail *detail, const tlb_level_brush *brush);
tlb_level_face *tlb_level_add_face(tlb_level *level, tlb_level_detail *detail);
tlb_level_mesh *tlb_level_add_mesh(tlb_level *level, tlb_level_detail *detail, tlb_brush_kind kind);
bool tlb_level_add_property(tlb_level *level, tlb_level_entity *entity, const char *key, const char *value,
                            uint32_t line);
/* The material of this name, whatever its case; new ones get the surface that their name says. False: no
 * memory. */
bool tlb_level_find_material(tlb_level *level, const char *name, uint32_t *material);

/* --- asking ------------------------------------------------------------------------------------------ */

/* What a name without folders means in whatever case: NULL, ORIGIN, TRIGGER, ... */
tlb_level_surface tlb_level_surface_of(const char *material);
/* Which brushes a class has; `classname` in whatever case. */
tlb_brush_kind tlb_level_brush_kind_of(const char *classname);
/* Whether an entity is a mover. All of its brushes move, those for detail and collision too. */
bool tlb_level_is_mover(const tlb_level_detail *detail, uint32_t entity);
/* The value of a property, whatever the key's case, the last one; NULL: there is none. */
const char *tlb_level_property_value(const tlb_level_entity *entity, const char *key);
/* As many numbers as there are, at most `most`, of a text like "1 0 -3.5". */
uint32_t tlb_level_numbers(const char *text, double *values, uint32_t most);
/* One number of a property, `otherwise` without. */
double tlb_level_property_number(const tlb_level_entity *entity, const char *key, double otherwise);

/* Where a thing is, for messages: "entity 3 (Door_Elevator), brush 12, face 2 (line 88)". `brush` and `face`
 * are indices of the detail's lists; TLB_LEVEL_WHOLE: all of the entity or brush. */
#define TLB_LEVEL_WHOLE UINT32_MAX
enum { TLB_LEVEL_PLACE = 320 };
const char *tlb_level_place(const tlb_level_detail *detail, uint32_t entity, uint32_t brush, uint32_t face,
                            char place[TLB_LEVEL_PLACE]);

/* --- the shape of a brush (brush.c) ------------------------------------------------------------------ */

typedef enum tlb_face_fault {
    TLB_FACE_SOUND,
    TLB_FACE_DEGENERATE, /* it has no plane */
    TLB_FACE_DUPLICATE,  /* its plane is that of a face before it */
    TLB_FACE_REDUNDANT   /* the other faces leave nothing of it */
} tlb_face_fault;

enum { TLB_BRUSH_MOST_FACES = 1024 }; /* the time that a brush takes is that of its faces' square */

typedef enum tlb_brush_fault {
    TLB_BRUSH_SOUND,
    TLB_BRUSH_EMPTY, /* the planes enclose nothing: not convex, inside out, or flat */
    TLB_BRUSH_OPEN,  /* the planes leave it unbounded */
    TLB_BRUSH_LARGE  /* it has more than TLB_BRUSH_MOST_FACES */
} tlb_brush_fault;

/* The polygon of a face: corners[first] on, counter-clockwise seen from outside; count 0: it has none. */
typedef struct tlb_brush_ring {
    uint32_t first, count;
    tlb_face_fault fault;
} tlb_brush_ring;

typedef struct tlb_brush_shape {
    tlb_brush_fault fault;
    TLB_LIST(tlb_level_point) points; /* none of two within TLB_LEVEL_NEAR */
    TLB_LIST(uint32_t) corners;       /* points */
    TLB_LIST(uint32_t) edges;         /* for each corner, the face beyond the edge from it */
    TLB_ARRAY(tlb_brush_ring) rings;  /* one for each face */
    double low[3], high[3];
} tlb_brush_shape;

/* Whether its plane is one: finite, its normal not zeros. */
bool tlb_level_face_has_plane(const tlb_level_face *face);
/* Corners and polygons from the planes alone. Of a faulty brush there are the rings' faults (none of one that
 * is too large), and no points.
 * `work` is for what is needed on the way; the shape is in `arena`. False: no memory. */
bool tlb_brush_shape_make(const tlb_level_face *faces, uint32_t count, tlb_arena *arena, tlb_arena *work,
                          tlb_brush_shape *shape);

/* Where diagnostics about a level go; `brush` and `face` are indices of the detail's lists, TLB_LEVEL_WHOLE:
 * none. Without one they are reported with their place and no path. */
typedef struct tlb_level_reporter {
    void (*report)(void *user, tlb_code code, uint32_t detail, uint32_t brush, uint32_t face,
                   const char *message);
    bool (*is_checked)(void *user, uint32_t detail, uint32_t brush); /* NULL: all are */
    void *user;
} tlb_level_reporter;

/* Tells of brushes that are open, empty or there twice, and of faces that are degenerate, duplicate,
 * redundant or almost in the plane of another brush's. `reporter` may be NULL. TLB_NO_MEMORY, TLB_LIMIT,
 * TLB_CANCELLED, reported. */
tlb_status tlb_level_check_brushes(tlb_context *context, const tlb_level *level,
                                   const tlb_level_reporter *reporter);

/* For compilers, which guess no sizes: reports the materials that are unsized, and returns TLB_INVALID if
 * there are any. */
tlb_status tlb_level_check_sizes(tlb_context *context, const tlb_level *level);

/* --- scenes ------------------------------------------------------------------------------------------ */

/* What tlb_level_to_scene adds of what is never drawn. All of it: the scene is the same level again. */
enum {
    TLB_LEVEL_WITH_COLLISION = 1, /* brushes for collision only, faces that are not TLB_LEVEL_VISIBLE */
    TLB_LEVEL_WITH_ZONES = 2      /* portals and triggers */
};

/* Nodes have the names and extras by which tlb_level_from_scene knows them again (docs/formats/map.md).
 * `with`: TLB_LEVEL_WITH_ bits. */
tlb_status tlb_level_to_scene(tlb_context *context, const tlb_level *level, unsigned with, tlb_scene *scene);
/* Reports what levels have no place for, as left out of `title`, the target format. NULL: reported; *status
 * says why. */
tlb_level *tlb_level_from_scene(tlb_context *context, const tlb_scene *scene, const char *title,
                                tlb_status *status);

#endif
