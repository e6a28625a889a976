/* Every file of a folder through every direction: read, written back identical, dumped and built identical,
 * mapped without gap or overlap, checked, described, shown. What archives hold goes the same way.
 *
 *     test_files FOLDER            our own files
 *     test_files --corpus FAMILY [REFUSED...]   real files, skipped where they are not at hand; those named
 * are broken, and must be refused. Of large ones every fourth goes all ways, and all with TLB_FULL: the
 * others are read and written back. */
#include "options_text.h"
#include "files.h"

#include "base/bytes.h"
#include "base/context.h"
#include "scene/build/pictures.h"
#include "scene/inspect/shown.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    failures++;
}

static void require_identical(tlb_document *document, bytes_copy source, const char *path, const char *what)
{
    tlb_bytes written;
    if (tlb_save_memory(document, &written) != TLB_OK || written.size != source.size ||
        (source.size && memcmp(written.data, source.data, source.size) != 0))
        fail(path, what);
}

static void dump_and_build(tlb_context *context, tlb_document *document, bytes_copy source, const char *path)
{
    collected json = {0};
    tlb_document *built;
    if (tlb_dump(document, NULL, (tlb_sink){collect, &json}) != TLB_OK)
        fail(path, "cannot be dumped");
    else if (tlb_build(context, json.data, json.size, NULL, &built) != TLB_OK)
        fail(path, "cannot be built from its dump");
    else {
        require_identical(built, source, path, "built from its dump, it differs");
        tlb_document_free(built);
    }
    free(json.data);
}

/* An edit walks over all fields, and keeps those that it does not name. */
static void edit_nothing(tlb_document *document, bytes_copy source, const char *path)
{
    if (tlb_edit(document, NULL, 0) != TLB_OK)
        fail(path, "cannot be edited");
    else
        require_identical(document, source, path, "edited without a change, it differs");
}

/* Each line begins where the one before it ends. */
static void map_covers(tlb_document *document, bytes_copy source, const char *path)
{
    collected map = {0};
    unsigned long long expected = 0;
    if (tlb_map(document, NULL, (tlb_sink){collect, &map}) != TLB_OK)
        fail(path, "cannot be mapped");
    collect(&map, "", 1);
    for (char *line = map.data; *line; line = strchr(line, '\n') + 1) {
        char *after;
        if (strtoull(line, &after, 16) != expected || *after != '\t') {
            fail(path, "its map has a gap");
            break;
        }
        expected += strtoull(after, NULL, 10);
    }
    if (expected != source.size)
        fail(path, "its map does not end where the file ends");
    free(map.data);
}

/* --- conversions: every writer draws as many triangles as the scene has ------------------------------- */

/* Of all primitives of all meshes: a third of the indices. */
static uint64_t triangles_of_glb(tlb_bytes glb)
{
    enum { HEADER = 20 };
    uint64_t indices = 0;
    size_t m, p;
    json_t *mesh, *primitive;
    json_t *root = json_loadb((const char *)glb.data + HEADER, tlb_get_le32(glb.data + 12), 0, NULL);
    json_t *accessors = json_object_get(root, "accessors");
    json_array_foreach(json_object_get(root, "meshes"), m, mesh)
        json_array_foreach(json_object_get(mesh, "primitives"), p, primitive)
    {
        json_int_t accessor = json_integer_value(json_object_get(primitive, "indices"));
        json_t *count = json_object_get(json_array_get(accessors, (size_t)accessor), "count");
        indices += (uint64_t)json_integer_value(count);
    }
    json_decref(root);
    return indices / 3;
}

static uint64_t triangles_of_obj(tlb_bytes obj)
{
    uint64_t faces = 0;
    for (size_t i = 0; i + 1 < obj.size; i++)
        faces += obj.data[i] == 'f' && obj.data[i + 1] == ' ' && (i == 0 || obj.data[i - 1] == '\n');
    return faces;
}

static void convert(tlb_document *document, const tlb_convert_options *options, const char *format,
                    uint64_t (*count)(tlb_bytes), uint64_t expected, const char *path)
{
    tlb_files *files;
    if (tlb_convert(document, tlb_format_by_name(format), "model", options, &files) != TLB_OK) {
        fail(path, "cannot be converted");
        return;
    }
    uint64_t found = count(files->data[0].bytes);
    if (found != expected) {
        char message[128];
        snprintf(message, sizeof message, "as %s it has %llu triangles, its scene has %llu", format,
                 (unsigned long long)found, (unsigned long long)expected);
        fail(path, message);
    }
    tlb_files_free(files);
}

typedef struct triangle_counts {
    uint64_t all;   /* of all meshes */
    uint64_t shown; /* of each mesh that is shown, of levels the finest, once */
    uint64_t seen;  /* of each node that is seen at rest */
} triangle_counts;

static uint64_t triangles_of_mesh(const tlb_mesh *mesh)
{
    uint64_t indices = 0;
    for (uint32_t k = 0; mesh && k < mesh->part_count; k++)
        indices += mesh->parts[k].index_count;
    return indices / 3;
}

static triangle_counts count_triangles(tlb_context *context, const tlb_scene *scene)
{
    if (tlb_scene_is_pictures(scene)) { /* each on a rectangle */
        uint64_t count = 2 * (uint64_t)scene->image_count;
        return (triangle_counts){count, count, count};
    }
    tlb_arena arena;
    triangle_counts counts = {0, 0, 0};
    tlb_arena_init(&arena, context->account);
    const bool *shown = tlb_scene_shown(scene, &arena), *seen = tlb_scene_seen(scene, &arena);
    bool *met = tlb_zalloc_array(&arena, scene->mesh_count, sizeof *met);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        counts.all += triangles_of_mesh(&scene->meshes[i]);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(scene, shown, i);
        counts.seen += triangles_of_mesh(tlb_shown_mesh(scene, seen, i));
        if (mesh && !met[scene->nodes[i].mesh])
            counts.shown += triangles_of_mesh(mesh);
        if (mesh)
            met[scene->nodes[i].mesh] = true;
    }
    tlb_arena_release(&arena);
    return counts;
}

static void convert_with(tlb_context *context, tlb_document *document, tlb_assets *assets, const char *path)
{
    /* Light in vertex colors splits triangles; the page is given all that there is. */
    const tlb_convert_options plain = {.struct_size = sizeof plain, .assets = assets},
                              shown = {.struct_size = sizeof shown,
                                       .assets = assets,
                                       .light = TLB_BAKED_MAP,
                                       .to = OPTIONS_OF(tlb_gltf_write_options, .rig = TLB_SWITCH_NO)},
                              all = {.struct_size = sizeof all,
                                     .assets = assets,
                                     .to = OPTIONS_OF(tlb_gltf_write_options, .page = true)};
    tlb_scene *scene;
    tlb_status status = tlb_document_scene(document, &plain, &scene);
    if (status == TLB_UNSUPPORTED) /* known, named, and not to be had */
        return;
    if (status) {
        fail(path, "cannot be shown");
        return;
    }
    triangle_counts counts = count_triangles(context, scene);
    tlb_scene_free(scene);
    convert(document, &all, "glb", triangles_of_glb, counts.all, path);
    /* What glTF hides stays in glTF. */
    bool hides = strncmp(tlb_format_info_of(tlb_document_format(document))->name, "gl", 2) != 0;
    convert(document, &shown, "glb", triangles_of_glb, hides ? counts.shown : counts.all, path);
    convert(document, &plain, "obj", triangles_of_obj, counts.seen, path);
}

/* With what stands beside the file. */
static void convert_all(tlb_context *context, tlb_document *document, const char *path)
{
    tlb_assets *assets = tlb_assets_create(context);
    if (!assets || tlb_assets_add_beside(assets, path) != TLB_OK)
        fail(path, "has no place");
    convert_with(context, document, assets, path);
    tlb_assets_free(assets);
}

/* Names of files that are broken: reading them must fail. */
static char **refused;

static bool is_refused(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    for (char **r = refused; *r; r++)
        if (strcmp(*r, name) == 0)
            return true;
    return false;
}

static void test_members(tlb_document *archive, const char *path);

/* Whether only some of the large files go all ways. */
static bool is_sampled;

static bool goes_all_ways(size_t size)
{
    enum { LARGE = 8 << 10, EVERY = 4 };
    static size_t large;
    return !is_sampled || size < LARGE || large++ % EVERY == 0;
}

static void test_all_ways(tlb_context *context, tlb_document *document, bytes_copy source, const char *path)
{
    const tlb_value *info;
    unsigned abilities = tlb_format_info_of(tlb_document_format(document))->abilities;
    dump_and_build(context, document, source, path);
    edit_nothing(document, source, path);
    map_covers(document, source, path);
    if (abilities & TLB_CAN_CHECK && tlb_check(document, NULL) != TLB_OK)
        fail(path, "cannot be checked");
    if (tlb_info(document, &info) != TLB_OK)
        fail(path, "cannot be described");
    if (abilities & TLB_CAN_EXPORT_SCENE)
        convert_all(context, document, path);
}

/* False: of no format that is read. */
static bool test_bytes(bytes_copy source, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = NULL;
    const tlb_format *format = tlb_probe(source.data, source.size, path);
    bool known = format && tlb_format_info_of(format)->abilities & TLB_CAN_READ;
    int before = failures;
    tlb_status status =
        known ? tlb_open_memory(context, source.data, source.size, path, NULL, &document) : TLB_OK;
    if (status == TLB_UNSUPPORTED) {
        printf("foreign: %s\n", path);
        known = false;
    } else if (known && !status == is_refused(path))
        fail(path, status ? "cannot be read" : "is broken, and was read");
    if (document) {
        require_identical(document, source, path, "written back, it differs");
        if (goes_all_ways(source.size))
            test_all_ways(context, document, source, path);
        if (tlb_format_info_of(format)->abilities & TLB_IS_ARCHIVE)
            test_members(document, path);
    }
    if (failures > before)
        print_diagnostics(context);
    tlb_document_free(document);
    if (tlb_memory_now(context) > 1 << 20)
        fail(path, "memory is left over");
    tlb_context_free(context);
    return known;
}

static bool test_file(const char *path)
{
    bytes_copy source = load_file(path);
    bool known = test_bytes(source, path);
    free(source.data);
    return known;
}

/* --- what archives hold
 * ---------------------------------------------------------------------------------- */

static struct {
    size_t archives, members, of_formats_read, refused;
} held;

static void test_members(tlb_document *archive, const char *path)
{
    tlb_members members;
    char name[4096];
    if (tlb_archive_list(archive, &members) != TLB_OK)
        fail(path, "its members cannot be listed");
    held.archives++;
    for (uint32_t i = 0; i < members.count; i++) {
        tlb_bytes bytes;
        held.members++;
        snprintf(name, sizeof name, "%s/%s", path, members.data[i].name);
        tlb_status status = tlb_archive_read(archive, i, &bytes);
        held.refused += status == TLB_UNSUPPORTED;
        if (status && status != TLB_UNSUPPORTED)
            fail(name, "cannot be read from its archive");
        if (!status)
            held.of_formats_read +=
                test_bytes((bytes_copy){(uint8_t *)(uintptr_t)bytes.data, bytes.size}, name);
    }
}

int main(int argc, char **argv)
{
    char buffer[4096];
    const char *folder = argc > 1 ? argv[1] : "";
    if (argc > 2 && strcmp(folder, "--corpus") == 0)
        folder = corpus_folder(argv[2], buffer, sizeof buffer);
    if (!folder)
        return SKIPPED;
    is_sampled = folder == buffer && !getenv("TLB_FULL");
    refused = argv + (argc > 3 ? 3 : argc);
    file_list list = list_files(folder);
    int tested = 0;
    for (size_t i = 0; i < list.count; i++)
        tested += test_file(list.paths[i]);
    printf("%d of %zu files are of formats read; %d failures\n", tested, list.count, failures);
    if (held.archives)
        printf("%zu archives hold %zu members, %zu of formats read, %zu packed in ways that nobody knows\n",
               held.archives, held.members, held.of_formats_read, held.refused);
    free_files(&list);
    return failures || !tested;
}
