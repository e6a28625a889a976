/* What the page answers for the module (viewer/src/library.js). Paths are UTF-8; the root of what was dropped
 * is "/". */
#ifndef PAGE_IMPORTS_H
#define PAGE_IMPORTS_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_IMPORT(name) __attribute__((import_module("page"), import_name(#name))) name

/* A tlb_path_kind. */
int PAGE_IMPORT(page_look)(const char *path);
/* The size of a file in bytes, -1 when it cannot be read. */
double PAGE_IMPORT(page_size)(const char *path);
/* All of a file's bytes, as many as page_size said. */
bool PAGE_IMPORT(page_read)(const char *path, void *to);
/* The names in a folder, a line each, folders with a / after; made with page_allocate, NULL when memory is
 * short. */
char *PAGE_IMPORT(page_list)(const char *path);

/* Calls work(attempt, user); false when that attempt was given up meanwhile. */
bool PAGE_IMPORT(page_attempt)(void (*work)(void *attempt, void *user), void *attempt, void *user);
_Noreturn void PAGE_IMPORT(page_give_up)(void *attempt);

#endif
