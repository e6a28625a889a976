/* What the files of interior geometry share. The public part is trilobite/formats/dig.h. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_DIG_H
#define TLB_FORMATS_DARKSTAR_DIG_DIG_H

#include "base/range.h"
#include "core/format.h"
#include "core/query.h"
#include "scene/geometry/plane.h"
#include "trilobite/formats/dig.h"

#define DIG_CLASS "ITRGeometry"

extern const tlb_format tlb_format_dig;

void tlb_dig_walk(tlb_walk *w, void **root);
tlb_status tlb_dig_check(tlb_document *document);
tlb_status tlb_dig_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_dig_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
extern const tlb_query_info tlb_dig_queries[];

/* geometry.c */

enum { DIG_LAST_MIP = 15 };

/* Whether all that a surface's polygon is made of is there. */
bool tlb_dig_has_polygon(const tlb_dig *dig, const tlb_dig_surface *surface);

/* A corner of a polygon that is there. */
static inline const float *dig_corner(const tlb_dig *dig, const tlb_dig_surface *surface, uint32_t corner)
{
    return dig->points3.data[dig->verts.data[surface->vertIdx + corner].pIdx];
}

/* query.c: queries whose subject is a tlb_dig: the geometry's own, or those of the interior that it is a
 * level of. */
tlb_query_handler tlb_dig_answer_ray, tlb_dig_answer_leaf;

#endif
