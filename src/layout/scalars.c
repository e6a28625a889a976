#include "layout/directions.h"

void tlb_json_scalar(tlb_json *json, const char *key, tlb_type type, const void *values, size_t i)
{
    switch (type) {
    case TLB_U8:
        tlb_json_unsigned(json, key, ((const uint8_t *)values)[i]);
        break;
    case TLB_U16:
        tlb_json_unsigned(json, key, ((const uint16_t *)values)[i]);
        break;
    case TLB_U32:
        tlb_json_unsigned(json, key, ((const uint32_t *)values)[i]);
        break;
    case TLB_I8:
        tlb_json_integer(json, key, ((const int8_t *)values)[i]);
        break;
    case TLB_I16:
        tlb_json_integer(json, key, ((const int16_t *)values)[i]);
        break;
    case TLB_I32:
        tlb_json_integer(json, key, ((const int32_t *)values)[i]);
        break;
    case TLB_F32:
        tlb_json_single(json, key, ((const float *)values)[i]);
        break;
    case TLB_F64:
        tlb_json_real(json, key, ((const double *)values)[i]);
        break;
    }
}
