/* Members of an archive by their names. */
#ifndef TLB_TESTS_SUPPORT_CORE_MEMBERS_H
#define TLB_TESTS_SUPPORT_CORE_MEMBERS_H

#include "trilobite/trilobite.h"

/* Reads a member that the archive lists. */
tlb_status read_member(tlb_document *document, const char *name, tlb_bytes *found);

/* Asserts that it holds `text`. */
void expect_member(tlb_document *document, const char *name, const char *text);

#endif
