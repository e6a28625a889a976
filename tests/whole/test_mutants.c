/* Slips in JSON: each member of what dump writes is left out or replaced in turn, in one element of a list
 * for all. Nothing may crash; what build refuses is told with a path; what it takes and save writes can be
 * opened again and saved the same; and what becomes of the slips of each member is what a list says, as a
 * hash. With TLB_UPDATE=1 the list is written.
 *
 *     test_mutants LIST FILE... */
#include "everything.h"
#include "hash_lines.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static unsigned tried;
static const char *list;
static FILE *new_list; /* NULL: the list is compared */
static size_t made;    /* lines */

typedef struct mutants {
    const char *file;
    const tlb_format *format;
    json_t *root;
    json_t *seen;   /* the paths tried, [] for any index */
    json_t *counts; /* of the lists in it */
    uint64_t hash;  /* of what became of the slips of a member */
} mutants;

static void fail(const mutants *m, const char *path, const char *change, const char *what,
                 const tlb_context *context)
{
    fprintf(stderr, "%s: %s %s: %s\n", m->file, path, change, what);
    print_diagnostics(context);
    failures++;
}

static void convert_mutant(mutants *m, tlb_document *document, const char *target)
{
    const tlb_convert_options options = everything_of(document);
    tlb_files *files = NULL;
    tlb_status status = tlb_convert(document, tlb_format_by_name(target), "model", &options, &files);
    hash_files(&m->hash, files);
    hash_outcome(&m->hash, tlb_document_context(document), status);
    tlb_files_free(files);
}

static void use(mutants *m, tlb_document *document)
{
    tlb_context *context = tlb_document_context(document);
    unsigned abilities = tlb_format_info_of(tlb_document_format(document))->abilities;
    const tlb_value *info;
    tlb_members members;
    if (abilities & TLB_CAN_CHECK)
        hash_outcome(&m->hash, context, tlb_check(document, NULL));
    if (tlb_info(document, &info) == TLB_OK)
        tlb_value_json(context, info, true, (tlb_sink){hash_bytes, &m->hash});
    if (abilities & TLB_CAN_EXPORT_SCENE)
        convert_mutant(m, document, "glb");
    if (abilities & TLB_IS_ARCHIVE && tlb_archive_list(document, &members) == TLB_OK)
        hash_number(&m->hash, members.count);
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

static void try_mutant(mutants *m, const char *path, const char *change)
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
        if (!fault)
            hash_bytes(&m->hash, saved.data, saved.size);
    }
    if (fault)
        fail(m, path, change, fault, context);
    hash_outcome(&m->hash, context, status);
    if (!status && !fault)
        use(m, document);
    tlb_document_free(document);
    tlb_context_free(context);
    free(text);
}

/* Counts of lists, and what is just below and above the number. */
static void add_neighbours(json_t *values, const mutants *m, json_int_t own)
{
    const char *count;
    json_t *unused;
    json_array_append_new(values, json_integer(own - 1));
    json_array_append_new(values, json_integer(own + 1));
    json_object_foreach(m->counts, count, unused) json_array_append_new(values, json_integer(atoll(count)));
}

static json_t *values_for(const mutants *m, const json_t *own)
{
    json_t *values = json_loads("[null, 0, 1, -1, 300, 70000, 4294967295, 1e300, \"\", \"x\", [], [0], [[]],"
                                " {}, true, \"AAAA\", 0.5]",
                                0, NULL);
    if (json_is_integer(own))
        add_neighbours(values, m, json_integer_value(own));
    else if (json_is_real(own))
        json_array_append_new(values, json_real(-json_real_value(own)));
    return values;
}

static void put_member(json_t *parent, const char *key, size_t index, json_t *value)
{
    if (key)
        json_object_set(parent, key, value);
    else
        json_array_set(parent, index, value);
}

/* Holds what became of a member's slips against the list. */
static void compare(const mutants *m, const char *path)
{
    char line[2048];
    made++;
    snprintf(line, sizeof line, "%s %s %08x\n", m->file, *path ? path : ".", short_hash(m->hash));
    if (new_list)
        fputs(line, new_list);
    else if (!strstr(list, line)) {
        fprintf(stderr, "other than listed: %s", line);
        failures++;
    }
}

/* A member of a table (key) or list (index) becomes what each of these is. */
static void mutate(mutants *m, json_t *parent, const char *key, size_t index, const char *path)
{
    json_t *own = json_incref(key ? json_object_get(parent, key) : json_array_get(parent, index));
    json_t *values = values_for(m, own);
    m->hash = HASH_BASIS;
    for (size_t i = 0; i < json_array_size(values); i++) {
        char *change = json_dumps(json_array_get(values, i), JSON_ENCODE_ANY);
        put_member(parent, key, index, json_array_get(values, i));
        try_mutant(m, path, change);
        free(change);
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
    json_decref(values);
    json_decref(own);
    compare(m, path);
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

static void count_lists(json_t *counts, json_t *json)
{
    char count[32];
    size_t i;
    const char *key;
    json_t *value;
    if (json_is_array(json)) {
        snprintf(count, sizeof count, "%zu", json_array_size(json));
        json_object_set_new(counts, count, json_true());
    }
    json_array_foreach(json, i, value) count_lists(counts, value);
    json_object_foreach(json, key, value) count_lists(counts, value);
}

static void run(const char *file)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    collected text = {0};
    mutants m = {.file = file, .seen = json_object(), .counts = json_object()};
    if (tlb_open_path(context, file, NULL, &document) != TLB_OK ||
        tlb_dump(document, NULL, (tlb_sink){collect, &text}) != TLB_OK) {
        print_diagnostics(context);
        failures++;
    } else {
        m.format = tlb_document_format(document);
        m.root = json_loadb(text.data, text.size, JSON_ALLOW_NUL, NULL);
        count_lists(m.counts, m.root);
        each_member(&m, m.root, "");
    }
    json_decref(m.root);
    json_decref(m.seen);
    json_decref(m.counts);
    free(text.data);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    bytes_copy text = load_text(argv[1]);
    list = (char *)text.data;
    if (getenv("TLB_UPDATE"))
        new_list = fopen(argv[1], "wb");
    for (int i = 2; i < argc; i++)
        run(argv[i]);
    if (new_list && fclose(new_list) != 0)
        failures++;
    size_t listed = count_lines(list);
    if (!new_list && listed != made) {
        fprintf(stderr, "listed: %zu members, there are %zu\n", listed, made);
        failures++;
    }
    free(text.data);
    printf("%u mutants\n", tried);
    return failures != 0 || !tried;
}
