#include "tool.h"

#include "util/desktop.h"
#include "util/interrupt.h"
#include "util/shortened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

tlb_context *create_context(void)
{
    return tlb_context_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .cancel = {progress_tick, NULL}, .map_files = true});
}

tlb_status report_no_memory(job *j)
{
    tlb_report(j->context, TLB_CODE_OUT_OF_MEMORY, TLB_NO_OFFSET, NULL, "out of memory");
    return TLB_NO_MEMORY;
}

static exit_code work_on(job *j, tlb_directory_cache *directory_cache, exit_code (*work)(job *j))
{
    bool all = j->options->all || j->options->json;
    if (interrupted())
        return EXIT_STOPPED;
    j->started = milliseconds_now();
    j->context = tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                           .directory_cache = directory_cache,
                                                           .max_per_code = all ? UINT32_MAX : 0,
                                                           .cancel = {progress_tick, j},
                                                           .map_files = true});
    j->arena = j->context ? tlb_arena_create(j->context) : NULL;
    if (!j->arena)
        return interrupted() ? EXIT_STOPPED : EXIT_INTERNAL;
    exit_code code = work(j);
    if (shortened()) {
        shortened_forget();
        close_archive(j->worker);
        tlb_work_clear(j->context); /* which was cancelled, and says nothing */
        tlb_report(j->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s: %s", j->path, SHORTENED);
        code = EXIT_INPUT;
    }
    if (j->out.failed)
        code = EXIT_INTERNAL;
    if (code > EXIT_FOUND && interrupted())
        return EXIT_STOPPED;
    return code;
}

static void print_job(job *j)
{
    if (!j->context)
        return;
    progress_clear();
    write_stdout(NULL, j->out.data, j->out.size);
    if (j->options->jsonl)
        fflush(stdout); /* whole lines, whenever it ends */
    if (!j->reported || j->out.failed)
        report_diagnostics(j->options, j->context);
}

static void free_job(job *j)
{
    text_free(&j->out);
    tlb_arena_free(j->arena);
    tlb_context_free(j->context);
}

/* --- options without effect ---------------------------------------------------------------------------- */

bool is_batch(const options *o)
{
    return o->listed || o->input_count > 1;
}

exit_code report_unused(bool given, const char *option, const char *reason)
{
    if (given)
        usage_error("--%s has no effect: %s", option, reason);
    return given ? EXIT_FOUND : EXIT_DONE;
}

enum { MAX_UNUSED = 64, OPTION_NAME = 48 };

/* An option, and how many inputs do not use it. */
typedef struct unused_option {
    char name[OPTION_NAME]; /* "lod" */
    size_t inputs;
} unused_option;

typedef struct unused_options {
    unused_option data[MAX_UNUSED];
    size_t count, converted; /* inputs that were converted */
} unused_options;

static void add_unused(unused_options *u, const char *name)
{
    size_t i = 0;
    while (i < u->count && strcmp(u->data[i].name, name) != 0)
        i++;
    if (i == MAX_UNUSED || strlen(name) >= OPTION_NAME)
        return;
    strcpy(u->data[i].name, name);
    u->data[i].inputs++;
    u->count += i == u->count;
}

static void count_unused(unused_options *u, const job *j)
{
    u->converted += j->converted;
    for (size_t i = 0; j->converted && i < tlb_diagnostic_count(j->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(j->context, i);
        if (d->code == TLB_CODE_OPTION_UNUSED)
            add_unused(u, d->remedy.option);
    }
}

static exit_code report_all_unused(const unused_options *u, const options *o)
{
    exit_code code = EXIT_DONE;
    for (size_t i = 0; i < u->count; i++)
        if (u->data[i].inputs == u->converted) {
            code = EXIT_FOUND;
            if (is_batch(o)) /* otherwise it was reported with the input */
                report_unused(!o->quiet, u->data[i].name, "no input uses it");
        }
    return code;
}

/* ------------------------------------------------------------------------------------------------------- */

/* Jobs that are done, and wait until those before them are reported. */
typedef struct queue {
    job *jobs;
    exit_code *codes;
    bool *done;
    size_t next, count;
    void (*report)(void *user, exit_code code);
    void *user;
    bool list;                            /* of JSON */
    tlb_directory_cache *directory_cache; /* of the folders that the jobs look into */
    worker *workers;                      /* one a thread */
    size_t printed;
    unused_options unused;
    exit_code highest;
} queue;

static void tell_finished(queue *q)
{
    for (; q->next < q->count && q->done[q->next]; q->next++) {
        exit_code code = q->codes[q->next];
        if (code != EXIT_STOPPED) {
            progress_job_done();
            if (q->list && q->printed++)
                fputs(",\n", stdout);
            print_job(&q->jobs[q->next]);
            count_unused(&q->unused, &q->jobs[q->next]);
        }
        free_job(&q->jobs[q->next]);
        if (q->report && code != EXIT_STOPPED)
            q->report(q->user, code);
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

static worker *worker_of_thread(queue *q)
{
#ifdef _OPENMP
    worker *w = &q->workers[omp_get_thread_num()];
#else
    worker *w = &q->workers[0];
#endif
    if (!w->renderer)
        w->renderer = tlb_renderer_create(NULL);
    return w;
}

static void run_queue(queue *q, const options *o, const char *const *paths, exit_code (*work)(job *j))
{
    int threads = thread_count(o, q->count);
    if (q->count > 1)
        keep_memory();
    q->workers = calloc((size_t)threads, sizeof *q->workers);
    if (!q->workers) {
        q->highest = EXIT_INTERNAL;
        return;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (size_t i = 0; i < q->count; i++) {
        q->jobs[i] = (job){.options = o, .path = paths[i], .index = i, .user = q->user};
        q->jobs[i].worker = worker_of_thread(q);
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
    for (int i = 0; i < threads; i++) {
        close_archive(&q->workers[i]);
        tlb_renderer_free(q->workers[i].renderer);
    }
    free(q->workers);
}

static exit_code run_all(const options *o, const char *const *paths, size_t count, exit_code (*work)(job *j),
                         void (*done)(void *user, exit_code code), void *user, bool list)
{
    queue q = {.count = count, .report = done, .user = user, .list = list, .highest = EXIT_DONE};
    q.jobs = calloc(count + 1, sizeof *q.jobs);
    q.codes = calloc(count + 1, sizeof *q.codes);
    q.done = calloc(count + 1, sizeof *q.done);
    q.directory_cache = tlb_directory_cache_create(NULL);
    progress_begin(o, count);
    if (q.jobs && q.codes && q.done && q.directory_cache)
        run_queue(&q, o, paths, work);
    else
        q.highest = EXIT_INTERNAL;
    if (q.printed)
        fputs("\n", stdout);
    progress_end();
    exit_code unused = q.highest == EXIT_STOPPED ? EXIT_DONE : report_all_unused(&q.unused, o);
    q.highest = unused > q.highest ? unused : q.highest;
    free(q.jobs);
    free(q.codes);
    free(q.done);
    tlb_directory_cache_free(q.directory_cache);
    return q.highest;
}

exit_code run_jobs(const options *o, const char *const *paths, size_t count, exit_code (*work)(job *j),
                   void (*done)(void *user, exit_code code), void *user)
{
    return run_all(o, paths, count, work, done, user, false);
}

tlb_value *begin_table(job *j)
{
    tlb_value *table = tlb_value_table(j->arena);
    tlb_value_add_text(j->arena, table, "file", j->path);
    return table;
}

void report_table(job *j, tlb_value *table)
{
    const options *o = j->options;
    bool many = o->jsonl || is_batch(o);
    report_json(o, j->context, j->arena, tlb_value_add_list(j->arena, table, "diagnostics"));
    text_json(&j->out, j->context, table, many);
    if (o->jsonl)
        text_byte(&j->out, '\n');
    j->reported = true;
}

exit_code run_report_jobs(const options *o, exit_code (*work)(job *j),
                          void (*done)(void *user, exit_code code), void *user)
{
    size_t count = o->input_count;
    bool list = o->json && !o->jsonl && (count != 1 || o->listed);
    if (list)
        fputs("[\n", stdout);
    exit_code code = run_all(o, o->words, count, work, done, user, list);
    if (list)
        fputs("]\n", stdout);
    return code;
}
