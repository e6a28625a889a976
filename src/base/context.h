/* The context's inside: the memory account and the collected diagnostics. */
#ifndef TLB_BASE_CONTEXT_H
#define TLB_BASE_CONTEXT_H

#include "base/arena.h"

/* How many codes there are. */
enum {
#define TLB_CODE(number, name, severity, meaning) TLB_CODE_INDEX_##name,
#include "trilobite/diagnostics.def"
#undef TLB_CODE
    TLB_CODES
};

/* What was reported of each code; the last, of unknown ones. */
typedef struct tlb_tally {
    uint64_t totals[TLB_CODES + 1];
    uint32_t serial; /* of the session, as it counted; another: nothing since it was cleared */
} tlb_tally;

/* What the caller's context and those of its documents share. */
typedef struct tlb_session {
    tlb_account account;
    uint32_t max_nesting, max_per_code;
    struct tlb_directory_cache *directory_cache;
    tlb_file_system files; /* without callbacks: the operating system's */
    bool map_files;
    const struct tlb_format *const *formats; /* that documents may be of; NULL at the end */
    tlb_arena arena;
    TLB_LIST(tlb_diagnostic) diagnostics;
    uint32_t serial;                /* how often the diagnostics were cleared */
    uint64_t totals[TLB_CODES + 1]; /* of all documents and of none */
    tlb_tally no_document;
} tlb_session;

struct tlb_context {
    tlb_session *session;
    tlb_account *account; /* the session's */
    const char *file;     /* that its diagnostics are about; "" for none */
    tlb_tally *tally;     /* of the document, or of none */
};

/* Another context of the session, whose diagnostics are about a file: a document of its own where there is a
 * `tally`, NULL: a part of the same. `file` must last as long. */
tlb_context tlb_context_about(const tlb_context *context, const char *file, tlb_tally *tally);

/* Of a step that may fail, but not for want of memory, the status: TLB_OK if its arena was refused nothing.
 */
tlb_status tlb_memory_status(tlb_context *context, const tlb_arena *arena, tlb_status status);

/* What was reported of a code about the context's document. */
uint64_t tlb_tally_of(const tlb_context *context, tlb_code code);
/* Whether another diagnostic of the code would be kept; it is counted when not. */
bool tlb_is_kept(tlb_context *context, tlb_code code);

/* What a public call returns: TLB_CANCELLED for whatever failed because it was cancelled, TLB_LIMIT, and it
 * is reported, because it was too much work. */
tlb_status tlb_final_status(tlb_context *context, tlb_status status);

/* Copies a struct of options that begins with its size as the caller knows it; members that it lacks are
 * zero, and without a size all are: that none is set then is for the caller to see, as padding may be
 * anything. False: members are set that this library lacks. */
bool tlb_copy_struct(void *own, size_t size, const void *given);

/* tlb_context_create is this with all formats of the library. */
tlb_context *tlb_context_make(const tlb_context_options *options, const struct tlb_format *const *formats);

/* Drops the diagnostics after the first `count`: for a trial that is abandoned. */
typedef struct tlb_report_mark {
    uint32_t count;
    uint64_t totals[TLB_CODES + 1];
    tlb_tally tally;
} tlb_report_mark;
tlb_report_mark tlb_report_mark_get(const tlb_context *context);
void tlb_report_rewind(tlb_context *context, const tlb_report_mark *mark);
/* Drops the diagnostics of a code about the context's document: their cause was corrected. */
void tlb_report_withdraw(tlb_context *context, tlb_code code);

#endif
