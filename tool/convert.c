#include "tool.h"

#include <stdlib.h>
#include <string.h>

/* The input's name with the target's extension. */
static char *target_name(job *j, const tlb_format *to)
{
    size_t size;
    const char *stem = path_stem(j->path, &size);
    return tlb_print(j->arena, "%.*s.%s", (int)size, stem, tlb_format_describe(to)->extensions[0]);
}

/* Where one input goes: the file named, or one of that stem in the folder named. */
static char *target_path(job *j, const char *out, bool into_folder, const tlb_format *to)
{
    tlb_arena *arena = j->arena;
    if (!into_folder)
        return tlb_print(arena, "%s", out);
    size_t length = strlen(out);
    const char *separator = length && (out[length - 1] == '/' || out[length - 1] == '\\') ? "" : "/";
    const char *name = target_name(j, to);
    return name ? tlb_print(arena, "%s%s%s", out, separator, name) : NULL;
}

/* Standard output receives the requested file and none beside it. */
static tlb_status write_standard(job *j, const tlb_files *files, const char *path)
{
    for (uint32_t i = 1; i < files->count; i++)
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%s: left out, standard output can receive only one file", files->data[i].name);
    return tlb_file_save(j->context, path, files->data[0].bytes, j->options->force);
}

static tlb_status write_files(job *j, const tlb_files *files, const char *path)
{
    if (is_standard(path))
        return write_standard(j, files, path);
    const char *folder = tlb_print(j->arena, "%.*s", (int)(tlb_path_base(path) - path), path);
    return folder ? tlb_files_save(j->context, files, folder, j->options->force) : TLB_NO_MEMORY;
}

tlb_status add_assets(job *j, const tlb_document *document, tlb_assets **assets)
{
    *assets = tlb_assets_create(j->context);
    if (!*assets)
        return TLB_NO_MEMORY;
    for (size_t i = 0; i < j->options->asset_count; i++) {
        tlb_status status = tlb_assets_add(*assets, j->options->assets[i]);
        if (status)
            return status;
    }
    const char *path = tlb_document_name(document);
    return is_standard(path) ? TLB_OK : tlb_assets_add_beside(*assets, path);
}

tlb_status convert_in_memory(job *j, tlb_document *document, const tlb_format *to, const char *name,
                             const tlb_convert_options *wanted, tlb_files **files)
{
    tlb_assets *assets;
    tlb_status status = add_assets(j, document, &assets);
    if (!status) {
        tlb_convert_options convert = *wanted;
        convert.assets = assets;
        status = tlb_convert(document, to, name, &convert, files);
    }
    tlb_assets_free(assets);
    return status;
}

tlb_status convert_document(job *j, tlb_document *document, const tlb_format *to, const char *path)
{
    tlb_files *files = NULL;
    const char *name = is_standard(path) ? target_name(j, to) : path;
    if (!name)
        return TLB_NO_MEMORY;
    tlb_status status = convert_in_memory(j, document, to, name, &j->options->convert, &files);
    if (!status)
        status = write_files(j, files, path);
    tlb_files_free(files);
    return status;
}

/* What the last word names: a folder for the files, or the file. NULL: its format is unknown. */
static const tlb_format *target_format(const options *o, bool *into_folder)
{
    const char *out = o->words[o->word_count - 1];
    *into_folder = !is_standard(out) && tlb_path_kind_of(out) == TLB_PATH_FOLDER;
    return o->to ? o->to : *into_folder ? NULL : tlb_format_by_path(out);
}

bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool may_write(job *j, const char *path)
{
    if (j->options->force || is_standard(path) || tlb_path_kind_of(path) != TLB_PATH_FILE)
        return true;
    tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
               "%s already exists; use --force to replace it", path);
    return false;
}

static exit_code convert(job *j)
{
    const options *o = j->options;
    bool into_folder;
    const tlb_format *to = target_format(o, &into_folder);
    char *path = target_path(j, o->words[o->word_count - 1], into_folder, to);
    tlb_document *document;
    if (!path)
        return EXIT_INTERNAL;
    const char *const *earlier = j->user;
    if (earlier[j->index]) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s would also be the output of %s; %s is left out", path, earlier[j->index], j->path);
        return EXIT_OUTPUT;
    }
    if (!may_write(j, path))
        return EXIT_OUTPUT;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = convert_document(j, document, to, path);
    tlb_document_free(document);
    return exit_code_of(status);
}

/* By its name: a file that only accompanies a model, such as a text, does not claim its output. */
static bool looks_convertible(const options *o, const char *path)
{
    const tlb_format *format = o->from ? o->from : tlb_format_by_path(path);
    return format &&
           tlb_format_describe(format)->abilities & (TLB_CAN_EXPORT_SCENE | TLB_CAN_CONVERT_VERSION);
}

/* An input by its stem, which is what a folder's file is called after. */
typedef struct stem {
    const char *name;
    size_t size, index;
} stem;

static int compare_stems(const void *a, const void *b)
{
    const stem *x = a, *y = b;
    int order = memcmp(x->name, y->name, x->size < y->size ? x->size : y->size);
    if (!order)
        order = x->size < y->size ? -1 : x->size > y->size;
    return order ? order : x->index < y->index ? -1 : 1;
}

/* For each input the first convertible one before it that goes to the same file; NULL: none. */
static bool find_earlier(const options *o, size_t count, const char **earlier)
{
    stem *stems = calloc(count, sizeof *stems);
    if (!stems)
        return false;
    for (size_t i = 0; i < count; i++) {
        stems[i].index = i;
        stems[i].name = path_stem(o->words[i], &stems[i].size);
    }
    qsort(stems, count, sizeof *stems, compare_stems);
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *word = o->words[stems[i].index];
        bool same = i && stems[i].size == stems[i - 1].size &&
                    memcmp(stems[i].name, stems[i - 1].name, stems[i].size) == 0;
        first = same ? first : NULL;
        earlier[stems[i].index] = first;
        if (!first && looks_convertible(o, word))
            first = word;
    }
    free(stems);
    return true;
}

static exit_code convert_many(const options *o, size_t count)
{
    exit_code code = EXIT_INTERNAL;
    const char **earlier = calloc(count, sizeof *earlier);
    if (earlier && find_earlier(o, count, earlier))
        code = run_jobs(o, o->words, count, convert, NULL, earlier);
    free(earlier);
    return code;
}

/* "unknown output type ".fbx"; writable: glb, gltf, obj" */
void refuse_output_type(const char *path, unsigned abilities)
{
    text names = {0};
    const char *extension = tlb_path_extension(path);
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format_info *format = tlb_format_describe(tlb_format_at(i));
        if (format->abilities & abilities)
            text_print(&names, "%s%s", names.size ? ", " : "", format->name);
    }
    text_byte(&names, 0);
    if (*extension)
        usage_error("unknown output type \".%s\"; use --to FORMAT; writable: %s", extension,
                    names.failed ? "" : names.data);
    else
        usage_error("%s has no extension; use --to FORMAT; writable: %s", path,
                    names.failed ? "" : names.data);
    text_free(&names);
}

static bool is_folder_name(const char *path)
{
    size_t length = strlen(path);
    return length && (path[length - 1] == '/' || path[length - 1] == '\\');
}

exit_code run_convert(const options *o)
{
    const char *out = o->words[o->word_count - 1];
    bool into_folder;
    const tlb_format *to = target_format(o, &into_folder);
    bool names_folder = is_folder_name(out) || (o->word_count > 2 && !*tlb_path_extension(out));
    if (names_folder && !into_folder && !is_standard(out)) {
        usage_error("folder %s%s does not exist; create it first", out, is_folder_name(out) ? "" : "/");
        return EXIT_USAGE;
    }
    if (!to) {
        if (into_folder)
            usage_error("--to FORMAT is required to convert into a folder; 'trilobite formats' lists them");
        else
            refuse_output_type(out, TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION);
        return EXIT_USAGE;
    }
    if (o->word_count > 2 && !into_folder && to == tlb_format_by_name("png"))
        return run_sheet(o, to);
    if (o->word_count > 2 && !into_folder) {
        usage_error("several files can be converted only into a folder or a picture (.png), not into %s",
                    out);
        return EXIT_USAGE;
    }
    return convert_many(o, o->word_count - 1);
}
