/* What a detail, or a mover in it, encloses, compiled: the union of its brushes and meshes as faces, hulls
 * and a BSP tree with its zones. It has what compilers of DIF and DIS write, in no file's numbers.
 *
 * Planes are n . p - d, each there once for both directions: `reversed` is the direction against the normal.
 * Points within TLB_LEVEL_NEAR are one. The same level gives the same solid on every machine. */
#ifndef TLB_LEVEL_SOLID_H
#define TLB_LEVEL_SOLID_H

#include "level/level.h"
#include "level/weld.h"
#include "level/winding.h"

/* Where a face or a hull comes from: a brush of the detail and one of its faces, or a mesh and one of its
 * polygons. */
typedef struct tlb_solid_source {
    bool of_mesh;
    uint32_t part; /* index of the detail's brushes or meshes */
    uint32_t face; /* index of the detail's faces or the mesh's polygons; TLB_LEVEL_WHOLE: made for it */
} tlb_solid_source;

enum { TLB_SOLID_MOST_CORNERS = 32 };

/* A convex piece of the boundary, at most TLB_SOLID_MOST_CORNERS corners, none where another face's corner
 * lies on an edge without one of its own. */
typedef struct tlb_solid_face {
    uint32_t plane;
    bool reversed;
    bool is_detail;                      /* of a detail brush: it bounds no zone */
    uint32_t first_corner, corner_count; /* counter-clockwise seen from where it looks */
    uint32_t collinear;                  /* bit i: corner i lies on the edge between its neighbors */
    uint32_t hull;
    tlb_solid_source source;
    uint32_t material;
    double x[4], y[4];
} tlb_solid_face;

/* The most corners and the most faces of a hull, which engines count in bytes. */
enum { TLB_SOLID_MOST_HULL = 255 };

/* A convex part, in the order of the source, those that others cover too. A brush is one, or some that fit
 * each other where it has more corners or faces than a hull can have. */
typedef struct tlb_solid_hull {
    tlb_solid_source source;
    tlb_brush_kind kind;
    uint32_t first_point, point_count; /* of hull_points */
    uint32_t first_plane, plane_count; /* of hull_planes; the last one is that of the source's first face */
    double low[3], high[3];
} tlb_solid_hull;

typedef struct tlb_solid_plane_ref {
    uint32_t plane;
    bool reversed; /* its outward direction is against the normal */
} tlb_solid_plane_ref;

/* A child is a node, or the number of a leaf with one of these bits. */
enum { TLB_SOLID_LEAF = 1 << 30, TLB_SOLID_EMPTY = 1 << 29 };

typedef struct tlb_solid_node {
    uint32_t plane;
    uint32_t children[2]; /* where n . p - d > 0, and behind */
} tlb_solid_node;
typedef TLB_LIST(tlb_solid_node) tlb_solid_nodes;

/* A leaf that is solid: the faces behind which it lies, ascending. */
typedef struct tlb_solid_leaf {
    uint32_t first_face, face_count; /* of leaf_faces */
} tlb_solid_leaf;

enum { TLB_SOLID_NO_ZONE = 0xFFFF };

/* Zone 0 is what is reached from outside. */
typedef struct tlb_solid_zone {
    uint32_t first_face, face_count;     /* of zone_faces, ascending */
    uint32_t first_portal, portal_count; /* of zone_portals, ascending */
    bool is_inside;                      /* not reached from outside over portals with ambient_light */
} tlb_solid_zone;

typedef struct tlb_solid_portal {
    uint32_t entity; /* of the detail */
    uint32_t plane;  /* of the first of the portal brush's two largest faces */
    bool reversed;
    uint32_t zones[2];                     /* where the face looks to, and behind it */
    uint32_t first_polygon, polygon_count; /* of portal_polygons: what the solids leave of the opening */
} tlb_solid_portal;

typedef struct tlb_solid_polygon {
    uint32_t first_corner, corner_count; /* of corners, counter-clockwise seen from where the portal looks */
} tlb_solid_polygon;

typedef struct tlb_solid {
    tlb_arena arena;
    TLB_LIST(tlb_solid_plane) planes;
    TLB_LIST(tlb_level_point) points;
    TLB_LIST(uint32_t) corners; /* points */
    TLB_LIST(tlb_solid_face) faces;
    TLB_LIST(tlb_solid_hull) hulls;
    TLB_LIST(uint32_t) hull_points;
    TLB_LIST(tlb_solid_plane_ref) hull_planes;
    tlb_solid_nodes nodes; /* 0 is the root; each precedes those below it, the front ones first */
    TLB_LIST(tlb_solid_leaf) leaves;
    TLB_LIST(uint32_t) leaf_faces;
    TLB_LIST(uint16_t) empty_zones; /* of each empty leaf; TLB_SOLID_NO_ZONE: nothing leads to it */
    TLB_LIST(tlb_solid_zone) zones; /* at least one */
    TLB_LIST(uint32_t) zone_faces, zone_portals;
    TLB_LIST(tlb_solid_portal) portals;
    TLB_LIST(tlb_solid_polygon) portal_polygons;
} tlb_solid;

/* What is compiled: brushes and meshes of all entities but movers, portals, triggers and those for vehicles,
 * or these alone, or all of one mover; no brushes of ORIGIN faces alone. */
#define TLB_SOLID_WORLD    UINT32_MAX
#define TLB_SOLID_VEHICLES (UINT32_MAX - 1)

/* Compiles `mover`, an entity, or one of the above. Collision brushes become hulls and NULL faces, but are
 * not in the tree. Faulty brushes are reported and left out. TLB_INVALID: nothing is left; TLB_NO_MEMORY,
 * TLB_LIMIT, TLB_CANCELLED, reported. To be freed by tlb_solid_free before the context. */
tlb_status tlb_solid_make(tlb_context *context, const tlb_level *level, uint32_t detail, uint32_t mover,
                          tlb_solid **solid);
void tlb_solid_free(tlb_solid *solid);

/* --- steps, each in a file of its own ------------------------------------------------------------------ */

/* A face, or a portal, of a leaf, cell or zone. */
typedef struct tlb_solid_pair {
    uint32_t group, member;
} tlb_solid_pair;
typedef TLB_LIST(tlb_solid_pair) tlb_solid_pairs;

/* What a face is made of: all of it, before others hide parts. */
typedef struct tlb_solid_side {
    tlb_solid_face face; /* without corners */
    tlb_winding winding;
} tlb_solid_side;

/* What structural faces and portals leave empty: the tree as it is without detail faces. A child is a node,
 * TLB_SOLID_LEAF where it is solid, or the number of a cell with TLB_SOLID_EMPTY. */
typedef struct tlb_solid_cells {
    tlb_solid_nodes nodes;
    uint32_t root, count;
    TLB_LIST(uint32_t) of_leaves; /* of each empty leaf */
    tlb_solid_pairs faces;        /* a cell, and one that looks into it, be it covered by details */
} tlb_solid_cells;

typedef struct tlb_solid_maker {
    tlb_context *context;
    const tlb_level *level;
    uint32_t detail, mover;
    tlb_solid *solid;
    tlb_arena scratch;
    tlb_weld plane_weld, point_weld;
    TLB_LIST(tlb_solid_side) sides; /* hull after hull */
    tlb_solid_cells cells;
} tlb_solid_maker;

/* The plane or point that is there already, or a new one. False: no memory. */
bool tlb_solid_find_plane(tlb_solid_maker *m, const double normal[3], double distance,
                          tlb_solid_plane_ref *plane);
bool tlb_solid_find_point(tlb_solid_maker *m, const double at[3], uint32_t *point);
/* A hull of a sound shape; `planes` are those of its rings. False: no memory. */
bool tlb_solid_add_hull(tlb_solid_maker *m, const tlb_solid_source *source, tlb_brush_kind kind,
                        const tlb_brush_shape *shape, const tlb_solid_plane_ref *planes);
/* The sides and hulls of a mesh (meshes.c). False: no memory. */
bool tlb_solid_add_mesh(tlb_solid_maker *m, uint32_t mesh);
/* Hulls that fill a mesh: the convex cells of a tree of its sides, which are those from `first` on (cells.c).
 * Not closed: it has none, or some without an end, and none were added. Gaps that no cell gets out of do not
 * matter. */
bool tlb_solid_add_cells(tlb_solid_maker *m, uint32_t mesh, uint32_t first, bool *is_closed);
/* A hull behind each side of an open mesh, with sides of its own. */
bool tlb_solid_add_prisms(tlb_solid_maker *m, uint32_t mesh, uint32_t first);

/* Hulls of the brushes, with planes and points, and their sides (hulls.c). */
tlb_status tlb_solid_make_hulls(tlb_solid_maker *m);
/* Faces: what the others leave of each (csg.c). */
tlb_status tlb_solid_make_faces(tlb_solid_maker *m);
/* The corners of other faces on the edges of each (t_junctions.c). */
tlb_status tlb_solid_close_edges(tlb_solid_maker *m);
/* Portals and their polygons, without zones (portals.c). */
tlb_status tlb_solid_make_portals(tlb_solid_maker *m);
/* Nodes, leaves and their faces, split at portals; cells (bsp.c). */
tlb_status tlb_solid_make_tree(tlb_solid_maker *m);
/* Zones, their faces and portals (zones.c). */
tlb_status tlb_solid_make_zones(tlb_solid_maker *m);

/* Sorts pairs by group, then member, each once. */
void tlb_solid_sort_pairs(tlb_solid_pairs *pairs);
/* Whether a hull of this kind is in no tree, and hides no faces. */
static inline bool tlb_solid_is_collision(tlb_brush_kind kind)
{
    return kind == TLB_BRUSH_COLLISION || kind == TLB_BRUSH_VEHICLE;
}

#endif
