/* Where a lamp stands, of which only the light is known that it gives to surfaces.
 *
 * On a wall, light that falls off with the square of the distance is brightest at the foot of the lamp, and
 * its brightest half has half the lamp's height as its radius. So each surface gives a place; that of the
 * lamp is their mean, in which a surface counts by how brightly it is lit, and ten times as much along itself
 * as upwards. A lamp stands within the box of what it lights. */
#ifndef TLB_SCENE_LIGHT_LAMP_H
#define TLB_SCENE_LIGHT_LAMP_H

#include "scene/build/build.h"

typedef struct tlb_lit_corner {
    float position[3], luxel[2]; /* luxel: 0 is the middle of the first */
} tlb_lit_corner;

/* A flat surface and how brightly the lamp lights it: rows of luxels. */
typedef struct tlb_lit_surface {
    const uint8_t *map;
    uint32_t width, height, corner_count;
    const tlb_lit_corner *corners;
    float normal[3];
} tlb_lit_surface;

/* What is known so far; zeroed at first but for the box. */
typedef struct tlb_lamp {
    float box[2][3];                    /* any two corners that are opposite */
    double pull[3][3], aim[3];          /* of the surfaces: pull * place = aim */
    double light, foot[3], foot_square; /* sums for the intensity, over the lit surfaces */
    double weight;                      /* 0: no surface is lit */
} tlb_lamp;

/* `color`: what 255 of the map shows, as displays do, 0 to 1. */
void tlb_lamp_lights(tlb_lamp *lamp, const tlb_lit_surface *surface, float color);
/* The place and the intensity in candela. False: it lights nothing. */
bool tlb_lamp_place(const tlb_lamp *lamp, float position[3], float *intensity);
/* A node with a point light of that color, as displays show it; its extras say that it was estimated, and the
 * number of its light in the file. A lamp that has no place is left out; false without memory. */
bool tlb_add_lamp(tlb_scene *scene, const tlb_lamp *lamp, const char *name, uint32_t number, int32_t parent,
                  const float color[3]);
/* The strongest of the components: the color for tlb_lamp_lights. */
float tlb_lamp_strength(const float color[3]);

#endif
