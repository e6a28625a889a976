#include "tool.h"

#include "util/paths.h"

#include <stdlib.h>
#include <string.h>

static bool is_folder_name(const char *path)
{
    size_t length = strlen(path);
    return length && (path[length - 1] == '/' || path[length - 1] == '\\');
}

/* The input's name with the target's extension. */
static char *target_name(job *j, const tlb_format *to)
{
    size_t size;
    const char *stem = path_stem(j->path, &size);
    return tlb_arena_printf(j->arena, "%.*s.%s", (int)size, stem, tlb_format_info_of(to)->extensions[0]);
}

/* An input below the folder that all are in: what its output is called after. */
static const char *relative_name(const options *o, tlb_arena *arena, const char *path)
{
    const char *absolute = path_absolute(arena, path);
    const char *below = absolute && o->root && !is_standard(path) ? path_below(o->root, absolute) : NULL;
    return !absolute ? NULL : below ? below : tlb_path_base(path);
}

/* The length of a relative name without its extension. */
static size_t stem_size(const char *name)
{
    size_t size;
    const char *stem = path_stem(name, &size);
    return (size_t)(stem - name) + size;
}

/* Where one input goes: the file named, or one of that stem in the folder named. `whole`: its extension
 * stays, since another input has the stem. */
static char *target_path(job *j, const char *out, bool into_folder, bool whole, const tlb_format *to)
{
    tlb_arena *arena = j->arena;
    if (!into_folder)
        return tlb_arena_printf(arena, "%s", out);
    const char *separator = is_folder_name(out) ? "" : "/";
    const char *name = relative_name(j->options, arena, j->path);
    return name ? tlb_arena_printf(arena, "%s%s%.*s.%s", out, separator,
                                   (int)(whole ? strlen(name) : stem_size(name)), name,
                                   tlb_format_info_of(to)->extensions[0])
                : NULL;
}

tlb_value *begin_conversion(job *j, const tlb_format *to, tlb_value **outputs)
{
    tlb_value *table = begin_table(j);
    tlb_value_add_text(j->arena, table, "to", tlb_format_info_of(to)->name);
    *outputs = tlb_value_add_list(j->arena, table, "outputs");
    return table;
}

void report_conversion(job *j, tlb_value *table, const char *status)
{
    tlb_value_add_text(j->arena, table, "status", status);
    if (j->options->json)
        report_table(j, table);
}

void add_output(job *j, tlb_value *outputs, const char *path, size_t size)
{
    tlb_value *row = outputs ? tlb_value_add_table(j->arena, outputs, NULL) : NULL;
    tlb_value_add_text(j->arena, row, "file", path ? path : "");
    tlb_value_add_integer(j->arena, row, "size", (int64_t)size);
}

/* Standard output receives the requested file and none beside it. */
static tlb_status write_standard(job *j, const tlb_files *files, const char *path)
{
    for (uint32_t i = 1; i < files->count; i++)
        tlb_report(j->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                   "%s: left out, standard output can receive only one file", files->data[i].name);
    return tlb_file_save(j->context, path, files->data[0].bytes, j->options->force);
}

static tlb_status write_files(job *j, const tlb_files *files, const char *path, tlb_value *outputs)
{
    if (is_standard(path))
        return write_standard(j, files, path);
    const char *archive, *name, *folder;
    folder = tlb_arena_printf(j->arena, "%.*s", (int)(tlb_path_base(path) - path), path);
    tlb_status status = !folder ? TLB_NO_MEMORY
                        : is_in_archive(j, path, &archive, &name)
                            ? save_members(j, archive, name, files, j->options->force)
                            : tlb_files_save(j->context, files, folder, j->options->force);
    for (uint32_t i = 0; !status && i < files->count; i++)
        add_output(j, outputs, tlb_arena_printf(j->arena, "%s%s", folder, files->data[i].name),
                   files->data[i].bytes.size);
    return status;
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

/* The job's assets and renderer, for options that are otherwise `wanted`. */
static tlb_status add_own(job *j, const tlb_document *document, const tlb_convert_options *wanted,
                          tlb_assets **assets, tlb_convert_options *convert)
{
    tlb_status status = add_assets(j, document, assets);
    *convert = *wanted;
    convert->assets = *assets;
    convert->renderer = j->worker->renderer;
    return status;
}

tlb_status convert_in_memory(job *j, tlb_document *document, const tlb_format *to, const char *name,
                             const tlb_convert_options *wanted, tlb_files **files)
{
    tlb_assets *assets;
    tlb_convert_options convert;
    tlb_status status = add_own(j, document, wanted, &assets, &convert);
    if (!status)
        status = tlb_convert(document, to, name, &convert, files);
    j->converted |= !status;
    tlb_assets_free(assets);
    return status;
}

tlb_status draw_document(job *j, tlb_document *document, const tlb_convert_options *wanted,
                         tlb_bitmap **picture)
{
    tlb_assets *assets;
    tlb_convert_options convert;
    tlb_status status = add_own(j, document, wanted, &assets, &convert);
    if (!status)
        status = tlb_document_draw(document, &convert, picture);
    j->converted |= !status;
    tlb_assets_free(assets);
    return status;
}

tlb_status convert_document(job *j, tlb_document *document, const tlb_format *to, const char *path,
                            tlb_value *outputs)
{
    tlb_files *files = NULL;
    const char *name = is_standard(path) ? target_name(j, to) : path;
    if (!name)
        return TLB_NO_MEMORY;
    tlb_status status = convert_in_memory(j, document, to, name, tlb_options_get(j->options->named), &files);
    if (!status)
        status = write_files(j, files, path, outputs);
    tlb_files_free(files);
    return status;
}

/* Many files go into a folder, which is made if there is none. */
static bool is_output_folder(const options *o, const char *out)
{
    tlb_path_kind kind = is_standard(out) ? TLB_PATH_FILE : tlb_path_kind_of(NULL, out);
    bool many = o->listed || o->input_count > 1;
    return kind == TLB_PATH_FOLDER ||
           (kind == TLB_PATH_NONE && o->to && (is_folder_name(out) || (many && !tlb_format_by_path(out))));
}

/* What the last word names: a folder for the files, or the file. NULL: its format is unknown. */
static const tlb_format *target_format(const options *o, bool *into_folder)
{
    const char *out = o->words[o->word_count - 1];
    *into_folder = is_output_folder(o, out);
    return o->to ? o->to : *into_folder ? NULL : tlb_format_by_path(out);
}

bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool may_write(job *j, const char *path)
{
    if (j->options->force || is_standard(path) || tlb_path_kind_of(NULL, path) != TLB_PATH_FILE)
        return true;
    tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
               "%s already exists; use --force to replace it", path);
    return false;
}

/* What all inputs become. */
typedef struct plan {
    const tlb_format *to;
    bool into_folder;
    const char **earlier; /* as find_earlier has it */
} plan;

/* The document, unless it may not become this file. */
static exit_code open_source(job *j, const char *path, tlb_document **document)
{
    const plan *p = j->user;
    const char *earlier = p->earlier[j->index];
    if (earlier && !j->options->recursive) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s would also be the output of %s; %s is left out", path, earlier, j->path);
        return EXIT_OUTPUT;
    }
    return may_write(j, path) ? exit_code_of(open_job(j, document)) : EXIT_OUTPUT;
}

/* How many of the options that are set the format has for files that are made of a scene. */
static size_t count_used(const options *o, const tlb_format_info *format)
{
    size_t used = 0;
    for (size_t i = 0; i < o->converting.count; i++)
        for (const tlb_option_info *of = format->options; of && of->name; of++)
            used += of->abilities & TLB_CAN_IMPORT_SCENE && strcmp(of->name, o->converting.data[i]) == 0;
    return used;
}

/* Of the formats that have the target's extension. A model that stays one of these stays one of its engine;
 * others become the format that uses most of the options, in doubt the one that has the extension first. */
static const tlb_format *format_of_target(const job *j, const tlb_document *document)
{
    enum { KEEPS = TLB_IS_MODEL | TLB_CAN_CONVERT_VERSION };
    const plan *p = j->user;
    const tlb_format *own = tlb_document_format(document), *best = p->to;
    const char *extension = tlb_format_info_of(p->to)->extensions[0];
    for (size_t i = 0; i < tlb_format_count() && !j->options->to; i++) {
        const tlb_format *other = tlb_format_at(i);
        const tlb_format_info *info = tlb_format_info_of(other);
        if (strcmp(info->extensions[0], extension) != 0)
            continue;
        if (other == own && (info->abilities & KEEPS) == KEEPS)
            return own;
        if (info->abilities & TLB_CAN_IMPORT_SCENE &&
            count_used(j->options, info) > count_used(j->options, tlb_format_info_of(best)))
            best = other;
    }
    return best;
}

static exit_code write_target(job *j, tlb_document *document, const tlb_format *to, const char *path,
                              tlb_value *outputs)
{
    const plan *p = j->user;
    tlb_status status = p->into_folder ? make_parent(j, j->arena, path) : TLB_OK;
    if (!status)
        status = convert_document(j, document, to, path, outputs);
    return exit_code_of(status);
}

static exit_code convert(job *j)
{
    const options *o = j->options;
    const plan *p = j->user;
    bool whole = o->recursive && p->earlier[j->index];
    char *path = target_path(j, o->words[o->word_count - 1], p->into_folder, whole, p->to);
    if (!path)
        return EXIT_INTERNAL;
    bool skipped = o->skip_existing && tlb_path_kind_of(NULL, path) == TLB_PATH_FILE;
    tlb_document *document = NULL;
    exit_code code = skipped ? EXIT_DONE : open_source(j, path, &document);
    const tlb_format *to = document ? format_of_target(j, document) : p->to;
    tlb_value *outputs, *table = begin_conversion(j, to, &outputs);
    if (document)
        code = write_target(j, document, to, path, outputs);
    tlb_document_free(document);
    report_conversion(j, table, skipped ? "skipped" : code == EXIT_DONE ? "done" : "failed");
    return code;
}

/* By its name: a file that only accompanies a model, such as a text, does not claim its output. */
static bool looks_convertible(const options *o, const char *path)
{
    const tlb_format *format = o->from ? o->from : tlb_format_by_path(path);
    return format && tlb_format_info_of(format)->abilities & (TLB_CAN_EXPORT_SCENE | TLB_CAN_CONVERT_VERSION);
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
        stems[i].name = relative_name(o, o->arena, o->words[i]);
        stems[i].size = stems[i].name ? stem_size(stems[i].name) : 0;
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

static exit_code convert_each(const options *o, const tlb_format *to, bool into_folder)
{
    exit_code code = EXIT_INTERNAL;
    plan p = {to, into_folder, calloc(o->input_count, sizeof *p.earlier)};
    if (p.earlier && find_earlier(o, o->input_count, p.earlier))
        code = run_report_jobs(o, convert, NULL, &p);
    free(p.earlier);
    return code;
}

/* "unknown output type ".fbx"; writable: glb, gltf, obj" */
void refuse_output_type(const char *path, unsigned abilities)
{
    text names = {0};
    const char *extension = tlb_path_extension(path);
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format_info *format = tlb_format_info_of(tlb_format_at(i));
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

/* Several inputs into one file. Each costs much: all processors work on them unless -j says otherwise. */
static exit_code convert_together(const options *o, const char *out, const tlb_format *to)
{
    options parallel = *o;
    if (!o->jobs_set)
        parallel.jobs = 0;
    if (to == tlb_format_by_name("png"))
        return run_sheet(&parallel);
    if (to == tlb_format_by_name("html") && !is_standard(out))
        return run_gallery(&parallel);
    usage_error("several files can be converted only into a folder, a picture (.png) or a gallery (.html), "
                "not into %s",
                out);
    return EXIT_USAGE;
}

exit_code run_convert(const options *o)
{
    const char *out = o->words[o->word_count - 1];
    bool into_folder, many = o->input_count > 1 || o->recursive;
    const tlb_format *to = target_format(o, &into_folder);
    if (!to) {
        if (into_folder || is_folder_name(out) || (many && !*tlb_path_extension(out)))
            usage_error("--to FORMAT is required to convert into a folder; 'trilobite formats' lists them");
        else
            refuse_output_type(out, TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION);
        return EXIT_USAGE;
    }
    if (o->json && is_standard(out)) {
        usage_error("both --json and %s write to standard output", out);
        return EXIT_USAGE;
    }
    bool together = many && !into_folder, is_sheet = together && to == tlb_format_by_name("png");
    exit_code unused = report_unused(o->is_sheet && !is_sheet, "sheet-columns or --labels",
                                     "only several files into one .png are a contact sheet");
    unused |= report_unused(o->skip_existing && together, "skip-existing", "there is one output of all");
    exit_code code = together ? convert_together(o, out, to) : convert_each(o, to, into_folder);
    return code > unused ? code : unused;
}
