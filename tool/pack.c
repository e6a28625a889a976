/* New archives, and changes to those there are. */
#include "tool.h"

#include "base/platform.h"
#include "base/text.h"

#include <string.h>

typedef TLB_LIST(tlb_change) change_list;

static bool alters(const options *o)
{
    return o->update || o->removed_count;
}

static tlb_status open_archive(job *j, const tlb_format *format, tlb_document **document)
{
    const options *o = j->options;
    if (alters(o) && (is_standard(j->path) || tlb_path_look(j->path) != TLB_PATH_NONE))
        return tlb_open_path(document, j->context, j->path, NULL);
    return tlb_archive_create(document, j->context, format, o->kind);
}

static tlb_status add_change(job *j, change_list *list, tlb_change change)
{
    tlb_change *place = TLB_PUSH(&j->context->arena, list);
    if (!place)
        return tlb_report_memory(j->context);
    *place = change;
    return TLB_OK;
}

static tlb_status add_removals(job *j, tlb_document *document, change_list *list)
{
    const options *o = j->options;
    bool fitted[MAX_CHOICES] = {false};
    tlb_members members;
    tlb_status status = tlb_archive_list(document, &members);
    for (uint32_t i = 0; i < members.count && !status; i++) {
        bool removed = false;
        for (size_t p = 0; p < o->removed_count; p++)
            if (tlb_matches_nocase(o->removed[p], members.data[i].name))
                fitted[p] = removed = true;
        if (removed)
            status = add_change(j, list, (tlb_change){.name = members.data[i].name, .remove = true});
    }
    for (size_t p = 0; p < o->removed_count && !status; p++)
        if (!fitted[p]) {
            tlb_report(j->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "no member fits \"%s\"",
                       o->removed[p]);
            status = TLB_NOT_FOUND;
        }
    return status;
}

static tlb_status add_files(job *j, change_list *list)
{
    tlb_status status = TLB_OK;
    for (size_t i = 1; i < j->options->word_count && !status; i++) {
        const char *path = j->options->words[i];
        tlb_change change = {.name = tlb_path_base(path), .compression = j->options->compression};
        status = tlb_path_read(j->context, path, &change.bytes);
        if (!status)
            status = add_change(j, list, change);
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
    tlb_status status = add_removals(j, document, &list);
    if (!status)
        status = add_files(j, &list);
    if (!status)
        status = tlb_archive_change(document, list.data, list.count);
    if (!status)
        status = save(j, document);
    for (uint32_t i = 0; i < list.count; i++)
        tlb_path_release(j->context, list.data[i].bytes);
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
        tlb_path_look(j->path) == TLB_PATH_FILE) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "%s exists; --force replaces it, --update adds to it", j->path);
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
        usage_error("--to FORMAT is needed: \"%s\" does not say what to write", o->words[0]);
        return EXIT_USAGE;
    }
    return run_jobs(o, o->words, 1, pack, NULL, NULL);
}
