/* Output that nobody meant to change: what every file of folders gives in every direction and format, as
 * hashes, held against a list; and what becomes of the file with a byte changed. Pictures and pages are left
 * out: they are made with a driver of OpenGL and a bundle of npm.
 *
 *     test_hashes LIST FOLDER...      compares
 *     test_hashes --print FOLDER...   prints the list */
#include "hash_lines.h"
#include "options_text.h"
#include "queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- views ------------------------------------------------------------------------------------------- */

static tlb_status hash_info(hash_line *l, tlb_document *document, uint64_t *hash)
{
    const tlb_value *info;
    tlb_status status = tlb_info(document, &info);
    if (!status)
        tlb_value_json(l->context, info, true, (tlb_sink){hash_bytes, hash});
    return status;
}

typedef struct view {
    const char *target, *name;
    option_text options[5];
} view;

static const view of_scenes[] = {
    {"glb",
     "glb+all",
     {{"lod", "all"}, {"collision", NULL}, {"zones", NULL}, {"editor", NULL}, {"lights", NULL}}},
    {"glb", "glb+still", {{"rig", "no"}, {"flips", "no"}, {"light", "none"}}},
    {"glb", "glb+maps", {{"light", "map"}}},
    {"glb", "glb+atlas", {{"light", "atlas"}}},
    {"glb", "glb+editable", {{"editable", NULL}}},
};
static const view of_versions[] = {
    {"dif", "dif+0", {{"dif-version", "0"}}},    {"dif", "dif+7", {{"dif-version", "7"}}},
    {"dif", "dif+14", {{"dif-version", "14"}}},  {"dif", "dif+rebuild", {{"rebuild", NULL}}},
    {"roo", "roo+14", {{"roo-version", "14"}}},  {"roo", "roo+12", {{"roo-version", "12"}}},
    {"roo", "roo+rebuild", {{"rebuild", NULL}}}, {"nff", "nff+1.6", {{"nff-version", "1.6"}}},
};

static tlb_status hash_view(tlb_document *document, const view *v, uint64_t *hash)
{
    tlb_files *files = NULL;
    tlb_convert_options options;
    size_t count = 0;
    while (count < sizeof v->options / sizeof *v->options && v->options[count].name)
        count++;
    tlb_status status = options_from_text(tlb_document_context(document), v->options, count, &options);
    if (!status)
        status = tlb_convert(document, tlb_format_by_name(v->target), "model", &options, &files);
    hash_files(hash, files);
    tlb_files_free(files);
    return status;
}

static void view_files(hash_line *l, tlb_document *document, const view *v)
{
    uint64_t hash = HASH_BASIS;
    tlb_status status = hash_view(document, v, &hash);
    add_view(l, v->name, status, hash);
}

static bool is_drawn(const char *format)
{
    return strcmp(format, "png") == 0 || strcmp(format, "html") == 0;
}

/* Written from its own GLB, and into what it is: the meshes of a shape replaced by those. */
static void view_again(hash_line *l, tlb_document *document, const char *path)
{
    static const option_text editable = {"editable", NULL};
    const tlb_format_info *own = tlb_format_info_of(tlb_document_format(document));
    tlb_convert_options options;
    tlb_files *files = NULL;
    tlb_document *again = NULL;
    tlb_status status = options_from_text(l->context, &editable, 1, &options);
    if (!status)
        status = tlb_convert(document, tlb_format_by_name("glb"), "model", &options, &files);
    if (!status)
        status = tlb_open_memory(l->context, files->data[0].bytes.data, files->data[0].bytes.size,
                                 "model.glb", NULL, &again);
    add_view(l, "glb+read", status, HASH_BASIS);
    if (again)
        view_files(l, again, &(view){own->name, "again", {{NULL, NULL}}});
    if (again && strcmp(own->name, "dts") == 0)
        view_files(l, again, &(view){"dts", "like", {{"like", path}}});
    tlb_document_free(again);
    tlb_files_free(files);
}

static void view_document(hash_line *l, tlb_document *document, const char *path)
{
    uint64_t hash = HASH_BASIS;
    tlb_status status = hash_info(l, document, &hash);
    add_view(l, "info", status, hash);
    hash = HASH_BASIS;
    add_view(l, "check", tlb_check(document, NULL), hash);
    status = tlb_dump(document, NULL, (tlb_sink){hash_bytes, &hash});
    add_view(l, "dump", status, hash);
    hash = HASH_BASIS;
    status = tlb_map(document, NULL, (tlb_sink){hash_bytes, &hash});
    add_view(l, "map", status, hash);
    const tlb_format_info *own = tlb_format_info_of(tlb_document_format(document));
    if (own->abilities & TLB_CAN_QUERY) {
        hash = HASH_BASIS;
        hash_queries(document, 32, &hash);
        add_view(l, "queries", TLB_OK, hash);
    }
    for (size_t i = 0; i < sizeof of_versions / sizeof *of_versions; i++)
        if (strcmp(of_versions[i].target, own->name) == 0)
            view_files(l, document, &of_versions[i]);
    if (!(own->abilities & TLB_CAN_EXPORT_SCENE))
        return;
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format_info *info = tlb_format_info_of(tlb_format_at(i));
        if (info->abilities & TLB_CAN_IMPORT_SCENE && !is_drawn(info->name))
            view_files(l, document, &(view){info->name, info->name, {{NULL, NULL}}});
    }
    for (size_t i = 0; i < sizeof of_scenes / sizeof *of_scenes; i++)
        view_files(l, document, &of_scenes[i]);
    if (own->abilities & TLB_CAN_IMPORT_SCENE)
        view_again(l, document, path);
}

/* --- mutants ----------------------------------------------------------------------------------------- */

/* What the same file gives with one byte changed, many times over. */
enum { MUTANTS = 48, LARGEST_MUTANT = 1 << 16 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static void mutate(uint8_t *byte, uint32_t *seed)
{
    static const uint8_t values[] = {0, 1, 127, 128, 255, ' ', '-', '.', '0', '9', '\n'};
    if (next_random(seed) & 1)
        *byte = (uint8_t)(*byte ^ 1 << next_random(seed) % 8);
    else
        *byte = values[next_random(seed) % sizeof values];
}

static void hash_mutant(hash_line *l, tlb_document *document, size_t number, uint64_t *hash)
{
    static const char *const models[] = {"dts", "iqe", "iqm", "nff", "bff", "obj"};
    const char *model = models[number % (sizeof models / sizeof *models)];
    const tlb_format_info *own = tlb_format_info_of(tlb_document_format(document));
    hash_outcome(hash, l->context, hash_info(l, document, hash));
    hash_outcome(hash, l->context, tlb_check(document, NULL));
    for (size_t i = 0; i < sizeof of_versions / sizeof *of_versions; i++)
        if (strcmp(of_versions[i].target, own->name) == 0)
            hash_outcome(hash, l->context, hash_view(document, &of_versions[i], hash));
    if (!(own->abilities & TLB_CAN_EXPORT_SCENE))
        return;
    hash_outcome(hash, l->context, hash_view(document, &of_scenes[0], hash));
    hash_outcome(hash, l->context, hash_view(document, &(view){model, model, {{NULL, NULL}}}, hash));
}

static void view_mutants(hash_line *l, const char *path)
{
    bytes_copy file = load_file(path);
    uint32_t seed = (uint32_t)file.size;
    uint64_t hash = HASH_BASIS;
    for (size_t i = 0; i < MUTANTS && file.size && file.size <= LARGEST_MUTANT; i++) {
        tlb_document *document;
        uint8_t *byte = (uint8_t *)file.data + next_random(&seed) % file.size, before = *byte;
        mutate(byte, &seed);
        hash_outcome(&hash, l->context,
                     tlb_open_memory(l->context, file.data, file.size, path, NULL, &document));
        if (document)
            hash_mutant(l, document, i, &hash);
        tlb_document_free(document);
        *byte = before;
    }
    free(file.data);
    add_view(l, "mutants", TLB_OK, hash);
}

static hash_line line_of(tlb_context *context, const char *path)
{
    tlb_document *document;
    hash_line l = begin_line(context, path);
    tlb_status status = tlb_open_path(context, path, NULL, &document);
    add_view(&l, "open", status, HASH_BASIS);
    if (!status)
        view_document(&l, document, path);
    tlb_document_free(document);
    view_mutants(&l, path);
    end_line(&l);
    return l;
}

/* --- the list ---------------------------------------------------------------------------------------- */

/* Printed, or held against the list: whether it is the same. */
static bool compare(const char *list, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    hash_line l = line_of(context, path);
    bool same = list ? is_listed(list, path, &l) : fputs(l.text.data, stdout) >= 0;
    free(l.text.data);
    tlb_context_free(context);
    return same;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    bool prints = strcmp(argv[1], "--print") == 0;
    bytes_copy list = {0};
    size_t different = 0, made = 0;
    if (!prints)
        list = load_text(argv[1]);
    for (char **folder = argv + 2; *folder; folder++) {
        file_list files = list_files(*folder);
        for (size_t i = 0; i < files.count; i++, made++)
            different += !compare((char *)list.data, files.paths[i]);
        free_files(&files);
    }
    if (!prints && made != count_lines((char *)list.data)) {
        fprintf(stderr, "listed: %zu files, there are %zu\n", count_lines((char *)list.data), made);
        different++;
    }
    free(list.data);
    if (different)
        fprintf(stderr,
                "%zu files give other output. Where that is meant: test_hashes --print FOLDER... > %s\n",
                different, argv[1]);
    return different != 0;
}
