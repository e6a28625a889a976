#include "tool.h"

#include "util/desktop.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

static int thread_count(const options *o, size_t files)
{
#ifdef _OPENMP
    int wanted = o->jobs ? o->jobs : omp_get_num_procs();
#else
    int wanted = 1;
    (void)o;
#endif
    return (size_t)wanted < files ? wanted : files ? (int)files : 1;
}

tlb_status report_no_memory(job *j)
{
    tlb_report(j->context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "out of memory");
    return TLB_NO_MEMORY;
}

tlb_status open_job(job *j, tlb_document **document)
{
    return tlb_open_path(j->context, j->path, j->options->from, document);
}

static exit_code work_on(job *j, tlb_directory_cache *directory_cache, exit_code (*work)(job *j))
{
    bool all = j->options->all || j->options->json;
    j->context = tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                           .directory_cache = directory_cache,
                                                           .max_per_code = all ? UINT32_MAX : 0});
    j->arena = j->context ? tlb_arena_create(j->context) : NULL;
    if (!j->arena)
        return EXIT_INTERNAL;
    exit_code code = work(j);
    return j->out.failed ? EXIT_INTERNAL : code;
}

static void print_job(job *j)
{
    if (!j->context)
        return;
    write_stdout(NULL, j->out.data, j->out.size);
    report_diagnostics(j->context, j->options->once);
}

static void free_job(job *j)
{
    text_free(&j->out);
    tlb_arena_free(j->arena);
    tlb_context_free(j->context);
}

static void show_progress(size_t done, size_t count)
{
    enum { WORTH_SHOWING = 16 };
    if (count < WORTH_SHOWING || !is_terminal(stderr))
        return;
    fprintf(stderr, "\r\033[K");
    if (done < count)
        fprintf(stderr, "%zu of %zu", done, count);
    fflush(stderr);
}

/* Jobs that are done, and wait until those before them are reported. */
typedef struct queue {
    job *jobs;
    exit_code *codes;
    bool *done;
    size_t next, count;
    void (*report)(void *user, exit_code code);
    void *user;
    tlb_directory_cache *directory_cache; /* of the folders that the jobs look into */
    exit_code highest;
} queue;

static void tell_finished(queue *q)
{
    for (; q->next < q->count && q->done[q->next]; q->next++) {
        show_progress(q->next + 1, q->count);
        print_job(&q->jobs[q->next]);
        free_job(&q->jobs[q->next]);
        if (q->report)
            q->report(q->user, q->codes[q->next]);
        q->highest = q->codes[q->next] > q->highest ? q->codes[q->next] : q->highest;
    }
}

/* The next file needs the memory that the last one had: given back to the system after each, it costs all
 * threads a halt, twice. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { BLOCK = 32 << 20, MOST = 256 << 20 };
    mallopt(M_MMAP_THRESHOLD, BLOCK);
    mallopt(M_TRIM_THRESHOLD, MOST);
#endif
}

static void run_queue(queue *q, const options *o, const char *const *paths, exit_code (*work)(job *j))
{
    int threads = thread_count(o, q->count);
    if (q->count > 1)
        keep_memory();
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (size_t i = 0; i < q->count; i++) {
        q->jobs[i] = (job){.options = o, .path = paths[i], .index = i, .user = q->user};
        q->codes[i] = work_on(&q->jobs[i], q->directory_cache, work);
        /* Whoever is done reports all that can be reported: nobody waits for a turn. */
#ifdef _OPENMP
#pragma omp critical
#endif
        {
            q->done[i] = true;
            tell_finished(q);
        }
    }
}

exit_code run_jobs(const options *o, const char *const *paths, size_t count, exit_code (*work)(job *j),
                   void (*done)(void *user, exit_code code), void *user)
{
    queue q = {.count = count, .report = done, .user = user, .highest = EXIT_DONE};
    q.jobs = calloc(count, sizeof *q.jobs);
    q.codes = calloc(count, sizeof *q.codes);
    q.done = calloc(count, sizeof *q.done);
    q.directory_cache = tlb_directory_cache_create(NULL);
    if (q.jobs && q.codes && q.done && q.directory_cache)
        run_queue(&q, o, paths, work);
    else
        q.highest = EXIT_INTERNAL;
    free(q.jobs);
    free(q.codes);
    free(q.done);
    tlb_directory_cache_free(q.directory_cache);
    return q.highest;
}

typedef struct separator {
    size_t left;
} separator;

static void print_separator(void *user, exit_code code)
{
    separator *s = user;
    (void)code;
    fputs(--s->left ? ",\n" : "\n]\n", stdout);
}

exit_code run_report_jobs(const options *o, exit_code (*work)(job *j))
{
    if (!o->json || o->word_count == 1)
        return run_jobs(o, o->words, o->word_count, work, NULL, NULL);
    separator s = {o->word_count};
    fputs("[\n", stdout);
    return run_jobs(o, o->words, o->word_count, work, print_separator, &s);
}
