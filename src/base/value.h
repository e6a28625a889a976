/* Values within JSON that is being written. */
#ifndef TLB_BASE_VALUE_H
#define TLB_BASE_VALUE_H

#include "base/json.h"
#include "trilobite/value.h"

void tlb_value_write(tlb_json *json, const char *key, const tlb_value *value);

#endif
