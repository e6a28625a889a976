/* What the files of fields.h share: reading members of the parsed text. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_FIELDS_READ_H
#define TLB_FORMATS_INTERCHANGE_GLTF_FIELDS_READ_H

#include "formats/interchange/gltf/fields/fields.h"

static inline bool gltf_reads(const gltf_fields *g)
{
    return g->w->direction == WALK_READ;
}

static inline bool gltf_writes(const gltf_fields *g)
{
    return g->w->direction == WALK_WRITE;
}

void tlb_field_wrong_type(gltf_fields *g, const char *name, const tlb_json_node *node, const char *wanted);
/* Reports a rule of the schema at a member, or at the object. */
void tlb_field_find(gltf_fields *g, tlb_code code, const char *name, const char *message);
/* The member of this name, which is met; the same if it is of the kind. */
tlb_json_node *tlb_field_member(gltf_fields *g, const char *name, unsigned rules);
tlb_json_node *tlb_field_member_of(gltf_fields *g, const char *name, unsigned rules, tlb_json_kind kind);
/* A member that is an array, with memory for its elements. */
tlb_json_node *tlb_field_read_array(gltf_fields *g, const char *name, unsigned rules, void *data,
                                    uint32_t *count, size_t size);
tlb_text tlb_field_read_string(gltf_fields *g, const tlb_json_node *node);
double tlb_field_read_real(gltf_fields *g, const char *name, const tlb_json_node *node);
uint32_t tlb_field_read_integer(gltf_fields *g, const char *name, const tlb_json_node *node, double most);
void tlb_field_check_range(gltf_fields *g, const char *name, double value, double least, double most,
                           unsigned rules);

#endif
