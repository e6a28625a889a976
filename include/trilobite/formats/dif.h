/* Torque interiors (.dif): the document, typed. Names and order are those of the format's description; what
 * the description leaves out or has wrong is stated in docs/formats/dif.md.
 *
 * Axes: right-handed, X right, Y forward, Z up, meters. Planes: n . p + distance = 0. */
#ifndef TRILOBITE_FORMATS_DIF_H
#define TRILOBITE_FORMATS_DIF_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_DIF_RESOURCE_VERSION = 44,
    TLB_DIF_LAST_VERSION = 14,
    TLB_DIF_COORD_BINS = 16 * 16,
    TLB_DIF_PLANE_FLIPPED = 0x8000, /* in planeIndex: the inverse of the plane is meant */
};

/* Interiors of version 0 come in layouts that no field identifies; the whole file is of one. */
typedef enum tlb_dif_family {
    TLB_DIF_TGE,         /* Torque Game Engine, Marble Blast Gold, Blockland */
    TLB_DIF_TSE,         /* Torque Shader Engine: surfaces end in `unused`, light maps have direction maps */
    TLB_DIF_TSE_EARLY,   /* direction maps without `unused` */
    TLB_DIF_TGE_BIG_MAPS /* TGE with 16-bit light map rectangles */
} tlb_dif_family;

/* Names for the values, as the option dif-family and tlb_dump have them; NULL past the last. */
TLB_API const char *tlb_dif_family_name(tlb_dif_family family);

/* A list whose count may carry a flag: the elements are then stored in a narrower width, given by `param`. */
typedef struct tlb_dif_list {
    uint32_t *data;
    uint32_t count;
    bool flagged;
    uint8_t param;
} tlb_dif_list;

typedef struct tlb_dif_plane {
    uint16_t normalIndex;
    float planeDistance;
} tlb_dif_plane;

typedef struct tlb_dif_texgen {
    float planeX[4], planeY[4]; /* u = planeX.xyz . p + planeX.w; v likewise, downwards */
} tlb_dif_texgen;

/* A child is a node, or a leaf: see tlb_dif_child. */
typedef struct tlb_dif_bsp_node {
    uint16_t planeIndex;
    uint32_t frontIndex, backIndex;
} tlb_dif_bsp_node;

typedef struct tlb_dif_solid_leaf {
    uint32_t surfaceIndex; /* first in solidLeafSurfaces */
    uint16_t surfaceCount;
} tlb_dif_solid_leaf;

typedef struct tlb_dif_winding_range {
    uint32_t windingStart, windingCount;
} tlb_dif_winding_range;

typedef struct tlb_dif_edge {
    int32_t pointIndex0, pointIndex1, surfaceIndex0, surfaceIndex1;
} tlb_dif_edge;

/* The edges of Marble Blast Ultra, interior versions 2 to 5; surfaces from 3. */
typedef struct tlb_dif_edge2 {
    uint32_t vertex0, vertex1, normal0, normal1, face0, face1;
} tlb_dif_edge2;

typedef struct tlb_dif_zone {
    uint16_t portalStart, portalCount; /* in zonePortalList */
    uint32_t surfaceStart;             /* in zoneSurfaces */
    uint16_t surfaceCount;
    uint32_t staticMeshStart, staticMeshCount; /* in zoneStaticMeshes, from version 12 */
    uint16_t flags;                            /* bit 0: inside, not lit from outside */
} tlb_dif_zone;

typedef struct tlb_dif_portal {
    uint16_t planeIndex;
    uint16_t triFanCount;
    uint32_t triFanStart; /* in windingIndices */
    uint16_t zoneFront, zoneBack;
} tlb_dif_portal;

typedef enum tlb_dif_surface_flag {
    TLB_DIF_SURFACE_DETAIL = 1,
    TLB_DIF_SURFACE_AMBIGUOUS = 2,
    TLB_DIF_SURFACE_ORPHAN = 4,
    TLB_DIF_SURFACE_SHARED_LIGHT_MAPS = 8,
    TLB_DIF_SURFACE_OUTSIDE_VISIBLE = 16
} tlb_dif_surface_flag;

/* A convex polygon, stored as a triangle strip whose front is clockwise. */
typedef struct tlb_dif_surface {
    uint32_t windingStart, windingCount; /* in windings */
    uint16_t planeIndex;                 /* may carry TLB_DIF_PLANE_FLIPPED */
    uint16_t textureIndex;               /* in materials */
    uint32_t texGenIndex;
    uint8_t surfaceFlags;
    uint32_t fanMask;   /* bit i: polygon corner i is no T-junction point */
    uint16_t finalWord; /* light map axes and scales, see tlb_dif_light_map_uv */
    float texGenXDistance, texGenYDistance;
    uint16_t lightCount;
    uint32_t lightStateInfoStart;
    uint32_t mapOffsetX, mapOffsetY, mapSizeX, mapSizeY; /* texels of the light map sheet */
    uint8_t unused;
    uint32_t brushId; /* versions 2 to 5 */
} tlb_dif_surface;

typedef struct tlb_dif_null_surface {
    uint32_t windingStart;
    uint16_t planeIndex;
    uint8_t surfaceFlags;
    uint32_t windingCount; /* in polygon order, no strip */
} tlb_dif_null_surface;

typedef struct tlb_dif_light_map {
    tlb_bytes lightMap, lightDirMap; /* PNG files */
    uint8_t keepLightMap;
} tlb_dif_light_map;

typedef struct tlb_dif_animated_light {
    uint32_t nameIndex, stateIndex;
    uint16_t stateCount, flags;
    uint32_t duration;
} tlb_dif_animated_light;

typedef struct tlb_dif_light_state {
    uint8_t red, green, blue;
    uint32_t activeTime, dataIndex;
    uint16_t dataCount;
} tlb_dif_light_state;

typedef struct tlb_dif_state_data {
    uint32_t surfaceIndex, mapIndex;
    uint16_t lightStateIndex;
} tlb_dif_state_data;

enum { TLB_DIF_MIRROR = 1 };

/* A sub-object within an interior: a mirror is the only kind there is. */
typedef struct tlb_dif_mirror {
    uint32_t kind; /* TLB_DIF_MIRROR */
    uint32_t detailLevel, zone;
    float alphaLevel;
    uint32_t surfaceCount, surfaceStart;
    float centroid[3];
} tlb_dif_mirror;

typedef struct tlb_dif_hull {
    uint32_t hullStart;
    uint16_t hullCount;
    float minX, maxX, minY, maxY, minZ, maxZ;
    uint32_t surfaceStart;
    uint16_t surfaceCount;
    uint32_t planeStart, polyListPlaneStart, polyListPointStart, polyListStringStart;
    uint8_t staticMesh; /* from version 12 */
} tlb_dif_hull;

typedef struct tlb_dif_coord_bin {
    uint32_t binStart, binCount;
} tlb_dif_coord_bin;

typedef struct tlb_dif_primitive {
    uint8_t alpha;
    uint32_t texS, texT;
    int32_t diffuseIndex, lightMapIndex;
    uint32_t start, count; /* a strip in indices */
    float lightMapEquationX[4], lightMapEquationY[4];
    int32_t lightMapOffset[2], lightMapSize[2];
} tlb_dif_primitive;

typedef struct tlb_dif_bitmap {
    uint8_t hasBitmap;
    tlb_bytes bitmap; /* a PNG file */
} tlb_dif_bitmap;

typedef struct tlb_dif_static_mesh {
    TLB_ARRAY(tlb_dif_primitive) primitives;
    TLB_ARRAY(uint16_t) indices;
    TLB_ARRAY(tlb_vec3) vertices;
    TLB_ARRAY(tlb_vec3) normals;
    TLB_ARRAY(tlb_vec2) diffuseUVs;
    TLB_ARRAY(tlb_vec2) lightmapUVs;
    uint8_t hasMaterialList;
    uint8_t materialListVersion;
    TLB_ARRAY(tlb_text) materials;
    /* One per material each. */
    TLB_ARRAY(uint32_t) materialFlags, reflectanceMaps, bumpMaps, detailMaps, lightMaps;
    TLB_ARRAY(float) detailScales, reflectionAmounts;
    TLB_ARRAY(tlb_dif_bitmap) diffuseBitmaps;
    uint8_t hasSolid, hasTranslucency;
    float bounds[6];
    float transform[16]; /* row-major */
    float scale[3];
} tlb_dif_static_mesh;

typedef struct tlb_dif_tex_matrix {
    int32_t T, N, B; /* in texNormals */
} tlb_dif_tex_matrix;

typedef struct tlb_dif_interior {
    uint32_t interiorFileVersion;
    uint32_t detailLevel, minPixels;
    float boundingBox[6];    /* min, max */
    float boundingSphere[4]; /* center, radius */
    uint8_t hasAlarmState;
    uint32_t numLightStateEntries;
    TLB_ARRAY(tlb_vec3) normals;
    TLB_ARRAY(tlb_dif_plane) planes;
    TLB_ARRAY(tlb_vec3) points;
    TLB_ARRAY(uint8_t) pointVisibilities; /* 0 or 255 */
    TLB_ARRAY(tlb_dif_texgen) texGenEqs;
    TLB_ARRAY(tlb_dif_bsp_node) bspNodes;
    TLB_ARRAY(tlb_dif_solid_leaf) bspSolidLeaves;
    uint8_t materialListVersion;
    TLB_ARRAY(tlb_text) materials;
    tlb_dif_list windings; /* in points */
    TLB_ARRAY(tlb_dif_winding_range) windingIndices;
    TLB_ARRAY(tlb_dif_edge) edges; /* from version 12 */
    TLB_ARRAY(tlb_dif_zone) zones;
    tlb_dif_list zoneSurfaces;
    TLB_ARRAY(uint32_t) zoneStaticMeshes; /* from version 12 */
    tlb_dif_list zonePortalList;
    TLB_ARRAY(tlb_dif_portal) portals;
    TLB_ARRAY(tlb_dif_surface) surfaces;
    TLB_ARRAY(tlb_dif_edge2) edges2; /* versions 2 to 5 */
    struct {
        tlb_vec3 *data;
        uint32_t count;
        bool flagged;
        uint8_t param;
    } normals2;                     /* versions 4, 5 */
    tlb_dif_list normalIndices;     /* versions 4, 5: (T, N, B) in normals2 for each winding entry */
    tlb_dif_list normalLMapIndices; /* one per surface */
    TLB_ARRAY(uint32_t) alarmLMapIndices;
    TLB_ARRAY(tlb_dif_null_surface) nullSurfaces;
    TLB_ARRAY(tlb_dif_light_map) lightMaps;
    tlb_dif_list solidLeafSurfaces; /* surfaces, or null surfaces: see tlb_dif_surface_ref */
    TLB_ARRAY(tlb_dif_animated_light) animatedLights;
    TLB_ARRAY(tlb_dif_light_state) lightStates;
    TLB_ARRAY(tlb_dif_state_data) stateDatas;
    uint32_t stateDataFlags;
    TLB_ARRAY(uint8_t) stateDataBuffers;
    TLB_ARRAY(uint8_t) nameBuffers;
    TLB_ARRAY(tlb_dif_mirror) subObjects;
    TLB_ARRAY(tlb_dif_hull) convexHulls;
    TLB_ARRAY(uint8_t) convexHullEmitStrings;
    tlb_dif_list hullIndices;           /* in points */
    tlb_dif_list hullPlaneIndices;      /* in planes */
    tlb_dif_list hullEmitStringIndices; /* in convexHullEmitStrings, parallel to hullIndices */
    tlb_dif_list hullSurfaceIndices;    /* surfaces or null surfaces */
    tlb_dif_list polyListPlanes;
    tlb_dif_list polyListPoints;
    TLB_ARRAY(uint8_t) polyListStrings;
    tlb_dif_coord_bin coordBins[TLB_DIF_COORD_BINS];
    tlb_dif_list coordBinIndices; /* in convexHulls */
    uint32_t coordBinMode;
    uint8_t baseAmbientColor[4], alarmAmbientColor[4];
    TLB_ARRAY(tlb_dif_static_mesh) staticMeshes; /* from version 10 */
    TLB_ARRAY(tlb_vec3) texNormals;              /* from version 11 */
    TLB_ARRAY(tlb_dif_tex_matrix) texMatrices;   /* from version 11 */
    TLB_ARRAY(uint32_t) texMatIndices;           /* from version 11: one per winding entry */
    uint32_t reserved[3];                        /* zeros where the lists above do not exist yet */
    uint32_t extendedLightMapData;
    uint32_t lightMapBorderSize, extendedDummy; /* when extendedLightMapData is 1 */
} tlb_dif_interior;

typedef struct tlb_dif_property {
    tlb_text name, value;
} tlb_dif_property;

/* Order and repeated names count. */
typedef TLB_ARRAY(tlb_dif_property) tlb_dif_dictionary;

typedef struct tlb_dif_polyhedron_edge {
    uint32_t face0, face1, vertex0, vertex1;
} tlb_dif_polyhedron_edge;

typedef struct tlb_dif_trigger {
    tlb_text name, datablock;
    tlb_dif_dictionary properties;
    TLB_ARRAY(tlb_vec3) polyHedronPoints;
    TLB_ARRAY(tlb_vec4) polyHedronPlanes;
    TLB_ARRAY(tlb_dif_polyhedron_edge) polyHedronEdges;
    float offset[3];
} tlb_dif_trigger;

typedef enum tlb_dif_smoothing {
    TLB_DIF_PATH_LINEAR = 0,
    TLB_DIF_PATH_SPLINE = 1,
    TLB_DIF_PATH_ACCELERATE = 2
} tlb_dif_smoothing;

typedef struct tlb_dif_way_point {
    float pos[3], rot[4];
    uint32_t msToNext, smoothingType;
} tlb_dif_way_point;

typedef struct tlb_dif_path_follower {
    tlb_text name, datablock;
    uint32_t interiorResIndex; /* in the resource's subObjects */
    float offset[3];
    tlb_dif_dictionary properties;
    TLB_ARRAY(uint32_t) triggerIds;
    TLB_ARRAY(tlb_dif_way_point) wayPoints;
    uint32_t totalMS;
} tlb_dif_path_follower;

typedef struct tlb_dif_force_field_node {
    uint16_t planeIndex, frontIndex, backIndex;
} tlb_dif_force_field_node;

typedef struct tlb_dif_force_field_surface {
    uint32_t windingStart;
    uint8_t windingCount;
    uint16_t planeIndex;
    uint8_t surfaceFlags;
    uint32_t fanMask;
} tlb_dif_force_field_surface;

typedef struct tlb_dif_force_field {
    uint32_t forceFieldFileVersion;
    tlb_text name;
    TLB_ARRAY(tlb_text) triggers;
    float boundingBox[6], boundingSphere[4];
    TLB_ARRAY(tlb_vec3) normals;
    TLB_ARRAY(tlb_dif_plane) planes;
    TLB_ARRAY(tlb_vec3) points;
    TLB_ARRAY(tlb_dif_force_field_node) bspNodes;
    TLB_ARRAY(tlb_dif_solid_leaf) bspSolidLeaves;
    TLB_ARRAY(uint32_t) windings;
    TLB_ARRAY(tlb_dif_force_field_surface) surfaces;
    TLB_ARRAY(uint32_t) solidLeafSurfaces;
    uint8_t color[4];
} tlb_dif_force_field;

typedef struct tlb_dif_ai_node {
    tlb_text name;
    float position[3];
} tlb_dif_ai_node;

typedef struct tlb_dif_vehicle_collision {
    uint32_t vehicleCollisionFileVersion;
    TLB_ARRAY(tlb_dif_hull) convexHulls;
    TLB_ARRAY(uint8_t) convexHullEmitStrings;
    TLB_ARRAY(uint32_t) hullIndices;
    TLB_ARRAY(uint16_t) hullPlaneIndices;
    TLB_ARRAY(uint32_t) hullEmitStringIndices;
    TLB_ARRAY(uint32_t) hullSurfaceIndices; /* null surfaces, with bit 30 */
    TLB_ARRAY(uint16_t) polyListPlanes;
    TLB_ARRAY(uint32_t) polyListPoints;
    TLB_ARRAY(uint8_t) polyListStrings;
    TLB_ARRAY(tlb_dif_null_surface) nullSurfaces;
    TLB_ARRAY(tlb_vec3) points;
    TLB_ARRAY(tlb_vec4) planes;
    TLB_ARRAY(uint32_t) windings;
    TLB_ARRAY(tlb_dif_winding_range) windingIndices;
} tlb_dif_vehicle_collision;

typedef struct tlb_dif_game_entity {
    tlb_text datablock, gameClass; /* exporters left garbage here: any bytes */
    float position[3];
    tlb_dif_dictionary properties;
} tlb_dif_game_entity;

typedef struct tlb_dif {
    uint32_t interiorResourceFileVersion; /* 44 */
    tlb_dif_family family;
    bool narrowVehicleNulls; /* windingCount of the vehicle's null surfaces is one byte */
    uint8_t previewIncluded;
    tlb_bytes previewBitmap;                /* a PNG file */
    TLB_ARRAY(tlb_dif_interior) details;    /* the detail levels */
    TLB_ARRAY(tlb_dif_interior) subObjects; /* moved by path followers */
    TLB_ARRAY(tlb_dif_trigger) triggers;
    TLB_ARRAY(tlb_dif_path_follower) pathFollowers;
    TLB_ARRAY(tlb_dif_force_field) forceFields;
    TLB_ARRAY(tlb_dif_ai_node) aiSpecialNodes;
    uint32_t readVehicleCollision; /* 1: there is one */
    tlb_dif_vehicle_collision vehicleCollision;
    uint32_t readGameEntities; /* 2: there are some */
    TLB_ARRAY(tlb_dif_game_entity) gameEntities;
    bool hasDummy;
    uint32_t dummy;
    tlb_bytes tail; /* what exporters left after the end */
} tlb_dif;

/* The document's own DIF; NULL when it is of another format. */
TLB_API tlb_dif *tlb_document_dif(tlb_document *document);

/* --- reading the geometry ---------------------------------------------------------------------------- */

/* All of these expect an interior without errors in tlb_check unless they say otherwise; none reads outside
 * an array for any interior: what is out of range counts as absent. */

/* A BSP child: leaf bits are 0x8000 and 0x4000 before version 14, 0x80000 and 0x40000 from it. */
typedef enum tlb_dif_child_kind { TLB_DIF_NODE, TLB_DIF_SOLID_LEAF, TLB_DIF_EMPTY_LEAF } tlb_dif_child_kind;
typedef struct tlb_dif_child {
    tlb_dif_child_kind kind;
    uint32_t index; /* of a node, of a solid leaf, or the zone of an empty leaf; TLB_DIF_NO_ZONE */
} tlb_dif_child;
enum { TLB_DIF_NO_ZONE = 0x0fff };
TLB_API tlb_dif_child tlb_dif_child_of(const tlb_dif_interior *interior, uint32_t frontOrBackIndex);

/* An entry of solidLeafSurfaces or hullSurfaceIndices: a surface, or a null surface (bit 31; bit 15 in a
 * flagged list of 16-bit elements). */
typedef struct tlb_dif_surface_ref {
    bool null_surface;
    uint32_t index; /* TLB_DIF_NO_SURFACE when the entry is out of range */
} tlb_dif_surface_ref;
#define TLB_DIF_NO_SURFACE UINT32_MAX
TLB_API tlb_dif_surface_ref tlb_dif_surface_of(const tlb_dif_list *list, uint32_t entry);

/* A plane as n . p + d, the flip bit obeyed when `flips`. False: the index or its normal is out of range. */
TLB_API bool tlb_dif_plane_of(const tlb_dif_interior *interior, uint16_t planeIndex, bool flips,
                              float plane[4]);

/* The longest polygon or winding that is handled; map2dif stops at 32. */
enum { TLB_DIF_MAX_WINDING = 1024 };
/* The points of a surface as a polygon (unstripped), in winding order: clockwise seen from its front. With
 * `collision`, only the corners that fanMask keeps. Returns how many were written, 0 when out of range. */
TLB_API uint32_t tlb_dif_surface_polygon(const tlb_dif_interior *interior, const tlb_dif_surface *surface,
                                         bool collision, uint32_t points[TLB_DIF_MAX_WINDING]);
TLB_API uint32_t tlb_dif_null_surface_polygon(const tlb_dif_interior *interior,
                                              const tlb_dif_null_surface *surface,
                                              uint32_t points[TLB_DIF_MAX_WINDING]);
/* The polygon that collision uses of either kind of surface, and its plane. */
TLB_API uint32_t tlb_dif_collision_polygon(const tlb_dif_interior *interior, tlb_dif_surface_ref ref,
                                           uint32_t points[TLB_DIF_MAX_WINDING], uint16_t *planeIndex);

/* Texture coordinates of a point on a surface: u right, v down, in repeats. */
TLB_API void tlb_dif_texture_uv(const tlb_dif_texgen *texgen, const float point[3], float uv[2]);
/* Light map coordinates in the sheet, 0..1. */
TLB_API void tlb_dif_light_map_uv(const tlb_dif_surface *surface, const float point[3], float uv[2]);

/* --- hulls -------------------------------------------------------------------------------------------- */

/* The arrays that describe convex hulls, of an interior; those of a vehicle collision or a force field come
 * through the interior that the calls below make of it. */
typedef struct tlb_dif_hulls {
    const tlb_dif_hull *hulls;
    uint32_t hullCount;
    const uint8_t *emitStrings, *polyListStrings;
    uint32_t emitStringSize, polyListStringSize;
    const uint32_t *hullIndices, *hullEmitStringIndices, *hullPlaneIndices, *polyListPlanes, *polyListPoints;
    uint32_t hullIndexCount, hullEmitStringIndexCount, hullPlaneIndexCount, polyListPlaneCount,
        polyListPointCount;
} tlb_dif_hulls;
TLB_API tlb_dif_hulls tlb_dif_interior_hulls(const tlb_dif_interior *interior);

/* A vehicle collision, or a force field, as an interior without anything else, for the functions on hulls,
 * surfaces and rays. Its lists are the part's own where they are alike, or else made in the document's
 * memory: planes with normals apart, indices of 32 bits, null surfaces marked by bit 31. TLB_NO_MEMORY,
 * TLB_LIMIT. */
TLB_API tlb_status tlb_dif_vehicle_interior(tlb_document *document,
                                            const tlb_dif_vehicle_collision *collision,
                                            tlb_dif_interior *interior);
TLB_API tlb_status tlb_dif_force_field_interior(tlb_document *document, const tlb_dif_force_field *field,
                                                tlb_dif_interior *interior);

/* How many hullPlaneIndices a hull has: they end where those of the next one begin. */
TLB_API uint32_t tlb_dif_hull_plane_count(const tlb_dif_hulls *hulls, uint32_t hull);

enum { TLB_DIF_HULL_MAX = 255 };

/* The emit string of one hull point, decoded: the silhouette seen from it. Indexes are local to the hull
 * (vertices: into its hullIndices; planes: into its hullPlaneIndices), those of edges and faces are into
 * `vertices`. It points into the string. */
typedef struct tlb_dif_features {
    const uint8_t *vertices; /* vertexCount */
    uint32_t vertexCount;
    const uint8_t *edges; /* edgeCount pairs */
    uint32_t edgeCount;
    const uint8_t *faces; /* faceCount times: point count, plane, that many points */
    uint32_t faceCount;
    uint32_t size; /* bytes of the string */
} tlb_dif_features;
/* False when the string leaves its pool or an index its list. */
TLB_API bool tlb_dif_hull_features(const tlb_dif_hulls *hulls, uint32_t hull, uint32_t hullPoint,
                                   tlb_dif_features *features);

/* The polylist string of a hull, decoded: its polygons. Their points are relative to polyListPointStart,
 * their plane to polyListPlaneStart. */
typedef struct tlb_dif_polyhedron {
    uint32_t planeCount, pointCount, surfaceCount;
    const uint8_t *planeMasks, *pointMasks; /* which of eight groups each belongs to, as bits */
    /* surfaceCount times: point count, mask, plane, that many 16-bit big-endian points */
    const uint8_t *surfaces;
    uint32_t size; /* bytes of the string */
} tlb_dif_polyhedron;
TLB_API bool tlb_dif_hull_polyhedron(const tlb_dif_hulls *hulls, uint32_t hull,
                                     tlb_dif_polyhedron *polyhedron);

/* --- queries ------------------------------------------------------------------------------------------ */

typedef struct tlb_dif_hit {
    bool start_solid;          /* the ray begins in solid: t is 0, normal the reverse of the ray */
    float t;                   /* 0..1 from start to end */
    float point[3], normal[3]; /* the normal looks towards the start */
    uint32_t solid_leaf;
    bool has_surface;
    tlb_dif_surface_ref surface;
} tlb_dif_hit;
/* The first solid on the way from start to end, by the interior's BSP. False: none, and
 * `hit` is undefined. */
TLB_API bool tlb_dif_cast_ray(const tlb_dif_interior *interior, const float start[3], const float end[3],
                              tlb_dif_hit *hit);
/* The same as Torque's code computes it: in single precision, and what is within 0.005 of a plane is on it.
 * So it reports some hits on planes that are no faces of what was hit, and no surface near edges; null
 * surfaces never. The normal may look away from the start. */
TLB_API bool tlb_dif_cast_engine_ray(const tlb_dif_interior *interior, const float start[3],
                                     const float end[3], tlb_dif_hit *hit);

/* What a point is in. True: empty, and its zone (or TLB_DIF_NO_ZONE). False: solid. */
TLB_API bool tlb_dif_zone_at(const tlb_dif_interior *interior, const float point[3], uint32_t *zone);

/* The zones seen from a point through portals, each narrowing the view, in any direction. `zones` has an
 * entry for each zone, set to 1 when it can be seen; where that is hard to decide, it is set. False: the
 * point is in solid or in no zone. */
TLB_API bool tlb_dif_visible_zones(const tlb_dif_interior *interior, const float point[3], uint8_t *zones);

/* --- adding parts ------------------------------------------------------------------------------------- */

/* Each adds a part to the document's DIF and returns it to be filled further; its address is good until the
 * next of its kind is added. Texts are copied. NULL: the document is of another format, there is no
 * sub-object of that number, or memory is refused (tlb_report_memory). Surfaces, hulls and what else is solid
 * are not made one by one: they are compiled of a level, MAP, CSX or a scene (tlb_convert);
 * tlb_document_update makes anew what follows from surfaces that were moved. */

/* A detail without anything, after those that there are, and an interior for a path follower. Both are of the
 * version of the DIF's first interior, 0 if it has none. */
TLB_API tlb_dif_interior *tlb_dif_add_interior(tlb_document *document);
TLB_API tlb_dif_interior *tlb_dif_add_sub_object(tlb_document *document);
TLB_API tlb_text *tlb_dif_add_material(tlb_document *document, tlb_dif_interior *interior, const char *name);
/* A box, in the interior's space. */
TLB_API tlb_dif_trigger *tlb_dif_add_trigger(tlb_document *document, const char *datablock,
                                             const float low[3], const float high[3]);
/* What moves a sub-object from way point to way point. `totalMS` follows. */
TLB_API tlb_dif_path_follower *tlb_dif_add_path_follower(tlb_document *document, const char *datablock,
                                                         uint32_t subObject);
TLB_API tlb_dif_way_point *tlb_dif_add_way_point(tlb_document *document, tlb_dif_path_follower *follower,
                                                 const float position[3], uint32_t msToNext);
TLB_API tlb_dif_game_entity *tlb_dif_add_game_entity(tlb_document *document, const char *gameClass,
                                                     const char *datablock, const float position[3]);
/* At the end of the properties of one of those. */
TLB_API tlb_dif_property *tlb_dif_add_property(tlb_document *document, tlb_dif_dictionary *dictionary,
                                               const char *name, const char *value);

/* --- generators: what an exporter computes ------------------------------------------------------------ */

/* Each allocates its results in the document's arena and replaces the interior's lists.
 * TLB_INVALID: the interior's own references do not allow it; it is then unchanged. */
TLB_API tlb_status tlb_dif_make_poly_lists(tlb_document *document, tlb_dif_interior *interior);
TLB_API tlb_status tlb_dif_make_emit_strings(tlb_document *document, tlb_dif_interior *interior);
/* `closed`: a hull that only touches a bin is in it too. Exporters left those out; with them nothing is
 * missed. */
TLB_API tlb_status tlb_dif_make_coord_bins(tlb_document *document, tlb_dif_interior *interior, bool closed);
/* Box and sphere, from the points and the static meshes. */
TLB_API void tlb_dif_make_bounds(tlb_dif_interior *interior);
TLB_API tlb_status tlb_dif_make_point_visibility(tlb_document *document, tlb_dif_interior *interior);

/* --- options of conversions ----------------------------------------------------------------------------- */

/* Light maps and pictures that an interior has, in place of its geometry. */
typedef enum tlb_stored_pictures {
    TLB_PICTURES_NONE, /* the model */
    TLB_PICTURES_PREVIEW,
    TLB_PICTURES_LIGHT,    /* light maps */
    TLB_PICTURES_DIRECTION /* direction maps */
} tlb_stored_pictures;

typedef struct tlb_dif_read_options {
    tlb_format_options head;
    tlb_stored_pictures pictures; /* instead of the model */
    bool alarm;                   /* the light maps of the alarm state */
} tlb_dif_read_options;

typedef struct tlb_dif_write_options {
    tlb_format_options head;
    tlb_optional_integer version; /* 0 to TLB_DIF_LAST_VERSION */
    tlb_optional_integer family;  /* a tlb_dif_family, for version 0 */
    bool rebuild;                 /* planes, hulls, bins, lists and BSP tree; when DIF is made of DIF */
    tlb_sun_options sun;          /* where interiors are made of levels or scenes */
    bool preview;                 /* draws the preview bitmap; fails as tlb_scene_draw does */
} tlb_dif_write_options;

#define TLB_DIF_READ_OPTIONS_INIT  TLB_FORMAT_OPTIONS_INIT(tlb_dif_read_options)
#define TLB_DIF_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_dif_write_options)

#ifdef __cplusplus
}
#endif
#endif
