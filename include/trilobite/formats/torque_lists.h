/* Torque's lists of pictures, in text: DML, the materials of a sky or of weather by their numbers, a name a
 * line; and IFL, the pictures that a material shows one after the other, each with a count of frames. */
#ifndef TRILOBITE_FORMATS_TORQUE_LISTS_H
#define TRILOBITE_FORMATS_TORQUE_LISTS_H

#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TLB_TORQUE_LIST_MOST_COUNT = 999999999 };

typedef struct tlb_torque_list_line {
    tlb_text indent;  /* blanks before the name */
    tlb_text name;    /* of a picture; its extension may be missing. Empty: the line names none */
    bool hasCount;    /* IFL; without one it is 1 */
    uint32_t count;   /* frames of 1/30 s; at most TLB_TORQUE_LIST_MOST_COUNT */
    tlb_text between; /* name and count: blanks, and zeros that the number begins with */
    tlb_text rest;    /* what comes after, with the line's end */
} tlb_torque_list_line;

typedef struct tlb_torque_list {
    TLB_ARRAY(tlb_torque_list_line) lines;
} tlb_torque_list;

/* The document's own list; NULL when it is of another format. */
TLB_API tlb_torque_list *tlb_document_torque_list(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
