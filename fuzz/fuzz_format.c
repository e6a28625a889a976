/* One program for all formats; which of them is in the name that it is run by, fuzz_FORMAT. The oracle: what
 * is read without error is written back identical, survives dump and build, and can be checked, described,
 * shown and converted without harm. */
#include "trilobite/trilobite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

static bool keep(void *user, const void *data, size_t size)
{
    text *t = user;
    if (size > t->capacity - t->size) {
        t->capacity = (t->size + size) * 2;
        t->data = realloc(t->data, t->capacity);
        require(t->data != NULL);
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
    return true;
}

static void require_same(tlb_document *document, const uint8_t *data, size_t size)
{
    tlb_bytes bytes;
    require(tlb_save_memory(document, &bytes) == TLB_OK);
    require(bytes.size == size && (!size || memcmp(bytes.data, data, size) == 0));
}

static bool pass(void *user, const void *data, size_t size)
{
    (void)user, (void)data, (void)size;
    return true;
}

static void compare(tlb_document *document, tlb_document *again)
{
    const tlb_sink nowhere = {pass, NULL};
    uint64_t differences;
    require(tlb_map(document, NULL, nowhere) == TLB_OK);
    require(tlb_diff(document, again, nowhere, &differences) == TLB_OK);
    require(tlb_diff(document, document, nowhere, &differences) == TLB_OK && !differences);
}

static void require_rebuilt(tlb_context *context, tlb_document *document, const uint8_t *data, size_t size)
{
    text json = {0};
    tlb_document *again;
    require(tlb_dump(document, NULL, (tlb_sink){keep, &json}) == TLB_OK);
    require(tlb_build(context, json.data, json.size, NULL, &again) == TLB_OK);
    require_same(again, data, size);
    compare(document, again);
    tlb_document_free(again);
    free(json.data);
}

static void convert(tlb_document *document, const char *target)
{
    static const tlb_roo_read_options room = {.head = {sizeof room, "tlb_roo_read_options"}, .editor = true};
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .from = tlb_document_roo(document) ? &room.head : NULL,
                                         .lod = {true, TLB_LOD_ALL},
                                         .collision = true,
                                         .zones = true};
    tlb_files *files;
    if (tlb_convert(document, tlb_format_by_name(target), "fuzz", &options, &files) == TLB_OK)
        tlb_files_free(files);
    tlb_work_clear(tlb_document_context(document)); /* conversions may be too much */
}

/* What is altered can be saved, and opened again with as many members. */
static void alter(tlb_context *context, tlb_document *document, const tlb_change *change, uint32_t members)
{
    tlb_bytes bytes;
    tlb_document *again;
    tlb_members listed;
    if (tlb_archive_change(document, change, 1) != TLB_OK)
        return;
    require(tlb_save_memory(document, &bytes) == TLB_OK);
    require(tlb_open_memory(context, bytes.data, bytes.size, NULL, tlb_document_format(document), &again) ==
            TLB_OK);
    require(tlb_archive_list(again, &listed) == TLB_OK && listed.count == members);
    tlb_document_free(again);
}

static void add_and_remove(tlb_context *context, tlb_document *document, uint32_t members)
{
    static const tlb_change added = {.name = "fuzz added this.txt", .bytes = {(const uint8_t *)"x", 1}};
    static const tlb_change removed = {.name = "fuzz added this.txt", .remove = true};
    alter(context, document, &added, members + 1);
    alter(context, document, &removed, members);
}

static void take_out(tlb_context *context, tlb_document *document)
{
    enum { MOST = 8 };
    tlb_members members;
    tlb_bytes bytes;
    tlb_document *member;
    require(tlb_archive_list(document, &members) == TLB_OK);
    for (uint32_t i = 0; i < members.count && i < MOST; i++)
        if (tlb_archive_read(document, i, &bytes) == TLB_OK) {
            require(bytes.size == members.data[i].size);
            (void)tlb_archive_open(document, members.data[i].name, context, NULL, &member);
            tlb_document_free(member);
        }
    add_and_remove(context, document, members.count);
}

static const tlb_format *format;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char prefix[] = "fuzz_";
    const char *slash = strrchr((*argv)[0], '/'), *name = slash ? slash + 1 : (*argv)[0];
    (void)argc;
    if (strncmp(name, prefix, strlen(prefix)) == 0)
        format = tlb_format_by_name(name + strlen(prefix));
    if (format)
        return 0;
    fprintf(stderr, "%s: not run by a name fuzz_FORMAT\n", name);
    exit(EXIT_FAILURE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Memory is to stay in proportion to the input, and work to end. */
    tlb_context_options limits = {.struct_size = sizeof limits,
                                  .max_work = 20 * 1000 * 1000,
                                  .max_bytes = 64 * 1024 * 1024 + 512 * (uint64_t)size};
    tlb_context *context = tlb_context_create(&limits);
    tlb_document *document;
    const tlb_value *info;
    require(context != NULL);
    tlb_status status = tlb_open_memory(context, data, size, NULL, format, &document);
    require(status != TLB_LIMIT && (status == TLB_OK || tlb_severity_total(context, TLB_ERROR) > 0));
    if (!status) {
        require_same(document, data, size);
        require_rebuilt(context, document, data, size);
        require(tlb_check(document, NULL) == TLB_OK);
        require(tlb_info(document, &info) == TLB_OK);
        convert(document, "glb");
        convert(document, "obj");
        if (tlb_format_info_of(tlb_document_format(document))->abilities & TLB_IS_ARCHIVE)
            take_out(context, document);
    }
    tlb_document_free(document);
    tlb_context_free(context);
    return 0;
}
