/* What the page answers for the module (viewer/src/library.js). Paths are UTF-8; the root of what was dropped
 * is "/". */
#ifndef PAGE_IMPORTS_H
#define PAGE_IMPORTS_H

#include <stdbool.h>
#include <stddef.h>

#define PAGE_IMPORT(name) __attribute__((import_module("page"), import_name(#name))) name

/* A tlb_path_kind. */
int PAGE_IMPORT(page_look)(const char *path);
/* The size of a file in bytes, -1 when it cannot be read. */
double PAGE_IMPORT(page_size)(const char *path);
/* Some of a file's bytes, which are within its size. */
bool PAGE_IMPORT(page_read)(const char *path, double offset, void *to, size_t size);
/* The names in a folder, a line each, folders with a / after; made with page_allocate, NULL when memory is
 * short. */
char *PAGE_IMPORT(page_list)(const char *path);

#endif
