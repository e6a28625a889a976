/* What an accessor's elements are. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_ACCESSOR_H
#define TLB_FORMATS_INTERCHANGE_GLTF_ACCESSOR_H

#include "trilobite/formats/gltf.h"

/* Bytes of a component; 0: there is no such type. */
uint32_t tlb_gltf_component_size(uint32_t component_type);
/* Numbers in an element; 0: there is no such type. */
uint32_t tlb_gltf_component_count(tlb_text type);
/* Bytes of an element, with the padding of the columns of matrices; 0: it has an unknown type. */
uint32_t tlb_gltf_element_size(const tlb_gltf_accessor *accessor);

#endif
