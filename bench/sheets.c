/* A contact sheet of 300 models against pictures of them one by one: the work per model, by processes of the
 * command. Both have to read and draw the models; the sheet makes OpenGL and its shaders only once. */
#define _DEFAULT_SOURCE

#include "bench.h"
#include "temporary.h"
#include "trilobite/trilobite.h"

#include "base/context.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { MODELS = 300, ALONE = 16, FIXED = 9, TIMES = 3 };

extern char **environ;

static char *const samples[] = {TLB_TEXTURES "/../rooms.dif", TLB_TEXTURES "/../windmill.dts",
                                TLB_TEXTURES "/../lighthouse.nff", TLB_TEXTURES "/../trilobite.iqm"};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* A picture of the samples in turn, from number `first` on; seconds of work, of all threads. False where
 * nothing can be drawn. */
static bool run(const char *picture, int first, int count, double *work)
{
    char *arguments[MODELS + FIXED + 1] = {TLB_COMMAND, "convert",  "--force",    "--size",
                                           "256x192",   "--assets", TLB_TEXTURES, "-q"};
    pid_t child;
    int status;
    struct rusage usage;
    for (int i = 0; i < count; i++)
        arguments[FIXED - 1 + i] = samples[(first + i) % 4];
    arguments[FIXED - 1 + count] = (char *)picture;
    if (posix_spawn(&child, TLB_COMMAND, NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) != child)
        abort();
    *work = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    return status == 0;
}

void bench_sheets(void)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    const char *picture = tlb_arena_printf(&arena, "%s/sheet.png", folder);
    double sheet = 1e9, alone = 0, work;
    bool drawn = true;
    for (int i = 0; i < ALONE && drawn; i++) {
        drawn = run(picture, i, 1, &work);
        alone += work / ALONE;
    }
    for (int i = 0; i < TIMES && drawn; i++) {
        drawn = run(picture, 0, MODELS, &work);
        keep_least(&sheet, work);
    }
    if (drawn)
        printf("contact sheet of %d models: %.2f s of work, %.4f s per model, %.2f of a picture of one alone "
               "(wanted: under 0.1)\n",
               MODELS, sheet, sheet / MODELS, sheet / MODELS / alone);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}
