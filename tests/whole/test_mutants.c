/* Slips in JSON: each member of what dump writes is left out or replaced in turn, in one element of a list
 * for all. Nothing may crash; what build refuses is told with a path; what it takes and save writes can be
 * opened again and saved the same.
 *
 *     test_mutants FILE... */
#include "files.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static unsigned tried;

typedef struct mutants {
    const char *file;
    const tlb_format *format;
    json_t *root;
    json_t *seen; /* the paths tried, [] for any index */
} mutants;

static void fail(const mutants *m, const char *path, const char *change, const char *what,
                 const tlb_context *context)
{
    fprintf(stderr, "%s: %s %s: %s\n", m->file, path, change, what);
    print_diagnostics(context);
    failures++;
}

static void use(tlb_document *document)
{
    static const tlb_roo_read_options room = {.head = {sizeof room, "tlb_roo_read_options"}, .editor = true};
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .from = tlb_document_roo(document) ? &room.head : NULL,
                                         .lod = {true, TLB_LOD_ALL},
                                         .collision = true,
                                         .zones = true};
    unsigned abilities = tlb_format_info_of(tlb_document_format(document))->abilities;
    const tlb_value *info;
    tlb_files *files = NULL;
    tlb_members members;
    if (abilities & TLB_CAN_CHECK)
        tlb_check(document, NULL);
    tlb_info(document, &info);
    if (abilities & TLB_CAN_EXPORT_SCENE)
        tlb_convert(document, tlb_format_by_name("glb"), "model", &options, &files);
    tlb_files_free(files);
    if (abilities & TLB_IS_ARCHIVE)
        tlb_archive_list(document, &members);
}

/* What was saved opens as the format it is, and is then what was saved. */
static const char *reopen(tlb_context *context, const tlb_format *format, tlb_bytes saved)
{
    tlb_document *again;
    tlb_bytes bytes;
    uint8_t *copy = malloc(saved.size ? saved.size : 1);
    const char *fault = NULL;
    if (saved.size)
        memcpy(copy, saved.data, saved.size);
    if (tlb_open_memory(context, copy, saved.size, NULL, format, &again))
        fault = "what was written cannot be opened";
    else if (tlb_save_memory(again, &bytes) || bytes.size != saved.size ||
             (saved.size && memcmp(bytes.data, copy, saved.size) != 0))
        fault = "what was written is written back otherwise";
    tlb_document_free(again);
    free(copy);
    return fault;
}

/* A text that is the whole file has no path in it. */
static bool names_the_root(const tlb_context *context)
{
    return strstr(tlb_diagnostic_at(context, 0)->message, "cannot be opened") != NULL;
}

static void try_mutant(const mutants *m, const char *path, const char *change)
{
    char *text = json_dumps(m->root, JSON_COMPACT);
    tlb_context_options limits = {.struct_size = sizeof limits,
                                  .max_bytes = (64 << 20) + 512 * (uint64_t)strlen(text)};
    tlb_context *context = tlb_context_create(&limits);
    tlb_document *document;
    tlb_bytes saved;
    const char *fault = NULL;
    tlb_status status = tlb_build(context, text, strlen(text), NULL, &document);
    tried++;
    if (status == TLB_LIMIT)
        fault = "memory out of proportion";
    else if (status && tlb_severity_total(context, TLB_ERROR) == 0)
        fault = "refused without a word";
    else if (status && !*tlb_diagnostic_at(context, 0)->path && !names_the_root(context))
        fault = "refused without a path";
    else if (!status && tlb_document_format(document) == m->format) {
        fault = tlb_save_memory(document, &saved) ? "built, and cannot be saved"
                                                  : reopen(context, m->format, saved);
        use(document);
    }
    if (fault)
        fail(m, path, change, fault, context);
    tlb_document_free(document);
    tlb_context_free(context);
    free(text);
}

/* A member of a table (key) or list (index) becomes what each of these is. */
static void mutate(mutants *m, json_t *parent, const char *key, size_t index, const char *path)
{
    static const char *const values[] = {"null",       "0",     "1",    "-1",       "300", "70000",
                                         "4294967295", "1e300", "\"\"", "\"x\"",    "[]",  "[0]",
                                         "[[]]",       "{}",    "true", "\"AAAA\"", "0.5"};
    json_t *own = json_incref(key ? json_object_get(parent, key) : json_array_get(parent, index));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        json_t *value = json_loads(values[i], JSON_DECODE_ANY, NULL);
        if (key)
            json_object_set_new(parent, key, value);
        else
            json_array_set_new(parent, index, value);
        try_mutant(m, path, values[i]);
    }
    if (key)
        json_object_del(parent, key);
    else
        json_array_remove(parent, index);
    try_mutant(m, path, "left out");
    if (key)
        json_object_set(parent, key, own); /* last, which changes nothing */
    else {
        json_array_insert(parent, index, own);
        json_array_insert(parent, index, own);
        try_mutant(m, path, "twice");
        json_array_remove(parent, index);
    }
    json_decref(own);
}

static bool is_new(mutants *m, const char *path)
{
    bool known = json_object_get(m->seen, path) != NULL;
    return !known && json_object_set_new(m->seen, path, json_true()) == 0;
}

static void each_member(mutants *m, json_t *json, const char *path)
{
    char below[1024];
    if (json_is_array(json)) {
        snprintf(below, sizeof below, "%s[]", path);
        if (json_array_size(json) && is_new(m, below))
            mutate(m, json, NULL, 0, below);
        for (size_t i = 0; i < json_array_size(json); i++)
            each_member(m, json_array_get(json, i), below);
        return;
    }
    size_t count = json_object_size(json), i = 0;
    char **keys = malloc((count + 1) * sizeof *keys);
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value) keys[i++] = strdup(key);
    for (i = 0; i < count; i++) {
        snprintf(below, sizeof below, "%s%s%s", path, *path ? "." : "", keys[i]);
        if (is_new(m, below))
            mutate(m, json, keys[i], 0, below);
        each_member(m, json_object_get(json, keys[i]), below);
        free(keys[i]);
    }
    free(keys);
}

static void run(const char *file)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    collected text = {0};
    mutants m = {.file = file, .seen = json_object()};
    if (tlb_open_path(context, file, NULL, &document) != TLB_OK ||
        tlb_dump(document, NULL, (tlb_sink){collect, &text}) != TLB_OK) {
        print_diagnostics(context);
        failures++;
    } else {
        m.format = tlb_document_format(document);
        m.root = json_loadb(text.data, text.size, JSON_ALLOW_NUL, NULL);
        each_member(&m, m.root, "");
    }
    json_decref(m.root);
    json_decref(m.seen);
    free(text.data);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    printf("%u mutants\n", tried);
    return failures != 0 || !tried;
}
