/* The words of vertexarray. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_FORMATS_H
#define TLB_FORMATS_INTERQUAKE_IQE_FORMATS_H

#include "formats/interquake/model/model.h"

/* TLB_IQM_FORMATS for a word that is none. */
uint32_t iqe_find_component(tlb_text text);
const char *iqe_type_name(uint32_t type);
const char *iqe_component_name(uint32_t format);

/* What a type is stored as when nothing is asked for. */
iq_format iqe_default_format(uint32_t type);
/* What a command asks for; false: nothing, its type is unknown. */
bool iqe_read_format(const tlb_iqe_vertexarray *x, uint32_t *type, iq_format *format);

#endif
