/* Makes a cube with a texture: `textured_cube cube.glb cube.iqm` writes it as each of these. */
#include <trilobite/trilobite.h>
#include <stdio.h>

static bool make_cube(tlb_scene *scene)
{
    static const int corners[2][6] = {{0, 2, 1, 1, 2, 3}, {0, 1, 2, 2, 1, 3}}; /* counter-clockwise */
    float positions[36][3], uvs[36][2];
    for (int i = 0; i < 36; i++) { /* two triangles of each side, two sides along each axis */
        int side = i / 6 % 2, corner = corners[side][i % 6], at[3] = {side, corner % 2, corner / 2};
        for (int k = 0; k < 3; k++)
            positions[i][(i / 12 + k) % 3] = (float)at[k];
        uvs[i][0] = (float)at[1], uvs[i][1] = (float)(1 - at[2]);
    }
    tlb_image *image = tlb_scene_add_image(scene, "bricks");
    tlb_material *material = tlb_scene_add_material(scene, "bricks");
    if (!image || !material || !tlb_image_reserve(scene, image, 16, 16))
        return false;
    for (int i = 0; i < 16 * 16 * 4; i++) /* rows of bricks: four lines of pixels, the first of mortar */
        image->pixels[i] = i % 4 == 3 || i / 64 % 4 == 0 ? 255 : 90;
    material->texture.image = 0; /* the first */
    return tlb_scene_add_triangles(scene, "cube", 0, 36, positions[0], NULL, uvs[0], 0, NULL) != NULL;
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
