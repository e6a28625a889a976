#include "boxes.h"

#include <math.h>
#include <stdlib.h>

static void *need(void *made)
{
    if (!made)
        abort();
    return made;
}

static tlb_level_detail *detail_of(tlb_level *level)
{
    return &level->details.data[0];
}

tlb_level *boxes_level(tlb_context *context)
{
    tlb_level *level = need(tlb_level_create(context));
    need(tlb_level_add_detail(level));
    boxes_entity(level, "worldspawn");
    return level;
}

void boxes_entity(tlb_level *level, const char *classname)
{
    need(tlb_level_add_entity(level, detail_of(level), classname));
}

void boxes_brush(tlb_level *level, tlb_brush_kind kind)
{
    need(tlb_level_add_brush(level, detail_of(level), kind));
}

void boxes_face(tlb_level *level, double x, double y, double z, double distance, const char *material)
{
    double length = sqrt(x * x + y * y + z * z);
    tlb_level_face *face = need(tlb_level_add_face(level, detail_of(level)));
    face->normal[0] = x / length;
    face->normal[1] = y / length;
    face->normal[2] = z / length;
    face->distance = distance;
    if (!tlb_level_find_material(level, material, &face->material))
        abort();
}

void boxes_box(tlb_level *level, tlb_brush_kind kind, double x, double y, double z, double size_x,
               double size_y, double size_z, const char *material)
{
    boxes_brush(level, kind);
    boxes_face(level, 1, 0, 0, x + size_x, material);
    boxes_face(level, -1, 0, 0, -x, material);
    boxes_face(level, 0, 1, 0, y + size_y, material);
    boxes_face(level, 0, -1, 0, -y, material);
    boxes_face(level, 0, 0, 1, z + size_z, material);
    boxes_face(level, 0, 0, -1, -z, material);
}
