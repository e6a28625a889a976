/* What the files that make sequences share. Functions return false without memory. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_CHANNELS_H
#define TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_CHANNELS_H

#include "formats/darkstar/dts/from_scene/from_scene.h"

typedef TLB_LIST(float) dts_times;

float tlb_dts_duration_of(const tlb_animation *animation);
void tlb_dts_value_at(const tlb_channel *c, uint32_t width, float time, float *out);
/* The channel of a node in an animation: `from` is a link of the node's, not after those of the animation. */
const tlb_channel *tlb_dts_channel_for(const dts_maker *m, uint32_t from, uint32_t animation,
                                       tlb_target target);

bool tlb_dts_add_time(dts_maker *m, dts_times *times, float time, float duration);
bool tlb_dts_add_times(dts_maker *m, dts_times *times, const tlb_channel *c, float duration);
/* Between keys that are mixed, as many frames as an eye needs. */
bool tlb_dts_add_morph_times(dts_maker *m, dts_times *times, const tlb_channel *c, uint32_t width,
                             float duration);
void tlb_dts_sort_times(dts_times *times);
/* The position that is read as this time, or else the nearest. */
float tlb_dts_position_of(float time, float duration);

/* From its time on a picture of a group is shown. */
typedef struct dts_turn_to {
    float time;
    uint32_t picture;
} dts_turn_to;
typedef TLB_LIST(dts_turn_to) dts_turns;

/* pictures.c: those of a sequence, the first at 0. */
bool tlb_dts_find_turns(dts_maker *m, const dts_picture_group *group, uint32_t sequence, dts_turns *turns);
/* The tracks of materials, after those of nodes and objects. */
bool tlb_dts_add_material_tracks(dts_maker *m);

bool tlb_dts_add_key(dts_maker *m, float position, uint32_t value, uint32_t flags);
/* A track of the keys from `first_key` on. */
bool tlb_dts_add_sub_sequence(dts_maker *m, uint32_t sequence, uint32_t first_key);

/* tracks.c: the tracks of all nodes and objects, in place of those there are. */
bool tlb_dts_make_tracks(dts_maker *m);

#endif
