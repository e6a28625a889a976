/* Scenes as Torque shapes, and what these have. */
#ifndef TLB_TESTS_SHAPE_WRITTEN_H
#define TLB_TESTS_SHAPE_WRITTEN_H

#include "trilobite/trilobite.h"

/* A scene as a shape, opened. */
typedef struct written {
    tlb_files *files;
    tlb_document *document;
    const tlb_torque_shape *shape;
} written;

/* `options` may be NULL. What is not written has nothing to discard. */
tlb_status shape_write_with(tlb_context *context, const tlb_scene *scene, const tlb_convert_options *options,
                            written *w);
written shape_write(tlb_context *context, const tlb_scene *scene);
void shape_discard(written *w);

/* Whether a message has these words. */
bool is_said(const tlb_context *context, const char *words);
/* Whether a name of the shape is this. */
bool is_called(const tlb_torque_shape *x, int32_t index, const char *name);
/* There has to be one. */
const tlb_torque_object *object_of(const tlb_torque_shape *x, const char *name);

#endif
