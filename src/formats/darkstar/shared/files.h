/* Files that a document names, as documents of their own. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_FILES_H
#define TLB_FORMATS_DARKSTAR_SHARED_FILES_H

#include "core/format.h"

/* The root of another document, in `arena`; NULL when it cannot be had. That is reported, at `field` of the
 * document, but for a file that is optional. Fails only for lack of memory. */
tlb_status tlb_darkstar_read_file(const tlb_conversion *conversion, tlb_arena *arena, const char *name,
                                  const char *field, bool optional, void (*walk)(tlb_walk *w, void **root),
                                  void **root);

#endif
