/* What a system with a person before it has: a clock, a screen, a place for files that may go, a browser; and
 * what it knows of its files. */
#ifndef TOOL_UTIL_DESKTOP_H
#define TOOL_UTIL_DESKTOP_H

#include "trilobite/arena.h"

#include <stdint.h>
#include <stdio.h>

/* Since some time. */
int64_t milliseconds_now(void);

/* Whether a person looks at what is printed there. */
bool is_terminal(FILE *stream);
/* The same, and the cursor can be moved in it: TERM is not dumb, a console of Windows not older than 10. */
bool is_drawable(FILE *stream);
/* Whether it shows colors, and the person wants them: NO_COLOR is not set. */
bool use_color(FILE *stream);
/* Columns of a line. */
enum { USUAL_WIDTH = 100, LEAST_WIDTH = 60 }; /* where they are not known; taken for fewer */
size_t terminal_width(FILE *stream);

/* A new folder for files that need not last, in `arena`; nobody else may look into it. NULL, and reported,
 * when there is none. */
const char *temporary_folder(tlb_context *context, tlb_arena *arena);
/* Adds the files and folders whose last name a pattern describes (models/a*.dif), unsorted. False: none, and
 * always where shells do this. */
bool expand_pattern(tlb_arena *arena, const char *pattern, bool (*add)(void *user, const char *path),
                    void *user);

/* A file's size, and when it was changed: "2026-01-31T12:30:00.123456789Z", as exact as the system knows. */
typedef struct file_stamp {
    uint64_t size;
    char modified[32];
} file_stamp;
/* False: there is no such file, or this system does not say. */
bool file_stamp_of(const char *path, file_stamp *stamp);
/* The bytes of a file, a part at a time, until it ends or the sink stops. CANNOT_READ is reported. */
tlb_status file_stream(tlb_context *context, const char *path, tlb_sink sink);

/* Removes a file or an empty folder. */
void remove_path(const char *path);

/* Shows a file to the person at this machine: in the browsers that BROWSER names (not on Windows), else in
 * the system's. False when there is none, or nobody to look. */
bool browse(const char *path);

#endif
