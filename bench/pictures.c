/* A picture of a million triangles: a whole process of the command, from a file that is made here. What
 * counts is its work, the time of all its threads, in the program and in the system; the software renderer
 * has several. */
#define _DEFAULT_SOURCE

#include "bench.h"
#include "hills.h"
#include "temporary.h"

#include "base/context.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { TIMES = 5 };

extern char **environ;

static void write_file(const char *path, tlb_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0)
        abort();
}

static void make_hills(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_files *files = write_hills(context, "iqm");
    write_file(path, files->data[0].bytes);
    tlb_files_free(files);
    tlb_context_free(context);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* What a process works, and how long it takes; false where nothing can be drawn. */
static bool run(const char *model, const char *picture, double *work, double *clock)
{
    char *arguments[] = {TLB_COMMAND, "convert",  "--force",     "--assets",      TLB_TEXTURES,
                         "--size",    "1024x768", (char *)model, (char *)picture, NULL};
    pid_t child;
    int status;
    struct rusage usage;
    double start = now();
    if (posix_spawn(&child, TLB_COMMAND, NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child)
        abort();
    keep_least(clock, now() - start);
    keep_least(work, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
    return status == 0;
}

void bench_pictures(void)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    const char *model = tlb_arena_printf(&arena, "%s/hills.iqm", folder);
    const char *picture = tlb_arena_printf(&arena, "%s/hills.png", folder);
    double work = 1e9, clock = 1e9;
    make_hills(model);
    bool drawn = true;
    for (int i = 0; i < TIMES && drawn; i++)
        drawn = run(model, picture, &work, &clock);
    if (drawn)
        printf(
            "picture of %d triangles, 1024x768, a whole process: %.2f s of work (wanted: under 1), %.2f s by "
            "the clock\n",
            HILLS_SIDE * HILLS_SIDE * 2, work, clock);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}
