/* Lists of what things give, a line each: a name, and a hash of each view of it ("body.dts info:1234abcd
 * ..."). */
#ifndef TLB_TESTS_HASH_LINES_H
#define TLB_TESTS_HASH_LINES_H

#include "files.h"
#include "outcome.h"

typedef struct hash_line {
    tlb_context *context; /* its diagnostics are in each hash, and cleared then */
    collected text;       /* to be freed; end_line makes it a whole line */
} hash_line;

hash_line begin_line(tlb_context *context, const char *name);
void add_view(hash_line *l, const char *view, tlb_status status, uint64_t hash);
void end_line(hash_line *l);

/* Whether a list has the line that begins with this name as it is made; where not, the views that differ are
 * printed. */
bool is_listed(const char *list, const char *name, const hash_line *made);
size_t count_lines(const char *list);

#endif
