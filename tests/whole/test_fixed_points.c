/* Models that come back from GLBs: what is written is the same from the second time on, byte for byte, so
 * that nothing drifts. What archives hold goes the same way.
 *
 *     test_fixed_points FOLDER            our own files
 *     test_fixed_points --corpus FAMILY   real files, skipped where they are not at hand */
#include "options_text.h"
#include "files.h"
#include "temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 3 };

static int failures;
static size_t models, same_at_once;

static const char *const formats[] = {"iqm", "iqe", "nff", "bff", "dts", "torque-dts", "obj"};

static bool comes_back(const tlb_format *format)
{
    bool found = false;
    for (size_t i = 0; format && i < sizeof formats / sizeof *formats && !found; i++)
        found = strcmp(tlb_format_info_of(format)->name, formats[i]) == 0;
    return found;
}

static tlb_status convert(tlb_context *context, const char *from, const char *folder, const char *name,
                          const tlb_format *target)
{
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .to = strcmp(tlb_format_info_of(target)->name, "glb") == 0
                                                   ? OPTIONS_OF(tlb_gltf_write_options, .editable = true)
                                                   : NULL};
    tlb_document *document;
    tlb_files *files;
    tlb_status status = tlb_open_path(context, from, NULL, &document);
    if (status)
        return status;
    status = tlb_convert(document, target, name, &options, &files);
    tlb_document_free(document);
    if (status)
        return status;
    status = tlb_files_save(context, files, folder, true);
    tlb_files_free(files);
    return status;
}

/* Not those that are broken, or of versions that nobody knows. */
static bool can_be_read(tlb_context *context, const char *path)
{
    tlb_document *document;
    bool read = tlb_open_path(context, path, NULL, &document) == TLB_OK;
    if (read)
        tlb_document_free(document);
    return read;
}

static bool is_same(const char *a, const char *b)
{
    bytes_copy x = load_file(a), y = load_file(b);
    bool same = x.size == y.size && (x.size == 0 || memcmp(x.data, y.data, x.size) == 0);
    free(x.data);
    free(y.data);
    return same;
}

static void test_model(const char *path, const tlb_format *format)
{
    tlb_context *context;
    tlb_arena arena;
    const char *root, *from = path, *made[TIMES];
    if (!begin_in_folder(&context, &arena, &root)) {
        fprintf(stderr, "no folder for %s\n", path);
        failures++;
        return;
    }
    const char *name = tlb_arena_printf(&arena, "m.%s", tlb_format_info_of(format)->extensions[0]);
    bool read = can_be_read(context, path), done = read;
    for (int i = 0; i < TIMES && done; i++) {
        const char *folder = tlb_arena_printf(&arena, "%s/%d", root, i);
        const char *glb = tlb_arena_printf(&arena, "%s/m.glb", folder);
        made[i] = tlb_arena_printf(&arena, "%s/%s", folder, name);
        done = tlb_folder_make(context, folder) == TLB_OK &&
               convert(context, from, folder, "m.glb", tlb_format_by_name("glb")) == TLB_OK &&
               convert(context, glb, folder, name, format) == TLB_OK;
        from = made[i];
    }
    if (read && !done) {
        fprintf(stderr, "%s: cannot be converted\n", path);
        print_diagnostics(context);
        failures++;
    }
    if (done) {
        models++;
        same_at_once += is_same(made[0], made[1]);
        if (!is_same(made[1], made[2])) {
            fprintf(stderr, "%s: the third time it is another\n", path);
            failures++;
        }
    }
    end_in_folder(context, &arena, root);
}

static void test_file(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_members members = {0};
    tlb_bytes bytes;
    if (tlb_path_read(context, path, &bytes) != TLB_OK)
        abort();
    const tlb_format *format = tlb_probe(bytes.data, bytes.size, path);
    tlb_bytes_free(context, bytes);
    if (comes_back(format))
        test_model(path, format);
    else if (format && tlb_format_info_of(format)->abilities & TLB_IS_ARCHIVE &&
             tlb_open_path(context, path, NULL, &document) == TLB_OK) {
        tlb_archive_list(document, &members);
        for (uint32_t i = 0; i < members.count; i++) {
            char name[4096];
            tlb_bytes member;
            snprintf(name, sizeof name, "%s/%s", path, members.data[i].name);
            format = tlb_archive_read(document, i, &member) == TLB_OK
                         ? tlb_probe(member.data, member.size, name)
                         : NULL;
            if (comes_back(format))
                test_model(name, format);
        }
        tlb_document_free(document);
    }
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    char buffer[4096];
    const char *folder = argc > 1 ? argv[1] : "";
    if (argc > 2 && strcmp(folder, "--corpus") == 0)
        folder = corpus_folder(argv[2], buffer, sizeof buffer);
    if (!folder)
        return SKIPPED;
    file_list list = list_files(folder);
    for (size_t i = 0; i < list.count; i++)
        test_file(list.paths[i]);
    printf("%zu models of %zu files came back, %zu the same at once; %d failures\n", models, list.count,
           same_at_once, failures);
    free_files(&list);
    return failures || !models;
}
