/* New archives, and changes to those there are. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

/* What is to be changed, and what its bytes are kept by. */
typedef struct change_list {
    tlb_change *changes;
    tlb_bytes *read;   /* from paths, for each change */
    tlb_files **files; /* that were converted, for each change; NULL: none */
    size_t count, capacity;
} change_list;

static bool alters(const options *o)
{
    return o->update || o->removed_count;
}

static tlb_status open_archive(job *j, const tlb_format *format, tlb_document **document)
{
    const options *o = j->options;
    if (alters(o) && (is_standard(j->path) || tlb_path_kind_of(j->path) != TLB_PATH_NONE))
        return tlb_open_path(j->context, j->path, NULL, document);
    return tlb_document_create(j->context, format, o->kind, document);
}

/* For each removal and each file named. */
static bool reserve_changes(change_list *list, size_t capacity)
{
    list->changes = calloc(capacity + 1, sizeof *list->changes);
    list->read = calloc(capacity + 1, sizeof *list->read);
    list->files = calloc(capacity + 1, sizeof *list->files);
    list->capacity = capacity;
    return list->changes && list->read && list->files;
}

static void free_list(job *j, change_list *list)
{
    for (size_t i = 0; list->read && i < list->capacity; i++)
        tlb_bytes_free(j->context, list->read[i]);
    for (size_t i = 0; list->files && i < list->capacity; i++)
        tlb_files_free(list->files[i]);
    free(list->changes);
    free(list->read);
    free(list->files);
}

static tlb_status add_removals(job *j, tlb_document *archive, tlb_members members, change_list *list)
{
    const options *o = j->options;
    bool fitted[MAX_REMOVED] = {false};
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < members.count; i++) {
        bool removed = false;
        for (size_t p = 0; p < o->removed_count; p++)
            if (tlb_member_matches(o->removed[p], members.data[i].name))
                fitted[p] = removed = true;
        if (removed)
            list->changes[list->count++] = (tlb_change){.name = members.data[i].name, .remove = true};
    }
    for (size_t p = 0; p < o->removed_count && !status; p++)
        if (!fitted[p]) {
            tlb_report(tlb_document_context(archive), TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL,
                       "no member matches \"%s\"", o->removed[p]);
            status = TLB_NOT_FOUND;
        }
    return status;
}

/* --- pictures in place of bitmaps ---------------------------------------------------------------------- */

static bool is_bitmap_of(const char *member, const char *name)
{
    size_t size, wanted;
    const char *base = path_stem(member, &size), *stem = path_stem(name, &wanted);
    const char *extension = tlb_path_extension(base);
    return size == wanted && same_start(base, stem, size) &&
           (same_nocase(extension, "bmp") || same_nocase(extension, "pbmp"));
}

/* The member that "wall.png" is a picture of: "wall.bmp" or "wall.pbmp", unless there is a "wall.png". */
static tlb_status find_bitmap(tlb_document *archive, const char *name, const char **bitmap)
{
    tlb_members members;
    uint32_t index;
    *bitmap = NULL;
    tlb_status status = tlb_archive_list(archive, &members);
    if (status || tlb_archive_find(archive, name, &index) == TLB_OK)
        return status;
    for (uint32_t i = 0; i < members.count && !*bitmap; i++)
        if (is_bitmap_of(members.data[i].name, name))
            *bitmap = members.data[i].name;
    return TLB_OK;
}

/* Whether the bitmap names a palette, so that a picture can be drawn with it. */
static tlb_status names_palette(job *j, const char *path, bool *names)
{
    tlb_document *document;
    tlb_pbmp_info facts;
    uint32_t index;
    tlb_status status = tlb_open_path(j->context, path, NULL, &document);
    if (status)
        return status;
    const tlb_pbmp *pbmp = tlb_document_pbmp(document);
    const tlb_bmp *bmp = tlb_document_bmp(document);
    *names = (pbmp && tlb_pbmp_info_of(pbmp, &facts) && facts.bitDepth == 8) ||
             (bmp && tlb_bmp_palette_index(bmp, &index));
    tlb_document_free(document);
    return TLB_OK;
}

/* A bitmap like the member at `path`, of the picture that the change has. */
static tlb_status draw_like(job *j, const char *picture, const char *path, tlb_change *change,
                            tlb_files **files)
{
    tlb_document *document;
    tlb_convert_options like = j->options->convert;
    like.like = path;
    tlb_status status =
        tlb_open_memory(j->context, change->bytes.data, change->bytes.size, picture, NULL, &document);
    if (!status)
        status = convert_in_memory(j, document, tlb_format_by_name("pbmp"), change->name, &like, files);
    tlb_document_free(document);
    if (!status)
        change->bytes = (*files)->data[0].bytes;
    return status;
}

/* A PNG that is packed over a bitmap becomes one like it. */
static tlb_status replace_bitmap(job *j, tlb_document *archive, const char *picture, tlb_change *change,
                                 tlb_files **files)
{
    const char *bitmap;
    bool names = false;
    if (!j->options->update || is_standard(j->path) ||
        tlb_probe(change->bytes.data, change->bytes.size, NULL) != tlb_format_by_name("png"))
        return TLB_OK;
    tlb_status status = find_bitmap(archive, change->name, &bitmap);
    if (status || !bitmap)
        return status;
    const char *path = tlb_print(j->arena, "%s/%s", j->path, bitmap);
    if (!path)
        return report_no_memory(j);
    status = names_palette(j, path, &names);
    if (status || !names)
        return status;
    change->name = bitmap;
    return draw_like(j, picture, path, change, files);
}

/* ------------------------------------------------------------------------------------------------------- */

static tlb_status add_files(job *j, tlb_document *archive, change_list *list)
{
    tlb_status status = TLB_OK;
    for (size_t i = 1; i < j->options->word_count && !status; i++) {
        const char *path = j->options->words[i];
        size_t at = list->count++;
        tlb_change *change = &list->changes[at];
        *change = (tlb_change){.name = tlb_path_base(path), .compression = j->options->compression};
        status = tlb_path_read(j->context, path, &list->read[at]);
        change->bytes = list->read[at];
        if (!status)
            status = replace_bitmap(j, archive, path, change, &list->files[at]);
    }
    return status;
}

static tlb_status save(job *j, tlb_document *document)
{
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    if (!status)
        status = tlb_file_save(j->context, j->path, bytes, j->options->force || alters(j->options));
    return status;
}

static tlb_status pack_into(job *j, tlb_document *document)
{
    change_list list = {0};
    tlb_members members;
    tlb_status status = tlb_archive_list(document, &members);
    if (!status && !reserve_changes(&list, members.count + j->options->word_count)) {
        report_no_memory(j);
        status = TLB_NO_MEMORY;
    }
    if (!status)
        status = add_removals(j, document, members, &list);
    if (!status)
        status = add_files(j, document, &list);
    if (!status)
        status = tlb_archive_change(document, list.changes, list.count);
    if (!status)
        status = save(j, document);
    free_list(j, &list);
    return status;
}

static const tlb_format *format_of(const options *o)
{
    return o->to ? o->to : tlb_format_by_path(o->words[0]);
}

static exit_code pack(job *j)
{
    tlb_document *document = NULL;
    if (!alters(j->options) && !j->options->force && !is_standard(j->path) &&
        tlb_path_kind_of(j->path) == TLB_PATH_FILE) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s already exists; use --force to replace it, --update to add to it", j->path);
        return EXIT_OUTPUT;
    }
    tlb_status status = open_archive(j, format_of(j->options), &document);
    if (!status)
        status = pack_into(j, document);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_pack(const options *o)
{
    if (!format_of(o)) {
        refuse_output_type(o->words[0], TLB_IS_ARCHIVE);
        return EXIT_USAGE;
    }
    return run_jobs(o, o->words, 1, pack, NULL, NULL);
}
