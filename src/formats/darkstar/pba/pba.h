/* Lists of bitmaps, and what fonts share with them. */
#ifndef TLB_FORMATS_DARKSTAR_PBA_PBA_H
#define TLB_FORMATS_DARKSTAR_PBA_PBA_H

#include "core/checker.h"
#include "formats/darkstar/pbmp/pbmp.h"
#include "trilobite/formats/pba.h"

extern const tlb_format tlb_format_pba;

void tlb_pba_walk(tlb_walk *w, void **root);
/* A list within something else: without its tail. */
void tlb_pba_walk_list(tlb_walk *w, tlb_pba *pba);
tlb_status tlb_pba_check(tlb_document *document);
/* The rules of a list; those of its bitmaps are at "bitmaps[N]" of the checker's part. */
void tlb_pba_check_list(tlb_checker *c, const tlb_pba *pba);
/* Adds the bitmaps as images that are called `name`, with their numbers. */
tlb_status tlb_pba_add_images(const tlb_pba *pba, const char *name, const tlb_conversion *conversion,
                              tlb_scene *scene);

#endif
