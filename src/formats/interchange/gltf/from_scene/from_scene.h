/* Writing glTF 2.0: what the writer's files share. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_FROM_SCENE_FROM_SCENE_H
#define TLB_FORMATS_INTERCHANGE_GLTF_FROM_SCENE_FROM_SCENE_H

#include "writers/reports.h"
#include "writers/image_files.h"
#include "formats/interchange/gltf/from_scene/binary.h"
#include "scene/light/light.h"
#include "scene/transform/layers.h"
#include "scene/materials/texture.h"

/* --- a scene as programs of artists show it right (prepare.c) ----------------------------------------- */

typedef struct tlb_gltf_options {
    tlb_baked_light light;
    bool fine;             /* light in more detail */
    bool levels;           /* the coarser ones, too */
    bool rig;              /* many moving parts become one mesh on a skeleton */
    bool placeholder_uris; /* textures that were not found are named as files */
    bool editable;         /* for converting back: layers and levels are marked in extras and names */
    bool page;             /* for the page, which hides, shows and lights for itself: everything as it is */
} tlb_gltf_options;

extern const tlb_option_info tlb_gltf_option_list[], tlb_glb_option_list[];

/* Of the scenes that are written. */
void tlb_gltf_scene_defaults(const void *to, tlb_convert_options *options);
tlb_gltf_options tlb_gltf_choose(const tlb_conversion *conversion);

typedef struct tlb_gltf_prepared {
    tlb_layers layers;
    tlb_light_rule rule;
    uint32_t shortened; /* names */
} tlb_gltf_prepared;

/* What is to be written of the scene, in `arena` and for as long as the scene is there; `name`: of the file.
 */
tlb_status tlb_gltf_prepare(const tlb_conversion *conversion, const tlb_scene *scene,
                            const tlb_gltf_options *options, const char *name, tlb_arena *arena,
                            tlb_gltf_prepared *prepared);

/* editable.c. Puts levels, places at rest, layers and names that are not unique into extras
 * (docs/formats/gltf.md). What changes is in `arena`, everything else is shared. False without memory. */
bool tlb_gltf_mark_editable(tlb_arena *arena, tlb_scene *scene);

/* --- one file being written --------------------------------------------------------------------------- */

/* What becomes of a mesh of the scene. */
typedef struct tlb_gltf_out_mesh {
    int32_t index;        /* in the file; TLB_NONE: it has no triangles and is left out */
    uint32_t joint_limit; /* the joints that all its skins have; 0: no skin moves it */
} tlb_gltf_out_mesh;

/* glTF requires skinned meshes at the root and the joints of a skin below one root. So a node of the scene
 * may become two: one with what it holds, one with the place it has. */
typedef struct tlb_gltf_out_node {
    int32_t source; /* TLB_NONE: it only holds joints together */
    int32_t parent; /* in the file, or TLB_NONE */
    bool holds, places, hidden;
    uint32_t layer;                    /* the scene in the file */
    uint32_t first_child, child_count; /* in tree.children */
} tlb_gltf_out_node;

typedef struct tlb_gltf_tree {
    tlb_gltf_out_node *nodes; /* the scene's first, under the same index */
    uint32_t count;
    uint32_t *place;                          /* for each node of the scene, the node that has its place */
    uint32_t *children;                       /* the roots come first, one scene's after the other's */
    uint32_t root_count[TLB_LAYERS_MOST + 1]; /* those of the scenes before */
} tlb_gltf_tree;

typedef struct tlb_gltf_out_texture {
    int32_t image;
    uint32_t sampler;
} tlb_gltf_out_texture;

typedef struct tlb_gltf_writer {
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena *arena; /* for the time of writing */
    tlb_json json;
    tlb_gltf_binary binary;
    const tlb_gltf_prepared *prepared;
    const tlb_gltf_options *options;
    bool embeds; /* GLB: images are in the binary part */
    tlb_image_file *image_files;
    tlb_gltf_out_mesh *meshes;
    int32_t *skin_index; /* by skin of the scene; TLB_NONE: it has no joints and is left out */
    tlb_gltf_tree tree;
    TLB_LIST(tlb_gltf_out_texture) textures;
    bool *moved_uv;                      /* by material: its UV offset is animated */
    int32_t plain_material;              /* of parts that have none; TLB_NONE: these have none here, too */
    int32_t *texture_index;              /* by image and sampler */
    int32_t *image_index;                /* by image of the scene */
    int32_t sampler_index[TLB_SAMPLERS]; /* by number of the sampler */
    int32_t sampler_count;
    bool animated;                            /* the view of the animations' data was begun */
    bool unlit, transform, pointer, strength; /* extensions in use */
    uint64_t replaced;                        /* numbers that were not finite */
    uint64_t keys_left_out, tracks_left_out;
} tlb_gltf_writer;

/* nodes.c; false without memory. */
bool tlb_gltf_plan_tree(tlb_gltf_writer *g);

/* The parts of the file; what makes them empty leaves them out. */
void tlb_gltf_write_nodes(tlb_gltf_writer *g);
bool tlb_gltf_plan_meshes(tlb_gltf_writer *g);
void tlb_gltf_write_meshes(tlb_gltf_writer *g);
void tlb_gltf_write_skins(tlb_gltf_writer *g);
void tlb_gltf_write_cameras(tlb_gltf_writer *g);
void tlb_gltf_write_lights(tlb_gltf_writer *g);
void tlb_gltf_write_animations(tlb_gltf_writer *g);
bool tlb_gltf_plan_materials(tlb_gltf_writer *g);
void tlb_gltf_write_materials(tlb_gltf_writer *g); /* and textures, samplers, images */

/* Whether the texture is in the file. */
bool tlb_gltf_has_texture(const tlb_gltf_writer *g, const tlb_texture *texture);

/* Whether a node's mesh is moved by its skin. */
static inline bool tlb_gltf_is_skinned(const tlb_gltf_writer *g, const tlb_node *node)
{
    return node->mesh >= 0 && node->skin >= 0 && g->meshes[node->mesh].joint_limit > 0;
}

/* json.c. The whole of it, which plans the binary part as it goes; false without memory. */
bool tlb_gltf_write_json(tlb_gltf_writer *g, tlb_buffer *out, const char *binary_file);
void tlb_gltf_name(tlb_gltf_writer *g, const char *name);
void tlb_gltf_text(tlb_gltf_writer *g, const char *key, const char *text);
void tlb_gltf_uri(tlb_gltf_writer *g, const char *file);
void tlb_gltf_number(tlb_gltf_writer *g, const char *key, float value);
void tlb_gltf_numbers(tlb_gltf_writer *g, const char *key, const float *values, uint32_t count);
void tlb_gltf_indices(tlb_gltf_writer *g, const char *key, const uint32_t *values, uint32_t count);
/* The first member of a list that is left out while it has none. */
void tlb_gltf_open_member(tlb_gltf_writer *g, const char *list, bool *opened);
void tlb_gltf_close_list(tlb_gltf_writer *g, bool opened);
/* Opens "extras" with the members of the table; the caller adds others and closes. */
void tlb_gltf_open_extras(tlb_gltf_writer *g, const tlb_value *table);
/* "extras" when there are some. */
void tlb_gltf_extras(tlb_gltf_writer *g, const tlb_value *table);

/* --- the file (format.c) ------------------------------------------------------------------------------ */

/* A scene as GLB, into an empty buffer, with the options of the conversion; `name` is the file's without
 * extension. What is left out or cannot be written is reported. With the option "page" it is for the page
 * (tlb_gltf_options). */
tlb_status tlb_glb_write(const tlb_conversion *conversion, const tlb_scene *scene, const char *name,
                         tlb_buffer *out);

#endif
