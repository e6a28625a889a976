/* Files for tests: those of a folder and all below it, and text that a sink collects. */
#ifndef TLB_TESTS_FILES_H
#define TLB_TESTS_FILES_H

#include "trilobite/trilobite.h"

typedef struct file_list {
    char **paths; /* sorted */
    size_t count;
} file_list;

file_list list_files(const char *folder);
void free_files(file_list *list);

typedef struct bytes_copy {
    uint8_t *data;
    size_t size;
} bytes_copy;

/* The whole file; aborts the test program when it cannot be read. */
bytes_copy load_file(const char *path);
/* The same with a zero after it, which is not counted. */
bytes_copy load_text(const char *path);

/* A tlb_sink that keeps everything: {collect, &text}. */
typedef struct collected {
    char *data;
    size_t size, capacity;
} collected;

bool collect(void *text, const void *data, size_t size);

/* Prints the context's diagnostics on stderr, for a test that is about to fail. */
void print_diagnostics(const tlb_context *context);

/* The first diagnostic of a code, by its name, at a path; NULL: there is none. */
const tlb_diagnostic *find_diagnostic(const tlb_context *context, const char *code, const char *path);

/* The corpus of a family (environment variable TLB_CORPUS), NULL when it is not there: then it has said so,
 * and the program ends where TLB_REQUIRED names the corpus. */
const char *corpus_folder(const char *family, char *buffer, size_t size);

/* Its files, those with the extension where one is given; none when it is not there. */
file_list corpus_files(const char *family, const char *extension);

/* What CTest shows as skipped when a test program ends with it. */
enum { SKIPPED = 77 };

/* Of a program's tests those called corpus_* read real files: it runs them alone with an argument (the test
 * <program>_corpus), and all others without. False: there is no corpus for them. */
bool choose_tests(int argc, const char *family);

/* What a test program ends with that lacks a thing: SKIPPED; 1 where TLB_REQUIRED names it among its words,
 * as `make test` does with what `make setup` installs. */
int lacking(const char *thing);

#endif
