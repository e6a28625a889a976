/* Darkstar's stored objects: a chunk that names its class and version. Shapes (dts.h), material lists (dml.h)
 * and interiors each start with one. */
#ifndef TRILOBITE_FORMATS_PERS_H
#define TRILOBITE_FORMATS_PERS_H

#include "trilobite/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_pers {
    uint32_t size;      /* as in the file, from the class name's length on; computed when it is written */
    tlb_text className; /* "TS::Shape" */
    int32_t version;
    uint8_t namePad; /* after a name of odd length; 0 in every file known */
    bool alignedTo4; /* the size's bit 31: padded to 4 bytes, else to 2 */
    tlb_bytes rest;  /* of the chunk, after what the class reads; empty in every file known */
    tlb_bytes pad;   /* after a chunk within another; zeros in every file known */
} tlb_pers;

#ifdef __cplusplus
}
#endif
#endif
