/* Torque shapes inside: what the files of src/formats/torque/dts and dsq share. */
#ifndef TLB_FORMATS_TORQUE_DTS_DTS_H
#define TLB_FORMATS_TORQUE_DTS_DTS_H

#include "core/format.h"
#include "formats/torque/dts/layout/streams.h"
#include "trilobite/formats/torque_dts.h"

extern const tlb_format tlb_format_torque_dts;

/* Versions from 19 on have most of a shape in three buffers of words, halfwords and bytes. */
enum { IN_WORDS, IN_HALFWORDS, IN_BYTES };
enum { BUFFERS_VERSION = 19, USUAL_EXPORTER = 124 };

typedef struct dts_layout {
    uint32_t version;
    tlb_streams streams;
    uint32_t guard; /* of the next */
} dts_layout;

#define DTS_COUNT(w, x, name, field) walk_count((w), (name), &(x)->field.count, TLB_U32)

/* A list in the current buffer, or in another, whose number of elements follows from one before it. */
void tlb_torque_expect(tlb_walk *w, const char *name, uint32_t count, uint32_t expected);
#define DTS_ALONG(w, x, field, expected, WALK_LIST)                                                          \
    do {                                                                                                     \
        if ((w)->direction == WALK_READ)                                                                     \
            (x)->field.count = (expected);                                                                   \
        WALK_LIST((w), (x), field);                                                                          \
        tlb_torque_expect((w), #field, (x)->field.count, (expected));                                        \
    } while (0)

/* A length, then the bytes. `name` NULL: a list's element. */
void tlb_torque_walk_string(tlb_walk *w, const char *name, tlb_text *text, tlb_type length);

/* What a sequence has after its name. */
void tlb_torque_walk_sequence(tlb_walk *w, tlb_torque_sequence *s, uint32_t version);
void tlb_torque_walk_sequences(tlb_walk *w, tlb_torque_shape *x);
void tlb_torque_walk_node_state(tlb_walk *w, tlb_torque_node_state *s);
void tlb_torque_walk_object_state(tlb_walk *w, tlb_torque_object_state *s);
void tlb_torque_walk_trigger(tlb_walk *w, tlb_torque_trigger *t);
void tlb_torque_walk_materials(tlb_walk *w, tlb_torque_material_list *m, uint32_t version);

/* A mesh of the list, with its type, and one of a type that is known. */
void tlb_torque_walk_typed_mesh(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m);
void tlb_torque_walk_mesh(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m);
/* What a mesh of a type has besides, where it is read or built and not there yet. NULL after a failure. */
void *tlb_torque_besides(tlb_walk *w, const char *name, void *held, size_t size);
extern const tlb_flag tlb_torque_mesh_flags[], tlb_torque_primitive_flags[];

/* A number in each of the buffers, counted up: engines notice by it that they are out of step. */
void tlb_torque_walk_guard(tlb_walk *w, dts_layout *layout);

/* A shape of version 18, after the version. */
void tlb_torque_walk_old_shape(tlb_walk *w, tlb_torque_shape *x);

void tlb_torque_dts_walk(tlb_walk *w, void **root);
tlb_status tlb_torque_dts_update(tlb_document *document);
/* False, and nothing changed, without memory. */
bool tlb_shape_update(tlb_torque_shape *x, tlb_arena *work);
tlb_status tlb_torque_dts_check(tlb_document *document);
tlb_status tlb_torque_dts_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_torque_dts_query(tlb_document *document, const char *const *words, size_t word_count,
                                tlb_value *table);
extern const tlb_query_info tlb_torque_dts_queries[];
tlb_status tlb_torque_dts_to_scene(tlb_document *document, tlb_scene *scene,
                                   const tlb_conversion *conversion);
tlb_status tlb_torque_dts_convert_version(tlb_document *source, const tlb_format *target,
                                          const tlb_conversion *conversion, tlb_buffer *out);
tlb_status tlb_torque_dts_from_scene(const tlb_scene *scene, const tlb_conversion *conversion,
                                     tlb_output *output);

#endif
