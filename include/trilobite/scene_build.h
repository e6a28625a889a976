/* Making a scene: for importers of formats that the library does not know, and for generators. The formats of
 * the library make theirs with the same functions. What is made is written by tlb_scene_write (convert.h) in
 * every format with TLB_CAN_IMPORT_SCENE; examples/build_scene.c is a textured, skinned, animated one.
 *
 *     tlb_scene *scene = tlb_scene_create(context);
 *     if (!tlb_scene_add_triangles(scene, "roof", TLB_NONE, 4, positions, NULL, uvs, 6, indices))
 *         return tlb_report_memory(context, tlb_scene_arena(scene));
 *
 * Other meshes (several materials, skins, colors) are reserved and filled: tlb_scene_add_mesh,
 * tlb_mesh_reserve, tlb_scene_add_node.
 *
 * The meaning of the numbers (axes, units, winding, UV, colors) is documented in scene.h, field by field. All
 * memory is the scene's arena: what the functions here allocate, and what a caller allocates there
 * (tlb_scene_arena) for arrays and names of its own. Memory from elsewhere may be put into a scene, too, if
 * it lives as long; the scene never frees or changes it.
 *
 * Lists grow: a pointer that tlb_scene_add_… returned is good until the next thing of its kind is added; its
 * index is good always, and is the list's count before it was added. NULL and false mean that memory was
 * refused to the arena of the scene, which tlb_report_memory reports; the scene is then still one that can be
 * freed.
 *
 * A scene belongs to the thread of its context. tlb_scene_validate finds a caller's mistakes; tlb_scene_write
 * calls it first, so that a scene of wrong indexes is refused there and does no harm. The other functions of
 * scene.h trust the counts and references of a scene. */
#ifndef TRILOBITE_SCENE_BUILD_H
#define TRILOBITE_SCENE_BUILD_H

#include "trilobite/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An empty scene, to be freed with tlb_scene_free before the context is. NULL: no memory. */
TLB_API tlb_scene *tlb_scene_create(tlb_context *context);
/* For what is put into the scene: it lives as long. */
TLB_API tlb_arena *tlb_scene_arena(tlb_scene *scene);

/* Adds one thing. Its fields are zero but for references (TLB_NONE), scale (1), rotation (none), colors
 * (white), alpha_cutoff (0.5) and a light's intensity (1). `name` may be NULL; it is copied, as UTF-8 without
 * control characters. `parent` is a node that was added before, or TLB_NONE. */
TLB_API tlb_node *tlb_scene_add_node(tlb_scene *scene, const char *name, int32_t parent);
TLB_API tlb_mesh *tlb_scene_add_mesh(tlb_scene *scene, const char *name);
TLB_API tlb_material *tlb_scene_add_material(tlb_scene *scene, const char *name);
/* The physically based properties of a material: not metallic, the other factors 1, no textures. NULL: no
 * memory. */
TLB_API tlb_pbr *tlb_material_add_pbr(tlb_scene *scene, tlb_material *material);
TLB_API tlb_image *tlb_scene_add_image(tlb_scene *scene, const char *name);
TLB_API tlb_skin *tlb_scene_add_skin(tlb_scene *scene, const char *name);
TLB_API tlb_scene_camera *tlb_scene_add_camera(tlb_scene *scene, const char *name);
TLB_API tlb_scene_light *tlb_scene_add_light(tlb_scene *scene, const char *name);
TLB_API tlb_animation *tlb_scene_add_animation(tlb_scene *scene, const char *name);

/* --- meshes ------------------------------------------------------------------------------------------ */

typedef enum tlb_vertex_data {
    TLB_WITH_NORMALS = 1,
    TLB_WITH_UV0 = 2,
    TLB_WITH_UV1 = 4,
    TLB_WITH_COLORS = 8,
    TLB_WITH_SKIN = 16, /* joints and weights */
    TLB_WITH_TANGENTS = 32,
    TLB_WITH_UV2 = 64,
    TLB_WITH_UV3 = 128
} tlb_vertex_data;

/* Adds a mesh of triangles of one material and a node of the same name that shows it, at the origin. All is
 * copied: `positions` and `normals` have 3 numbers a vertex, `uvs` 2, `indices` 3 a triangle. Without normals
 * (NULL) they are computed; without indices (NULL) every three vertices are a triangle. `uvs` may be NULL,
 * `material` TLB_NONE. Returns the node, whose `mesh` is the new one; NULL: no memory, no positions, an
 * index out of range, or no whole triangles. */
TLB_API tlb_node *tlb_scene_add_triangles(tlb_scene *scene, const char *name, int32_t material,
                                          uint32_t vertex_count, const float *positions, const float *normals,
                                          const float *uvs, uint32_t index_count, const uint32_t *indices);
/* Sets a mesh's counts and allocates its indices, parts, positions and what `vertex_data` (tlb_vertex_data)
 * names. The arrays are not cleared: the caller fills all of them. Parts have no material and no indices. */
TLB_API bool tlb_mesh_reserve(tlb_scene *scene, tlb_mesh *mesh, uint32_t vertices, uint32_t indices,
                              uint32_t parts, unsigned vertex_data);
/* Sets the morph count and allocates the morphs, all without name and with positions, and normals if wanted,
 * of zeros: no change. The mesh has its vertex_count. */
TLB_API bool tlb_mesh_reserve_morphs(tlb_scene *scene, tlb_mesh *mesh, uint32_t morphs, bool with_normals);
/* Fills the normals from the triangles, weighted at shared vertices by their angles there. A vertex of no
 * triangle with an area gets +Y. The mesh has positions, indices and an array for normals. */
TLB_API void tlb_mesh_compute_normals(tlb_mesh *mesh);

/* --- images, skins, animations ----------------------------------------------------------------------- */

/* Sets an image to a picture file of a kind that textures come in (image.h), which is copied: PNG and JPEG
 * as they are, others decoded. TLB_INVALID, TLB_UNSUPPORTED and TLB_LIMIT as for tlb_bitmap_decode, reported
 * under the image's name. */
TLB_API tlb_status tlb_image_set_file(tlb_context *context, tlb_scene *scene, tlb_image *image,
                                      tlb_bytes file);
/* Sets an image's size and allocates its pixels, TLB_PIXELS_RGBA, transparent black. */
TLB_API bool tlb_image_reserve(tlb_scene *scene, tlb_image *image, uint32_t width, uint32_t height);

/* Sets a skin's joint count and allocates its joints, all TLB_NONE, and inverse bind matrices, all the
 * identity. */
TLB_API bool tlb_skin_reserve(tlb_scene *scene, tlb_skin *skin, uint32_t joints);

/* Sets an animation's counts of channels and allocates them, without node, material or keys. The animation's
 * duration is the caller's to set. */
TLB_API bool tlb_animation_reserve(tlb_scene *scene, tlb_animation *animation, uint32_t channels,
                                   uint32_t material_channels);
/* Sets the number of keys of a channel whose node and target are set, and allocates its times and values,
 * which are not cleared. TLB_TARGET_MORPHS: the node has its mesh, and the mesh its morphs. */
TLB_API bool tlb_channel_reserve(tlb_scene *scene, tlb_channel *channel, uint32_t keys);
TLB_API bool tlb_material_channel_reserve(tlb_scene *scene, tlb_material_channel *channel, uint32_t keys);

/* --- validation -------------------------------------------------------------------------------------- */

/* Validates the references of a scene, in time linear in its size: each reference is TLB_NONE or an index
 * of its list, each node's parent comes before it (so there are no cycles), each mesh's indices are below
 * vertex_count, each part lies within the indices and is whole triangles, counted arrays and names are there,
 * joints of skins and targets of channels are nodes, enumerations have values that exist,
 * images with pixels have a size and, indexed, a palette. Each kind of mistake is reported as SCENE_INVALID
 * with the path of the field ("meshes[2].parts[0].first_index"), in a list of numbers the first.
 * TLB_ARGUMENT: there are some.
 *
 * Not mistakes, because files have them, and writers correct them and report it: numbers that are not finite,
 * quaternions that are not of unit length, weights that do not sum to 1, influences of joints that the skin
 * does not have, key times that do not ascend, textures whose UV set the mesh lacks, images without pixels or
 * file. Not looked at: extras, the length of arrays. */
TLB_API tlb_status tlb_scene_validate(tlb_context *context, const tlb_scene *scene);

#ifdef __cplusplus
}
#endif
#endif
