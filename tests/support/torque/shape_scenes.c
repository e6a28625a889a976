#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "shape_scenes.h"

scene_fixture *facing(void **state)
{
    scene_fixture *f = *state;
    f->scene->facing[1] = -1;
    return f;
}

tlb_node *add_thing(tlb_scene *scene, const char *name, int32_t parent)
{
    add_square(scene, name, TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_UV0);
    return add_node(scene, name, parent, (int32_t)scene->mesh_count - 1);
}
