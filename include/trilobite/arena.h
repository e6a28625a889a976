/* Arenas: memory that is freed all at once. Documents and scenes have one each (tlb_document_arena,
 * tlb_scene_arena), for what is put into them. A request that is refused gives NULL; why it was, for want of
 * memory or by a limit of tlb_context_options, the arena knows, and tlb_report_memory reports. */
#ifndef TRILOBITE_ARENA_H
#define TRILOBITE_ARENA_H

#include "trilobite/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An arena of the caller's own. It must be freed before the context is. */
TLB_API tlb_arena *tlb_arena_create(tlb_context *context);
TLB_API void tlb_arena_free(tlb_arena *arena);
/* Whether a request to this arena was ever refused: what was built in it without looking at each result, such
 * as a tree of values, is then incomplete. Also true of NULL, an arena that could not be made. */
TLB_API bool tlb_arena_failed(const tlb_arena *arena);

/* Aligned for any type; not cleared by alloc, cleared by zalloc. NULL when the memory is refused. A size of 0
 * gives a valid pointer. Arrays are allocated by the _array functions: they refuse a product that overflows.
 */
TLB_API void *tlb_alloc(tlb_arena *arena, size_t size);
TLB_API void *tlb_zalloc(tlb_arena *arena, size_t size);
TLB_API void *tlb_alloc_array(tlb_arena *arena, size_t count, size_t size);
TLB_API void *tlb_zalloc_array(tlb_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy; its data is NULL when the memory is refused. */
TLB_API tlb_text tlb_copy_text(tlb_arena *arena, const char *data, size_t size);
/* Text in the arena, of printf's format; NULL when the memory is refused. */
TLB_API char *tlb_arena_printf(tlb_arena *arena, const char *format, ...) TLB_PRINTF(2, 3);

#ifdef __cplusplus
}
#endif
#endif
