/* Calls each public function with arguments that its header does not allow, each call in a process of its
 * own: none may crash, and where a status is returned it is TLB_ARGUMENT, with a diagnostic that names
 * function and argument.
 *
 *     arguments FILE...      what is opened as the document; with all but the first only the calls that
 * depend on it
 *
 * Some calls write a file into the current folder. */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCRATCH = 1 << 20, MOST_NUMBERS = 16, MOST_SECONDS = 60, MEMORY = 1 << 28 };

tlb_context *context;
tlb_document *document;
tlb_scene *scene;
tlb_arena *arena;
tlb_assets *assets;
tlb_value *table;
tlb_renderer *renderer;
tlb_directory_cache *directory_cache;
tlb_sheet *sheet;
tlb_bitmap *bitmap;
tlb_files *files;
tlb_file_writer *writer;
tlb_dil_coder *coder;
tlb_dts_instance *instance;
tlb_dif_interior *interior;
const tlb_format *format;
tlb_options *named;
const tlb_change change = {.name = "x"};
const char *const texts[] = {"x"};

static tlb_document *lighting;
static FILE *answers;
static uint8_t *all_numbers[MOST_NUMBERS];
static int numbers_count, results_count;
static const void **results[MOST_NUMBERS];
static const tlb_bytes *only_bytes;

static bool accept(void *user, const void *data, size_t size)
{
    (void)user, (void)data, (void)size;
    return true;
}

const tlb_sink sink = {accept, NULL};

static tlb_status find_nothing(void *user, const char *name, tlb_bytes *bytes)
{
    (void)user, (void)name, (void)bytes;
    return TLB_NOT_FOUND;
}

const tlb_asset_finder finder = find_nothing;

void *scratch(void)
{
    return calloc(1, SCRATCH);
}

void *numbers(void)
{
    if (numbers_count == MOST_NUMBERS)
        abort();
    return all_numbers[numbers_count++] = scratch();
}

static const char nowhere;

void *result(void)
{
    const void **pointer = scratch();
    *pointer = &nowhere;
    if (results_count == MOST_NUMBERS)
        abort();
    return results[results_count++] = pointer;
}

tlb_bytes *bytes_result(void)
{
    static tlb_bytes bytes;
    bytes = (tlb_bytes){(const uint8_t *)&nowhere, 77};
    only_bytes = &bytes;
    return &bytes;
}

/* --- what is said ------------------------------------------------------------------------------------ */

void say_integer(long long value)
{
    fprintf(answers, "%lld", value);
}

void say_real(double value)
{
    fprintf(answers, "%.6g", value);
}

void say_text(const char *text)
{
    fprintf(answers, text ? "\"%s\"" : "NULL", text);
}

void say_pointer(const void *pointer)
{
    fputs(!pointer ? "NULL" : pointer == &nowhere ? "as before" : "something", answers);
}

/* What is left in the numbers of a call, as a hash. */
static void say_numbers(void)
{
    for (int i = 0; i < numbers_count; i++) {
        uint64_t hash = 14695981039346656037u;
        size_t size = SCRATCH;
        while (size && !all_numbers[i][size - 1])
            size--;
        for (size_t at = 0; at < size; at++)
            hash = (hash ^ all_numbers[i][at]) * 1099511628211u;
        if (size)
            fprintf(answers, " [%zu bytes, %016llx]", size, (unsigned long long)hash);
    }
}

static void say_results(void)
{
    for (int i = 0; i < results_count; i++) {
        fputs(" ", answers);
        say_pointer(*results[i]);
    }
    if (only_bytes) {
        fputs(" bytes: ", answers);
        say_pointer(only_bytes->data);
        fprintf(answers, " %zu", only_bytes->size);
    }
}

/* --- one call ---------------------------------------------------------------------------------------- */

static const char *last_message(void)
{
    size_t count = tlb_diagnostic_count(context);
    return count ? tlb_diagnostic_at(context, count - 1)->message : "";
}

/* Whether the last diagnostic begins "function: argument ". */
static bool is_named(const named_call *call)
{
    char start[128];
    int size = snprintf(start, sizeof start, "%s: %s ", call->function, call->argument);
    return strncmp(last_message(), start, (size_t)size) == 0;
}

static bool is_answered(const named_call *call, int status)
{
    if (!call->argument)
        return true;
    if (status != TLB_ARGUMENT)
        printf("%s, %s: %s, expected TLB_ARGUMENT\n", call->function, call->what,
               tlb_status_text((tlb_status)status));
    else if (call->reports && !is_named(call))
        printf("%s, %s: reported \"%s\"\n", call->function, call->what, last_message());
    else
        return true;
    return false;
}

/* A line of `answers`: what is returned, written and reported. */
static int say(const named_call *call)
{
    fprintf(answers, "%s, %s: ", call->function, call->what);
    int answer = call->call();
    if (answer != NO_STATUS)
        fputs(tlb_status_text((tlb_status)answer), answers);
    say_numbers();
    say_results();
    bool is_last = strcmp(call->function, "tlb_context_free") == 0;
    fprintf(answers, "; %s\n", is_last ? "" : last_message());
    return answer;
}

static int failed_call(const named_call *call)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(MOST_SECONDS);
        int answer = say(call);
        bool answered = is_answered(call, answer);
        fflush(NULL);
        _exit(answered ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (status == 0)
        return 0;
    printf("FAILED: %s, %s%s\n", call->function, call->what, WIFSIGNALED(status) ? " (killed)" : "");
    return 1;
}

/* --- one document ------------------------------------------------------------------------------------- */

/* False: the file cannot be opened, or something is missing. */
static bool set_up(const char *path)
{
    static const tlb_dts no_shape;
    static tlb_dif_interior no_interior;
    context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_bytes = MEMORY});
    if (tlb_open_path(context, path, NULL, &document) != TLB_OK)
        return false;
    if (tlb_document_scene(document, NULL, &scene) != TLB_OK)
        scene = tlb_scene_create(context);
    tlb_dif *dif = tlb_document_dif(document);
    tlb_dts *dts = tlb_document_dts(document);
    interior = dif && dif->details.count ? dif->details.data : &no_interior;
    arena = tlb_arena_create(context);
    assets = tlb_assets_create(context);
    table = tlb_value_table(arena);
    format = tlb_format_by_name("glb");
    named = tlb_options_create(context);
    renderer = tlb_renderer_create(NULL);
    directory_cache = tlb_directory_cache_create(NULL);
    bitmap = tlb_bitmap_create(context, 1, 1);
    return tlb_sheet_create(context, 1, NULL, &sheet) == TLB_OK &&
           tlb_scene_write(context, scene, format, "scene.glb", NULL, &files) == TLB_OK &&
           tlb_file_create(context, "written", true, &writer) == TLB_OK &&
           tlb_document_create(context, tlb_format_by_name("dil"), NULL, &lighting) == TLB_OK &&
           tlb_dil_coder_create(tlb_document_dil(document) ? document : lighting, &coder) == TLB_OK &&
           tlb_dts_instance_create(context, dts ? dts : &no_shape, 1, &instance) == TLB_OK;
}

static void tear_down(void)
{
    tlb_dts_instance_free(instance);
    tlb_document_free(lighting);
    tlb_file_abandon(writer);
    tlb_files_free(files);
    tlb_sheet_free(sheet);
    tlb_bitmap_free(bitmap);
    tlb_renderer_free(renderer);
    tlb_assets_free(assets);
    tlb_options_free(named);
    tlb_arena_free(arena);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
    tlb_directory_cache_free(directory_cache);
}

int main(int argc, char **argv)
{
    int failures = 0;
    size_t count = 0;
    answers = fopen("answers", "a");
    if (!answers)
        return EXIT_FAILURE;
    for (int i = 1; i < argc; i++) {
        if (!set_up(argv[i])) {
            printf("FAILED: %s: %s\n", argv[i], last_message());
            return EXIT_FAILURE;
        }
        tlb_diagnostics_clear(context);
        for (size_t k = 0; k < call_count; k++) {
            if (i > 1 && !(calls[k].fits && calls[k].fits()))
                continue;
            failures += failed_call(&calls[k]);
            count++;
        }
        tear_down();
    }
    printf("%zu calls, %d failed\n", count, failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
