/* What the generated calls of tests/arguments/generate.mjs use. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <trilobite/trilobite.h>

#include <math.h>

enum { NO_STATUS = -1 };

typedef struct named_call {
    const char *function, *what;
    int (*call)(void);    /* its tlb_status, or NO_STATUS */
    const char *argument; /* that has to be refused, with TLB_ARGUMENT; NULL: any status is right */
    bool reports;         /* a context is known to it */
    bool (*fits)(void);   /* whether the document is one that it depends on; NULL: on none */
} named_call;

extern const named_call calls[];
extern const size_t call_count;

extern tlb_context *context;
extern tlb_document *document;
extern tlb_scene *scene;
extern tlb_arena *arena;
extern tlb_assets *assets;
extern tlb_value *table;
extern tlb_renderer *renderer;
extern tlb_directory_cache *directory_cache;
extern tlb_sheet *sheet;
extern tlb_bitmap *bitmap;
extern tlb_files *files;
extern tlb_file_writer *writer;
extern tlb_dil_coder *coder;
extern tlb_dts_instance *instance;
extern tlb_dif_interior *interior;
extern const tlb_format *format;
extern tlb_options *named;
extern const tlb_sink sink;
extern const tlb_asset_finder finder;
extern const tlb_change change;
extern const char *const texts[];

/* Zeroed memory, more than any function writes. */
void *scratch(void);

/* The same, for numbers, which are said. */
void *numbers(void);

/* For a pointer, and for bytes: what there is before is nowhere. */
void *result(void);
tlb_bytes *bytes_result(void);

/* What a call returned. */
void say_integer(long long value);
void say_real(double value);
void say_text(const char *text);
void say_pointer(const void *pointer);

#endif
