#include "dts_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

tlb_mesh *add_wedge(tlb_scene *scene, int32_t material, unsigned vertex_data)
{
    static const float corners[3][3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    static const uint32_t indices[] = {0, 1, 2};
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "wedge");
    assert_true(mesh && tlb_mesh_reserve(scene, mesh, 3, 3, 1, vertex_data));
    memcpy(mesh->positions, corners, sizeof corners);
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->parts[0] = (tlb_part){.material = material, .index_count = 3};
    if (mesh->normals)
        tlb_mesh_compute_normals(mesh);
    return mesh;
}

void add_morphs(tlb_scene *scene, tlb_mesh *mesh, uint32_t count)
{
    static const float larger[3][3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    assert_true(tlb_mesh_reserve_morphs(scene, mesh, count, true));
    for (uint32_t k = 0; k < count; k++) {
        memcpy(mesh->morphs[k].positions, larger, sizeof larger);
        for (uint32_t i = 0; i < 3; i++)
            memcpy(mesh->morphs[k].normals[i], (float[3]){2, 0, 0}, sizeof(float[3]));
    }
}

int32_t last_node(const tlb_scene *scene)
{
    return (int32_t)scene->node_count - 1;
}
