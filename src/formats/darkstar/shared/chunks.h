/* What layouts of several formats are made of: lists of chunks, stored objects, blocks of names. */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_CHUNKS_H
#define TLB_FORMATS_DARKSTAR_SHARED_CHUNKS_H

#include "base/text.h"
#include "layout/fields.h"
#include "trilobite/formats/pers.h"

#include <string.h>

/* --- chunks -------------------------------------------------------------------------------------------- */

/* Lists of chunks: a tag of four letters, a size, that many bytes. */

enum { CHUNK_HEADER = 8, CHUNK_TAG = 4 };

/* Whatever the case: the description writes "DATA" and "piDX" where files have "data" and "PiDX". */
static inline bool chunk_is(tlb_text tag, const char *name)
{
    for (int i = 0; i < CHUNK_TAG; i++)
        if (tag.size != CHUNK_TAG || tlb_lower(tag.data[i]) != tlb_lower(name[i]))
            return false;
    return true;
}

/* READ: how many whole chunks stand from here on, at most `most`. */
uint32_t tlb_darkstar_count_chunks(const tlb_walk *w, uint64_t most);

/* The tag, and the size after it, of the one that is open. */
void tlb_darkstar_walk_tag(tlb_walk *w, tlb_text *tag);
void tlb_darkstar_walk_chunk_header(tlb_walk *w, tlb_text *tag, uint32_t *size);
/* READ: lets the walk end where a chunk does whose size, just walked, counts from here. */
void tlb_darkstar_walk_chunk_end(tlb_walk *w, uint32_t size);

/* A chunk around a whole file, its size even with the byte `pad` after it:
 *
 *     file_chunk chunk = tlb_darkstar_chunk_open(w, "GFIL", &x->size, &x->pad);
 *     ... the body ...
 *     tlb_darkstar_chunk_close(w, &chunk, &x->size, &x->rest, &x->pad);
 *
 * While the body is read, the walk ends where the chunk ends; what the body leaves is kept as `rest`. Without
 * `pad` there is no byte after it. A chunk within another, whose tag was walked, has chunk_begin instead. */
typedef struct file_chunk {
    uint64_t start;     /* where the size counts from */
    const uint8_t *end; /* READ: of what is around the chunk */
    bool has_usual_pad; /* before its fields were set: a zero, where one is needed */
} file_chunk;

file_chunk tlb_darkstar_chunk_open(tlb_walk *w, const char *tag, uint32_t *size, const tlb_bytes *pad);
file_chunk tlb_darkstar_chunk_begin(tlb_walk *w, uint32_t *size, const tlb_bytes *pad);
void tlb_darkstar_chunk_close(tlb_walk *w, const file_chunk *chunk, uint32_t *size, tlb_bytes *rest,
                              tlb_bytes *pad);

/* --- stored objects ------------------------------------------------------------------------------------ */

/* The chunk of a stored object, in every direction:
 *
 *     pers_chunk chunk = tlb_darkstar_pers_open(w, &x->pers);
 *     tlb_darkstar_pers_class(w, &x->pers, "TS::Shape");
 *     ... the body, by x->pers.version ...
 *     tlb_darkstar_pers_close(w, &x->pers, &chunk);
 *     tlb_darkstar_pers_pad(w, &x->pers);             where the chunk stands within another
 *
 * The fields belong to the structure or list element that is open. While the body is read, the walk ends
 * where the chunk ends; what the body leaves is kept as `rest`. */

typedef struct pers_chunk {
    uint64_t start;     /* where the size counts from */
    const uint8_t *end; /* READ: of what is around the chunk */
    bool has_usual_pad; /* before its fields were set: zeros, as many as are needed */
} pers_chunk;

/* What a file with an object of this class begins with; the length of its name comes first. */
#define PERS_SIGNATURE(length, class_name) "PERS????" length "\0" class_name

pers_chunk tlb_darkstar_pers_open(tlb_walk *w, tlb_pers *pers);
void tlb_darkstar_pers_close(tlb_walk *w, tlb_pers *pers, const pers_chunk *chunk);
void tlb_darkstar_pers_pad(tlb_walk *w, tlb_pers *pers);
/* BAD_SIGNATURE when the object is of another class; BAD_VERSION when its version is not within the
 * bounds. */
void tlb_darkstar_pers_class(tlb_walk *w, tlb_pers *pers, const char *class_name);
void tlb_darkstar_pers_versions(tlb_walk *w, const tlb_pers *pers, int32_t first, int32_t last);

/* --- blocks of names that others give offsets into ----------------------------------------------------- */

/* The name at an offset, NULL when it does not begin or end within the block. */
static inline const char *name_in_block(tlb_text block, uint32_t offset)
{
    bool whole = offset < block.size && memchr(block.data + offset, 0, block.size - offset);
    return whole ? block.data + offset : NULL;
}

#endif
