/* What the files of the interior's index share. The public part is trilobite/formats/dis.h. */
#ifndef TLB_FORMATS_DARKSTAR_DIS_DIS_H
#define TLB_FORMATS_DARKSTAR_DIS_DIS_H

#include "core/format.h"
#include "trilobite/formats/dis.h"

extern const tlb_format tlb_format_dis;

/* The place of a name, whatever the case, or the number that it is, among `count` offsets of names that stand
 * `stride` words apart. False: it is neither. */
bool tlb_dis_find(const tlb_dis *dis, const uint32_t *names, size_t stride, uint32_t count, const char *name,
                  uint32_t *found);
enum { DIS_STATE_WORDS = sizeof(tlb_dis_state) / sizeof(uint32_t) };

/* A name of the file, where there is one. */
static inline void dis_add_name(tlb_arena *arena, tlb_value *table, const char *key, const char *name)
{
    if (name)
        tlb_value_add_bytes_text(arena, table, key, (tlb_text){name, (uint32_t)strlen(name)});
}

void tlb_dis_walk(tlb_walk *w, void **root);
tlb_status tlb_dis_check(tlb_document *document);
tlb_status tlb_dis_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_dis_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
extern const tlb_query_info tlb_dis_queries[];

#endif
