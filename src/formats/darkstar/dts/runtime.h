/* An instance's inside. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_RUNTIME_H
#define TLB_FORMATS_DARKSTAR_DTS_RUNTIME_H

#include "formats/darkstar/dts/dts.h"

struct tlb_dts_instance {
    tlb_context *context;
    tlb_arena arena;
    dts_score score;
    tlb_dts_placement root;
    uint32_t thread_count;
    tlb_dts_thread *threads;
    uint32_t *order; /* the threads, the most important first */
    tlb_dts_placement *local, *world;
    bool *node_visible;
    tlb_dts_object_state *objects;
    uint32_t *materials;
    tlb_dts_pose pose;
};

/* Puts the threads in order. */
void tlb_dts_order_threads(tlb_dts_instance *instance);

/* What a thread makes of a node that its sequence, or either end of its transition, has a track for; false
 * when neither has. In a transition what has no track rests. */
bool tlb_dts_thread_moves(const tlb_dts_instance *instance, const tlb_dts_thread *thread, uint32_t node,
                          tlb_dts_placement *placement, bool *visible);

#endif
