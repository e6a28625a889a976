/* Levels made of boxes, for tests: one detail, whose first entity is worldspawn. */
#ifndef TLB_TESTS_BOXES_H
#define TLB_TESTS_BOXES_H

#include "level/level.h"

tlb_level *boxes_level(tlb_context *context);
/* A new entity; its brushes are those added next. */
void boxes_entity(tlb_level *level, const char *classname);
/* A brush; the faces are those added next. */
void boxes_brush(tlb_level *level, tlb_brush_kind kind);
/* A face of the last brush; the normal is of any length, the distance that of the plane. */
void boxes_face(tlb_level *level, double x, double y, double z, double distance, const char *material);
/* A brush of six faces: +x -x +y -y +z -z. */
void boxes_box(tlb_level *level, tlb_brush_kind kind, double x, double y, double z, double size_x,
               double size_y, double size_z, const char *material);

#endif
