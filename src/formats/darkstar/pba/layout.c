/* The layout of a list of bitmaps: docs/formats/pba.md. */
#include "formats/darkstar/pba/pba.h"

#include "layout/fields.h"

enum { HEAD_SIZE = 8, LEAST_BITMAP = 8, TAG = 4, EMPTY = 16 };

void tlb_pba_walk_list(tlb_walk *w, tlb_pba *pba)
{
    WALK_DEFAULT(w, pba, size, EMPTY);
    WALK_DEFAULT(w, pba, headSize, HEAD_SIZE);
    tlb_walk_signature(w, "tag", "PBMA", TAG);
    WALK(w, pba, size);
    tlb_walk_signature(w, "head", "head", TAG);
    WALK(w, pba, headSize);
    if (pba->headSize != HEAD_SIZE && !w->status)
        tlb_walk_refuse(w, sizeof pba->headSize, TLB_CODE_BAD_VALUE, "headSize", "%u, expected %d",
                        pba->headSize, HEAD_SIZE);
    WALK(w, pba, version);
    walk_count(w, "count", &pba->bitmaps.count, TLB_U32);
    WALK_BLOCKS(w, pba, bitmaps, LEAST_BITMAP, i)
        tlb_pbmp_walk_bitmap(w, &pba->bitmaps.data[i]);
}

void tlb_pba_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_pba)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_pba *pba = *root;
    tlb_pba_walk_list(w, pba);
    tlb_walk_remaining(w, "tail", &pba->tail);
}
