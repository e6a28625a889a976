/* The shared scene: every format can be converted to it; writers and renderers read it.
 *
 * Axes: right-handed, Y up, front faces counter-clockwise, meters where the format's unit is known.
 * UV: origin top left, v down (glTF's). Colors: linear factors 0..1. Rotations: quaternions x, y, z, w.
 *
 * Things refer to each other by index into the scene's arrays; TLB_NONE (-1) is no reference. All memory is
 * the scene's own arena; tlb_scene_free frees everything. It may be read and changed freely; scene_build.h
 * makes new ones and says what is validated.
 *
 * A scene belongs to the thread of its context. */
#ifndef TRILOBITE_SCENE_H
#define TRILOBITE_SCENE_H

#include "trilobite/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TLB_NONE (-1)

enum { TLB_UV_SETS = 4, TLB_INFLUENCES = 4, TLB_ATTRIBUTES = 16 };

typedef enum tlb_pixel_format {
    TLB_PIXELS_NONE,    /* only the encoded file is kept */
    TLB_PIXELS_INDEXED, /* one byte per pixel, an index into palette */
    TLB_PIXELS_RGBA     /* four bytes per pixel, straight alpha */
} tlb_pixel_format;

/* Rows run from the top. An image has pixels, the file they came from (PNG or JPEG), or both. */
typedef struct tlb_image {
    const char *name;      /* without folder and extension */
    const char *mime_type; /* of `encoded`: "image/png" or "image/jpeg"; NULL without */
    tlb_bytes encoded;
    tlb_pixel_format format;
    uint32_t width, height; /* 0 when there is only `encoded` and its header was not read */
    uint8_t *pixels;
    const uint8_t (*palette)[4]; /* 256 x R, G, B, A for TLB_PIXELS_INDEXED */
} tlb_image;

typedef enum tlb_wrap { TLB_WRAP_REPEAT, TLB_WRAP_CLAMP, TLB_WRAP_MIRROR } tlb_wrap;

typedef struct tlb_texture {
    int32_t image;   /* TLB_NONE: no texture */
    uint32_t uv_set; /* which of the mesh's UV sets it uses */
    tlb_wrap wrap_u, wrap_v;
    bool nearest;    /* nearest-neighbor filtering */
    float offset[2]; /* added to the UV coordinates */
} tlb_texture;

typedef enum tlb_alpha_mode {
    TLB_ALPHA_OPAQUE,
    TLB_ALPHA_MASK,
    TLB_ALPHA_BLEND,
    TLB_ALPHA_ADD
} tlb_alpha_mode;

enum {
    TLB_PBR_METALLIC_ROUGHNESS, /* blue: metallic, green: roughness */
    TLB_PBR_NORMAL,             /* in the space of the tangents */
    TLB_PBR_OCCLUSION,          /* red: how much light of the surroundings arrives */
    TLB_PBR_EMISSIVE,           /* sRGB */
    TLB_PBR_TEXTURES
};

/* The physically based properties of glTF's metallic-roughness model. Factors multiply their textures. */
typedef struct tlb_pbr {
    float metallic, roughness; /* 0 to 1 */
    float normal_scale, occlusion_strength;
    float emissive[3]; /* of the texture; without one it is the material's */
    tlb_texture textures[TLB_PBR_TEXTURES];
} tlb_pbr;

typedef struct tlb_material {
    const char *name;
    float color[4];    /* multiplies the texture and the vertex color */
    float emissive[3]; /* added, whatever the light */
    tlb_texture texture;
    tlb_texture lightmap; /* multiplies the texture: light, not color */
    tlb_alpha_mode alpha_mode;
    float alpha_cutoff; /* TLB_ALPHA_MASK */
    bool double_sided;
    bool unlit;
    const char *placeholder; /* the name of the missing texture; NULL: none */
    tlb_pbr *pbr;            /* NULL: not metallic, as rough as can be, without these textures */
    tlb_value *extras;
} tlb_material;

/* A run of triangles of one material. */
typedef struct tlb_part {
    int32_t material;
    uint32_t first_index, index_count; /* into the mesh's indices; a multiple of 3 */
} tlb_part;

/* Offsets to add to a mesh's vertices at weight 1. */
typedef struct tlb_morph {
    const char *name;
    float (*positions)[3]; /* vertex_count, as differences */
    float (*normals)[3];   /* NULL: unchanged */
} tlb_morph;

/* Custom vertex attributes of the file's engine, with their names there. */
typedef struct tlb_attribute {
    const char *name;
    uint32_t components; /* 1 to 4 */
    float *values;       /* vertex_count times components */
} tlb_attribute;

/* Triangles. Every array but indices has vertex_count elements or is NULL. */
typedef struct tlb_mesh {
    const char *name;
    uint32_t vertex_count, index_count, part_count, morph_count, attribute_count;
    float (*positions)[3];
    float (*normals)[3];
    float (*tangents)[4]; /* w: the sign of the bitangent */
    float (*uv[TLB_UV_SETS])[2];
    uint16_t (*colors)[4];              /* R, G, B, A, 0..65535, linear */
    uint16_t (*joints)[TLB_INFLUENCES]; /* into the skin's joints */
    float (*weights)[TLB_INFLUENCES];   /* sum 1 */
    uint32_t *indices;
    tlb_part *parts;
    tlb_morph *morphs;
    tlb_attribute *attributes; /* at most TLB_ATTRIBUTES */
    tlb_value *extras;
} tlb_mesh;

/* Looks along -Z of its node, whose +Y is upwards. */
typedef struct tlb_scene_camera {
    const char *name;
    float yfov; /* radians from the lower to the upper edge; 0: not known */
    /* Orthographic: half the width and half the height of what it sees, in meters; 0: perspective. */
    float xmag, ymag;
    float aspect, znear, zfar; /* width by height, and the distances that it sees; 0: not known */
} tlb_scene_camera;

typedef enum tlb_light_kind { TLB_LIGHT_POINT, TLB_LIGHT_SPOT, TLB_LIGHT_DIRECTIONAL } tlb_light_kind;

/* A light at its node; spots and directional ones shine along -Z. At a distance of d meters a surface that
 * faces a point or a spot receives color * intensity / d^2 lux, and one that faces a directional light color
 * * intensity lux; pi lux make a white surface white (see docs/formats/gltf.md). */
typedef struct tlb_scene_light {
    const char *name;
    float color[3];  /* linear, the strongest 1 */
    float intensity; /* candela; of a directional light lux */
    tlb_light_kind kind;
    float range; /* meters at which it ends; 0: nowhere */
    /* Of a spot: radians from its axis to where it begins to fade, and to where it ends. */
    float inner_cone, outer_cone;
} tlb_scene_light;

typedef struct tlb_node {
    const char *name;
    int32_t parent; /* a node before this one */
    /* Relative to the parent: scaled, then rotated, then moved. */
    float translation[3], rotation[4], scale[3];
    int32_t mesh, skin, camera, light; /* in the scene's arrays */
    /* A level of detail, drawn depending on the projected size: the levels of an object are
     * siblings, 0 the finest. TLB_NONE: always drawn. */
    int32_t level;
    float level_size;  /* the minimum projected size in pixels for this level */
    bool hidden;       /* not drawn at first: collision, other states */
    const char *layer; /* of a hidden node, what it is shown with: "collision", "zones"; NULL: nothing */
    bool backdrop; /* around all else, a sky: pictures show it, but do not go back until all of it is in */
    bool ground;   /* terrain or water of a world, in meters: who walks stands on it, never below */
    float *morph_weights; /* morph_count of the mesh, or NULL */
    tlb_value *extras;
} tlb_node;

/* What moves the vertices of meshes with joints and weights. */
typedef struct tlb_skin {
    const char *name;
    uint32_t joint_count;
    int32_t *joints; /* nodes */
    /* Column-major: from the mesh's space to the joint's, in the pose of the mesh. */
    float (*inverse_bind)[16];
} tlb_skin;

typedef enum tlb_target {
    TLB_TARGET_TRANSLATION,
    TLB_TARGET_ROTATION,
    TLB_TARGET_SCALE,
    TLB_TARGET_MORPHS
} tlb_target;

/* Between two keys: the earlier one, or a mix of both; of rotations on the shortest way. */
typedef enum tlb_interpolation { TLB_STEP, TLB_LINEAR } tlb_interpolation;

/* One property of one node over time. Keys ascend; channels may share them. */
typedef struct tlb_channel {
    int32_t node;
    tlb_target target;
    tlb_interpolation interpolation;
    uint32_t key_count;
    float *times;  /* seconds */
    float *values; /* key_count times 3, 4, 3 or the mesh's morph_count */
} tlb_channel;

typedef enum tlb_material_target {
    TLB_MATERIAL_UV_OFFSET, /* of its texture */
    TLB_MATERIAL_COLOR
} tlb_material_target;

/* One property of one material over time. Keys ascend. */
typedef struct tlb_material_channel {
    int32_t material;
    tlb_material_target target;
    tlb_interpolation interpolation;
    uint32_t key_count;
    float *times;  /* seconds */
    float *values; /* key_count times 2 or 4 */
} tlb_material_channel;

typedef struct tlb_animation {
    const char *name;
    float duration; /* seconds */
    bool loops;     /* begins again after its end */
    uint32_t channel_count, material_channel_count;
    tlb_channel *channels;
    tlb_material_channel *material_channels;
    tlb_value *extras;
} tlb_animation;

typedef struct tlb_scene {
    const char *name;
    const char *generator_format; /* the format it came from */
    float facing[2];              /* x and z of the forward direction; 0, 0: unknown, +Z as in glTF */
    uint32_t node_count, mesh_count, material_count, image_count, skin_count, camera_count, light_count,
        animation_count;
    tlb_node *nodes; /* parents come before their children */
    tlb_mesh *meshes;
    tlb_material *materials;
    tlb_image *images;
    tlb_skin *skins;
    tlb_scene_camera *cameras;
    tlb_scene_light *lights;
    tlb_animation *animations;
    tlb_value *extras;
} tlb_scene;

/* A scene and all memory of its arena; NULL is allowed. */
TLB_API void tlb_scene_free(tlb_scene *scene);

/* Counts and the box of everything, node transforms applied, hidden nodes left out. An empty scene has
 * low > high. */
typedef struct tlb_scene_stats {
    uint64_t vertices, triangles;
    float low[3], high[3];
} tlb_scene_stats;

/* TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_scene_measure(tlb_context *context, const tlb_scene *scene, tlb_scene_stats *stats);

/* Whether it is pictures: images, and no node to show them on. Image formats export and import such
 * scenes; writers of models get each image on a rectangle. */
TLB_API bool tlb_scene_is_pictures(const tlb_scene *scene);

/* Each node's matrix in the world, column-major; `world` has node_count elements. */
TLB_API void tlb_scene_world_matrices(const tlb_scene *scene, float (*world)[16]);

/* `posed` becomes the scene `seconds` into one of its animations; NULL: at rest. Its nodes, morph weights
 * and, where they change, materials are in `arena`, everything else is shared: it lasts as long as both, and
 * is not freed. What loops begins again after its end. False: no memory. */
TLB_API bool tlb_scene_at(const tlb_scene *scene, const tlb_animation *animation, float seconds,
                          tlb_arena *arena, tlb_scene *posed);

#ifdef __cplusplus
}
#endif
#endif
