/* What keeps scenes from being written in a format: the `obstacle` of formats that need something in them. */
#ifndef TLB_WRITERS_OBSTACLES_H
#define TLB_WRITERS_OBSTACLES_H

#include "trilobite/scene.h"

/* A node with triangles. */
const char *tlb_needs_triangles(const tlb_scene *scene);
/* Likewise, or pictures, which are given on rectangles. */
const char *tlb_needs_triangles_or_pictures(const tlb_scene *scene);
/* Images, those of a model's materials too. */
const char *tlb_needs_images(const tlb_scene *scene);
/* Images and nothing else. */
const char *tlb_needs_pictures(const tlb_scene *scene);
/* An image with a palette. */
const char *tlb_needs_palette(const tlb_scene *scene);

#endif
