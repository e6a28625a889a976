/* Makes a cube with a texture: `textured_cube cube.glb cube.iqm` writes it as each of these. */
#include <trilobite/trilobite.h>

#include <stdio.h>

static bool make_cube(tlb_scene *scene)
{
    static const int corners[2][6] = {{0, 2, 1, 1, 2, 3}, {0, 1, 2, 2, 1, 3}}; /* counter-clockwise */
    tlb_image *image = tlb_scene_add_image(scene, "bricks");
    tlb_material *material = tlb_scene_add_material(scene, "bricks");
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "cube");
    tlb_node *node = tlb_scene_add_node(scene, "cube", TLB_NONE);
    if (!image || !material || !mesh || !node || !tlb_image_reserve(scene, image, 16, 16) ||
        !tlb_mesh_reserve(scene, mesh, 36, 36, 1, TLB_WITH_NORMALS | TLB_WITH_UV0))
        return false;
    for (int i = 0; i < 16 * 16 * 4; i++) /* rows of bricks: four lines of pixels, the first of mortar */
        image->pixels[i] = i % 4 == 3 || i / 64 % 4 == 0 ? 255 : 90;
    for (int i = 0; i < 36; i++) { /* two triangles of each side, two sides along each axis */
        int side = i / 6 % 2, corner = corners[side][i % 6], at[3] = {side, corner % 2, corner / 2};
        for (int k = 0; k < 3; k++)
            mesh->positions[i][(i / 12 + k) % 3] = (float)at[k];
        mesh->uv[0][i][0] = (float)at[1], mesh->uv[0][i][1] = (float)(1 - at[2]);
        mesh->indices[i] = (uint32_t)i;
    }
    mesh->parts[0].index_count = 36;
    mesh->parts[0].material = material->texture.image = node->mesh = 0; /* the first of each */
    tlb_mesh_compute_normals(mesh);
    return true;
}

int main(int argc, char **argv)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_status status = argc < 2           ? TLB_ARGUMENT
                        : make_cube(scene) ? TLB_OK
                                           : tlb_report_memory(context, tlb_scene_arena(scene));
    for (int i = 1; i < argc && !status; i++)
        status = tlb_scene_save(context, scene, argv[i], NULL, true);
    if (status)
        fprintf(stderr, "%s\n", tlb_status_text(status));
    tlb_scene_free(scene);
    tlb_context_free(context);
    return status ? 1 : 0;
}
