#include "hills.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_mesh(tlb_scene *scene)
{
    const uint32_t row = HILLS_SIDE + 1;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "hills");
    if (!mesh || !tlb_mesh_reserve(scene, mesh, row * row, HILLS_SIDE * HILLS_SIDE * 6, 1,
                                   TLB_WITH_NORMALS | TLB_WITH_UV0))
        abort();
    for (uint32_t i = 0; i < row * row; i++) {
        float x = (float)(i % row) / HILLS_SIDE, z = (float)(i / row) / HILLS_SIDE;
        mesh->positions[i][0] = x * 100;
        mesh->positions[i][1] = sinf(x * 17) * 4 + cosf(z * 23) * 3;
        mesh->positions[i][2] = z * 100;
        mesh->uv[0][i][0] = x * 8;
        mesh->uv[0][i][1] = z * 8;
    }
    uint32_t *index = mesh->indices;
    for (uint32_t z = 0; z < HILLS_SIDE; z++)
        for (uint32_t x = 0; x < HILLS_SIDE; x++, index += 6) {
            uint32_t a = z * row + x, b = a + row;
            memcpy(index, (uint32_t[]){a, b, a + 1, a + 1, b, b + 1}, 6 * sizeof *index);
        }
    mesh->parts[0] = (tlb_part){.material = 0, .index_count = mesh->index_count};
    tlb_mesh_compute_normals(mesh);
    add_node(scene, "hills", TLB_NONE, 0);
}

tlb_files *write_hills(tlb_context *context, const char *format)
{
    tlb_scene *scene = make_empty(context);
    tlb_files *files;
    tlb_scene_add_material(scene, "brick");
    add_mesh(scene);
    if (tlb_scene_write(context, scene, tlb_format_by_name(format), "hills", NULL, &files) != TLB_OK)
        abort();
    tlb_scene_free(scene);
    return files;
}
