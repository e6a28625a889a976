/* Structures of an interior's layout that the rest of the file has, too. */
#ifndef TLB_FORMATS_TORQUE_DIF_LAYOUT_H
#define TLB_FORMATS_TORQUE_DIF_LAYOUT_H

#include "layout/walk.h"
#include "trilobite/formats/dif.h"

extern const tlb_flag tlb_dif_surface_flags[];

void tlb_dif_walk_interior(tlb_walk *w, tlb_dif_interior *x, tlb_dif_family family);
/* Static meshes and what belongs to light maps, from version 10 and 11. */
void tlb_dif_walk_meshes(tlb_walk *w, tlb_dif_interior *x, uint32_t version);
void tlb_dif_walk_plane(tlb_walk *w, tlb_dif_plane *p);
void tlb_dif_walk_solid_leaf(tlb_walk *w, tlb_dif_solid_leaf *l);
void tlb_dif_walk_winding_range(tlb_walk *w, tlb_dif_winding_range *r);
void tlb_dif_walk_null_surface(tlb_walk *w, tlb_dif_null_surface *s, tlb_type count);
void tlb_dif_walk_hull(tlb_walk *w, tlb_dif_hull *h, bool staticMesh);

#endif
