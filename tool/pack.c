/* New archives, and changes to those there are. */
#include "tool.h"
#include "util/paths.h"

#include <stdlib.h>
#include <string.h>

/* What is to be changed, and what its bytes are kept by. */
typedef struct change_list {
    tlb_change *changes;
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
    if (alters(o) && (is_standard(j->path) || tlb_path_kind_of(j->context, j->path) != TLB_PATH_NONE))
        return tlb_open_path(j->context, j->path, NULL, document);
    return tlb_document_create(j->context, format, o->kind, document);
}

/* For each removal and each file named. */
static bool reserve_changes(change_list *list, size_t capacity)
{
    list->changes = calloc(capacity + 1, sizeof *list->changes);
    list->files = calloc(capacity + 1, sizeof *list->files);
    list->capacity = capacity;
    return list->changes && list->files;
}

static void free_list(change_list *list)
{
    for (size_t i = 0; list->files && i < list->capacity; i++)
        tlb_files_free(list->files[i]);
    free(list->changes);
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

/* A bitmap like the member at `path`, of the picture in `png`. */
static tlb_status draw_like(job *j, const char *picture, tlb_bytes png, const char *path, tlb_change *change,
                            tlb_files **files)
{
    tlb_document *document;
    tlb_pbmp_write_options like = TLB_PBMP_WRITE_OPTIONS_INIT;
    tlb_convert_options convert = *tlb_options_get(j->options->named);
    like.like = path;
    convert.to = &like.head;
    tlb_status status = tlb_open_memory(j->context, png.data, png.size, picture, NULL, &document);
    if (!status)
        status = convert_in_memory(j, document, tlb_format_by_name("pbmp"), change->name, &convert, files);
    tlb_document_free(document);
    if (!status) {
        change->bytes = (*files)->data[0].bytes;
        change->path = NULL;
    }
    return status;
}

/* What is packed over a bitmap becomes one like it if it is a PNG. */
static tlb_status replace_bitmap(job *j, const char *picture, const char *bitmap, tlb_change *change,
                                 tlb_files **files)
{
    tlb_bytes png;
    bool names = false;
    const char *path = tlb_arena_printf(j->arena, "%s/%s", j->path, bitmap);
    if (!path)
        return report_no_memory(j);
    tlb_status status = tlb_path_read(j->context, picture, &png);
    bool is_png = !status && tlb_probe(png.data, png.size, NULL) == tlb_format_by_name("png");
    if (is_png)
        status = names_palette(j, path, &names);
    if (!status && names) {
        change->name = bitmap;
        status = draw_like(j, picture, png, path, change, files);
    }
    tlb_bytes_free(j->context, png);
    return status;
}

/* --- files to be packed -------------------------------------------------------------------------------- */

/* A file, and the name of its member. */
typedef struct packed_file {
    const char *path, *name;
} packed_file;

typedef struct file_list {
    packed_file *data;
    size_t count;
} file_list;

/* Whether a path is another spelling of that of the archive. */
static bool is_archive(const job *j, const char *path)
{
    if (strcmp(tlb_path_base(path), tlb_path_base(j->path)) != 0)
        return false;
    const char *absolute = path_absolute(j->arena, path), *own = path_absolute(j->arena, j->path);
    return absolute && own && strcmp(absolute, own) == 0;
}

/* A folder may have the archive in it, which is left out. */
static bool add_files(const job *j, file_list *list, const tlb_paths *paths, size_t prefix)
{
    packed_file *data = realloc(list->data, (list->count + paths->count + 1) * sizeof *data);
    if (!data)
        return false;
    list->data = data;
    for (size_t i = 0; i < paths->count; i++) {
        const char *path = paths->data[i], *name = prefix ? path + prefix : tlb_path_base(path);
        while (*name == '/')
            name++;
        if (!is_archive(j, path))
            list->data[list->count++] = (packed_file){path, name};
    }
    return true;
}

/* The words after the archive; members from folders are called after their paths in them. */
static tlb_status list_files(job *j, file_list *list)
{
    tlb_status status = TLB_OK;
    for (size_t i = 1; i < j->options->word_count && !status; i++) {
        const char *word = j->options->words[i];
        tlb_paths paths = {&word, 1};
        bool is_folder = !is_standard(word) && tlb_path_kind_of(j->context, word) == TLB_PATH_FOLDER;
        if (is_folder)
            status = tlb_folder_files(j->context, j->arena, word, &paths);
        if (!status && !add_files(j, list, &paths, is_folder ? strlen(word) : 0))
            status = report_no_memory(j);
    }
    return status;
}

static tlb_status add_changes(job *j, tlb_document *archive, const file_list *packed, change_list *list)
{
    bool replaces = j->options->update && !is_standard(j->path);
    tlb_status status = TLB_OK;
    for (size_t i = 0; i < packed->count && !status; i++) {
        const packed_file *file = &packed->data[i];
        const char *bitmap = NULL;
        size_t at = list->count++;
        tlb_change *change = &list->changes[at];
        *change =
            (tlb_change){.name = file->name, .compression = j->options->compression, .path = file->path};
        if (replaces)
            status = find_bitmap(archive, file->name, &bitmap);
        if (bitmap)
            status = replace_bitmap(j, file->path, bitmap, change, &list->files[at]);
    }
    return status;
}

/* `draws`: a picture was drawn as a bitmap. */
static tlb_status pack_into(job *j, tlb_document *document, bool *draws)
{
    change_list list = {0};
    file_list packed = {0};
    tlb_members members;
    tlb_status status = tlb_archive_list(document, &members);
    if (!status)
        status = list_files(j, &packed);
    if (!status && !reserve_changes(&list, members.count + packed.count))
        status = report_no_memory(j);
    if (!status)
        status = add_removals(j, document, members, &list);
    if (!status)
        status = add_changes(j, document, &packed, &list);
    if (!status)
        status = tlb_archive_change(document, list.changes, list.count);
    if (!status)
        status = tlb_save_path(document, j->path, j->options->force || alters(j->options));
    for (size_t i = 0; i < list.count; i++)
        *draws |= list.files[i] != NULL;
    free(packed.data);
    free_list(&list);
    return status;
}

static const tlb_format *format_of(const options *o)
{
    return o->to ? o->to : tlb_format_by_path(o->words[0]);
}

/* Options that what is packed has no use for. */
static exit_code report_unused_here(const options *o)
{
    bool changes =
        alters(o) && (is_standard(o->words[0]) || tlb_path_kind_of(NULL, o->words[0]) != TLB_PATH_NONE);
    static const char kept[] = "an archive that is changed keeps its own";
    exit_code code = report_unused(changes && o->kind, "kind", kept);
    code |= report_unused(changes && o->to && tlb_format_by_path(o->words[0]), "to", kept);
    code |= report_unused(o->compression && o->word_count < 2, "compress", "no file is added");
    return code | report_unused(o->converting.count && !o->update, "palette", "it is for --update");
}

static exit_code pack(job *j)
{
    tlb_document *document = NULL;
    bool draws = false;
    if (!alters(j->options) && !j->options->force && !is_standard(j->path) &&
        tlb_path_kind_of(j->context, j->path) == TLB_PATH_FILE) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s already exists; use --force to replace it, --update to add to it", j->path);
        return EXIT_OUTPUT;
    }
    tlb_status status = open_archive(j, format_of(j->options), &document);
    if (!status)
        status = pack_into(j, document, &draws);
    tlb_document_free(document);
    return status ? exit_code_of(status)
                  : report_unused(j->options->converting.count && j->options->update && !draws, "palette",
                                  "no bitmap is replaced");
}

exit_code run_pack(const options *o)
{
    if (!format_of(o)) {
        refuse_output_type(o->words[0], TLB_IS_ARCHIVE);
        return EXIT_USAGE;
    }
    if (o->word_count < 2 && !alters(o)) {
        usage_error("%s: there is nothing to pack: name files or folders", o->words[0]);
        return EXIT_USAGE;
    }
    exit_code unused = report_unused_here(o), code = run_jobs(o, o->words, 1, pack, NULL, NULL);
    return code > unused ? code : unused;
}
