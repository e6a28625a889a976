/* The choices of a picture, as the command's options name them. */
#ifndef TLB_FORMATS_MODERN_PNG_PICTURE_OPTIONS_H
#define TLB_FORMATS_MODERN_PNG_PICTURE_OPTIONS_H

#include "core/format.h"
#include "render/renderer.h"

enum { TLB_MOST_FRAMES = 1000 };

typedef struct tlb_picture_choices {
    tlb_picture picture;
    tlb_view view;
    uint32_t frames;                /* 1: no turntable */
    const tlb_animation *animation; /* NULL: at rest */
    float seconds;
    bool reveal; /* what is hidden is asked for */
} tlb_picture_choices;

extern const tlb_option_info tlb_picture_options[];

/* TLB_ARGUMENT, and reported, when a choice is none. */
tlb_status tlb_picture_choose(const tlb_conversion *conversion, const tlb_scene *scene,
                              tlb_picture_choices *choices);

#endif
