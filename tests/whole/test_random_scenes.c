/* Scenes at random, each written in every format and read again: what comes of each, as a hash, is what a
 * list says. With TLB_UPDATE=1 the list is written.
 *
 *     test_random_scenes LIST COUNT */
#include "everything.h"
#include "hash_lines.h"
#include "random_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned faults;

/* Of the document that was written; everything in it as glTF. */
static void read_again(hash_line *l, const char *view, const tlb_format *format, tlb_bytes bytes)
{
    char name[32];
    tlb_document *document;
    tlb_files *files = NULL;
    const tlb_value *info;
    uint64_t hash = HASH_BASIS;
    tlb_status status = tlb_open_memory(l->context, bytes.data, bytes.size, NULL, format, &document);
    if (!status) {
        const tlb_convert_options options = everything_of(document);
        tlb_check_result found;
        tlb_status checked = tlb_check(document, &found);
        if (found.errors) {
            fprintf(stderr, "%.8s %s: written with errors\n", l->text.data, view);
            print_diagnostics(l->context);
            faults++;
        }
        hash_outcome(&hash, l->context, checked);
        if (tlb_info(document, &info) == TLB_OK)
            tlb_value_json(l->context, info, true, (tlb_sink){hash_bytes, &hash});
        status = tlb_convert(document, tlb_format_by_name("gltf"), "model", &options, &files);
        hash_files(&hash, files);
    }
    snprintf(name, sizeof name, "%s+read", view);
    add_view(l, name, status, hash);
    tlb_files_free(files);
    tlb_document_free(document);
}

static void write_as(hash_line *l, const tlb_scene *scene, const tlb_format *format)
{
    const char *name = tlb_format_info_of(format)->name;
    tlb_files *files = NULL;
    uint64_t hash = HASH_BASIS;
    tlb_status status = tlb_scene_write(l->context, scene, format, "model", NULL, &files);
    hash_files(&hash, files);
    add_view(l, name, status, hash);
    if (files && tlb_format_info_of(format)->abilities & TLB_CAN_EXPORT_SCENE)
        read_again(l, name, format, files->data[0].bytes);
    tlb_files_free(files);
}

/* Pictures and pages need OpenGL and npm. */
static bool is_left_out(const tlb_format_info *info)
{
    return !(info->abilities & TLB_CAN_IMPORT_SCENE) || !strcmp(info->name, "png") ||
           !strcmp(info->name, "html");
}

static bool compare(const char *list, FILE *new_list, uint32_t seed)
{
    char name[16];
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = random_scene(context, seed);
    snprintf(name, sizeof name, "%u", (unsigned)seed);
    hash_line l = begin_line(context, name);
    for (size_t i = 0; i < tlb_format_count(); i++)
        if (!is_left_out(tlb_format_info_of(tlb_format_at(i))))
            write_as(&l, scene, tlb_format_at(i));
    end_line(&l);
    bool same = new_list ? fputs(l.text.data, new_list) >= 0 : is_listed(list, name, &l);
    free(l.text.data);
    tlb_scene_free(scene);
    tlb_context_free(context);
    return same;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    uint32_t count = (uint32_t)atoi(argv[2]), different = 0;
    bytes_copy list = load_text(argv[1]);
    FILE *new_list = getenv("TLB_UPDATE") ? fopen(argv[1], "wb") : NULL;
    for (uint32_t seed = 1; seed <= count; seed++)
        different += !compare((char *)list.data, new_list, seed);
    if (new_list && fclose(new_list) != 0)
        different++;
    if (!new_list && count_lines((char *)list.data) != count)
        different++;
    free(list.data);
    return different != 0;
}
