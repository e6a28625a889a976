/* Tracks: what a sequence has for one node, object or material. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_TRACKS_H
#define TLB_FORMATS_DARKSTAR_DTS_TRACKS_H

#include "formats/darkstar/dts/dts.h"

/* A shape and its keys, those of each track sorted by position. */
typedef struct dts_score {
    const tlb_dts *shape;
    const tlb_dts_key_frame *keys; /* the shape's own where these are sorted */
} dts_score;

typedef struct dts_track {
    const tlb_dts_key_frame *keys;
    uint32_t count; /* never 0 */
    bool cyclic;
} dts_track;

/* Sorted keys are allocated in `arena`; false without memory. */
bool dts_score_make(dts_score *score, const tlb_dts *shape, tlb_arena *arena);

/* The track of one of `count` subsequences from `first` on. False when there is none with keys. */
bool dts_find_track(const dts_score *score, int32_t first, int32_t count, int32_t sequence, dts_track *track);
/* That of a subsequence by its number. */
bool dts_track_at(const dts_score *score, int32_t sub_sequence, dts_track *track);

/* For what changes at its keys. */
uint32_t dts_key_at(const dts_track *track, double position);

/* What a track of a node says: where it is, and whether it is seen. */
tlb_dts_placement dts_node_at(const dts_score *score, const dts_track *track, double position, bool *visible);
/* Where one of its keys puts it: several may be at the same position, and it jumps between them. */
tlb_dts_placement dts_node_of_key(const dts_score *score, const tlb_dts_key_frame *frame);

#endif
