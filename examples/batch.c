/* Checks files, or converts them, in threads: a context for each file, with a limit of memory, and what is in
 * folders listed once for all.
 *
 *     batch check FILE...             a line for each file: its verdict
 *     batch FOLDER EXTENSION FILE...  each file as FOLDER/NAME.EXTENSION
 *
 * Exits with 1 when a file failed: it is invalid, could not be read, or could not be converted.
 */
#include <trilobite/trilobite.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4 };

static const uint64_t max_bytes = UINT64_C(1) << 30; /* of each file */

typedef struct batch {
    char **files;
    int count;
    const char *folder, *extension; /* NULL: check */
    tlb_directory_cache *cache;
    pthread_mutex_t lock; /* of what follows, and of the output */
    int next, failed;
} batch;

/* What the document is converted to has its name with another extension. */
static tlb_status convert(tlb_context *context, tlb_document *document, const batch *b, const char *path)
{
    char name[256];
    const char *base = tlb_path_base(path);
    int length = (int)(tlb_path_extension(path) - base) - (*tlb_path_extension(path) != 0);
    int size = snprintf(name, sizeof name, "%.*s.%s", length, base, b->extension);
    const tlb_format *target = tlb_format_by_path(name);
    tlb_files *files = NULL;
    if (size < 0 || (size_t)size >= sizeof name || !target)
        return TLB_UNSUPPORTED;
    tlb_status status = tlb_convert(document, target, name, NULL, &files);
    if (!status)
        status = tlb_files_save(context, files, b->folder, true);
    tlb_files_free(files);
    return status;
}

static tlb_status process(tlb_context *context, const batch *b, const char *path)
{
    tlb_document *document;
    tlb_check_result result = {0};
    tlb_status status = tlb_open_path(context, path, NULL, &document);
    if (!status)
        status = b->folder ? convert(context, document, b, path) : tlb_check(document, &result);
    tlb_document_free(document);
    return !status && result.errors ? TLB_INVALID : status;
}

/* The line of a file: its verdict, and the first error. Its text is from files: what would act on a terminal
 * is escaped. */
static void print_line(const char *path, tlb_status status, const tlb_context *context)
{
    char line[2048], escaped[TLB_PRINTABLE * sizeof line];
    const tlb_diagnostic *error = NULL;
    for (size_t i = 0; i < tlb_diagnostic_count(context) && !error; i++)
        if (tlb_diagnostic_at(context, i)->severity == TLB_ERROR)
            error = tlb_diagnostic_at(context, i);
    if (error)
        snprintf(line, sizeof line, "%s: %s: %s%s%s: %s", path, tlb_status_text(status),
                 tlb_code_name(error->code), *error->path ? " " : "", error->path, error->message);
    else
        snprintf(line, sizeof line, "%s: %s", path, status ? tlb_status_text(status) : "ok");
    fwrite(escaped, 1, (size_t)(tlb_printable(line, strlen(line), escaped) - escaped), stdout);
    putchar('\n');
}

/* The next file; NULL when all are taken. */
static const char *take(batch *b)
{
    pthread_mutex_lock(&b->lock);
    const char *path = b->next < b->count ? b->files[b->next++] : NULL;
    pthread_mutex_unlock(&b->lock);
    return path;
}

static void *work(void *user)
{
    batch *b = user;
    for (const char *path; (path = take(b));) {
        tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
        options.max_bytes = max_bytes;
        options.directory_cache = b->cache;
        tlb_context *context = tlb_context_create(&options);
        tlb_status status = context ? process(context, b, path) : TLB_NO_MEMORY;
        pthread_mutex_lock(&b->lock);
        print_line(path, status, context);
        b->failed += status != TLB_OK;
        pthread_mutex_unlock(&b->lock);
        tlb_context_free(context);
    }
    return NULL;
}

/* This thread works, too: where no other can be started, it does all of it. */
static void run(batch *b)
{
    pthread_t threads[THREADS - 1];
    int started = 0;
    while (started < THREADS - 1 && started < b->count - 1 &&
           pthread_create(&threads[started], NULL, work, b) == 0)
        started++;
    work(b);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

int main(int argc, char **argv)
{
    bool checks = argc > 2 && strcmp(argv[1], "check") == 0;
    int first = checks ? 2 : 3;
    if (argc <= first) {
        fprintf(stderr, "batch check FILE... | batch FOLDER EXTENSION FILE...\n");
        return 2;
    }
    batch b = {.files = argv + first,
               .count = argc - first,
               .folder = checks ? NULL : argv[1],
               .extension = checks ? NULL : argv[2],
               .cache = tlb_directory_cache_create(NULL),
               .lock = PTHREAD_MUTEX_INITIALIZER};
    if (!b.cache) {
        fprintf(stderr, "%s\n", tlb_status_text(TLB_NO_MEMORY));
        return EXIT_FAILURE;
    }
    run(&b);
    tlb_directory_cache_free(b.cache);
    return b.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
