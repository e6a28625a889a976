/* Whether surfaces close: at every point of an edge as many triangles must run along it one way as the other.
 * Edges need not be shared whole: where one is met by two shorter ones, each stretch is looked at for itself,
 * so the T-junctions of a BSP's cuts are no holes. */
#ifndef TLB_TESTS_OPEN_EDGES_H
#define TLB_TESTS_OPEN_EDGES_H

#include <stdbool.h>
#include <stdint.h>

typedef double edge_point[3];

typedef struct edge_set edge_set;

/* What is nearer than `tolerance` is together. */
edge_set *edges_create(double tolerance);
void edges_free(edge_set *set);
/* The outline of a flat polygon, counter-clockwise seen from its front. */
void edges_add_polygon(edge_set *set, const edge_point *corners, uint32_t count);

typedef struct edge_lengths {
    double all, open;
    edge_point somewhere; /* where the longest open stretch was met */
} edge_lengths;

/* Measured at a few points of each edge. */
edge_lengths edges_measure(const edge_set *set);

#endif
