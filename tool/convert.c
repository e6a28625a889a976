#include "tool.h"

#include "base/platform.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Where one input goes: the file named, or one of that stem in the folder named. */
static char *target_path(job *j, const char *out, bool into_folder, const tlb_format *to)
{
    tlb_arena *arena = &j->context->arena;
    if (!into_folder)
        return tlb_print(arena, "%s", out);
    const char *base = tlb_path_base(j->path), *extension = tlb_path_extension(base);
    size_t stem = *extension ? strlen(base) - strlen(extension) - 1 : strlen(base);
    size_t length = strlen(out);
    const char *separator = length && (out[length - 1] == '/' || out[length - 1] == '\\') ? "" : "/";
    return tlb_print(arena, "%s%s%.*s.%s", out, separator, (int)stem, base,
                     tlb_format_describe(to)->extensions[0]);
}

static const char *sibling_path(job *j, const char *main, const char *name)
{
    size_t folder = (size_t)(tlb_path_base(main) - main);
    return tlb_print(&j->context->arena, "%.*s%s", (int)folder, main, name);
}

/* The files beside the one asked for are written first: when it is there, all are. */
static tlb_status write_files(job *j, const tlb_files *files, const char *path)
{
    for (uint32_t i = files->count; i-- > 0;) {
        const char *target = i ? sibling_path(j, path, files->data[i].name) : path;
        if (!target)
            return TLB_NO_MEMORY;
        tlb_status status = tlb_file_save(j->context, target, files->data[i].bytes, j->options->force);
        if (status)
            return status;
    }
    return TLB_OK;
}

static tlb_status add_assets(job *j, const tlb_document *document, tlb_assets **assets)
{
    *assets = tlb_assets_create(j->context);
    if (!*assets)
        return TLB_NO_MEMORY;
    for (size_t i = 0; i < j->options->asset_count; i++) {
        tlb_status status = tlb_assets_add(*assets, j->options->assets[i]);
        if (status)
            return status;
    }
    return tlb_assets_add_beside(*assets, tlb_document_name(document));
}

tlb_status convert_in_memory(job *j, tlb_document *document, const tlb_format *to, const char *name,
                             const tlb_choice *choices, size_t choice_count, tlb_files **files)
{
    tlb_assets *assets;
    tlb_status status = add_assets(j, document, &assets);
    if (!status) {
        tlb_convert_options convert = {assets, choices, choice_count};
        status = tlb_convert(document, to, name, &convert, files);
    }
    tlb_assets_free(assets);
    return status;
}

tlb_status convert_document(job *j, tlb_document *document, const tlb_format *to, const char *path)
{
    tlb_files *files = NULL;
    tlb_status status =
        convert_in_memory(j, document, to, path, j->options->choices, j->options->choice_count, &files);
    if (!status)
        status = write_files(j, files, path);
    tlb_files_free(files);
    return status;
}

/* What the last word asks for: files into that folder, or that file. The format is NULL when it is not
 * told. */
static const tlb_format *target_format(const options *o, bool *into_folder)
{
    const char *out = o->words[o->word_count - 1];
    *into_folder = tlb_path_look(out) == TLB_PATH_FOLDER;
    return o->to ? o->to : *into_folder ? NULL : tlb_format_by_path(out);
}

bool may_write(job *j, const char *path)
{
    if (j->options->force || tlb_path_look(path) != TLB_PATH_FILE)
        return true;
    tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL, "%s exists; --force replaces it", path);
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
    if (!may_write(j, path))
        return EXIT_OUTPUT;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = convert_document(j, document, to, path);
    tlb_document_free(document);
    return exit_code_of(status);
}

exit_code run_convert(const options *o)
{
    const char *out = o->words[o->word_count - 1];
    bool into_folder;
    const tlb_format *to = target_format(o, &into_folder);
    if (!to) {
        usage_error("--to FORMAT is needed: \"%s\" does not say what to write", out);
        return EXIT_USAGE;
    }
    if (o->word_count > 2 && !into_folder && to == tlb_format_by_name("png"))
        return run_sheet(o, to);
    if (o->word_count > 2 && !into_folder) {
        usage_error("several files are converted into a folder or a picture, and \"%s\" is neither", out);
        return EXIT_USAGE;
    }
    return run_jobs(o, o->words, o->word_count - 1, convert, NULL, NULL);
}
