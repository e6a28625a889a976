#include "tool.h"

#include "util/desktop.h"

static exit_code view(job *j)
{
    tlb_document *document;
    tlb_status status = open_job(j, &document);
    if (status)
        return exit_code_of(status);
    const char *base = tlb_path_base(j->path), *folder = temporary_folder(j->context, j->arena);
    const char *path = folder ? tlb_arena_printf(j->arena, "%s/%s.html", folder, base) : NULL;
    status = path ? convert_document(j, document, tlb_format_by_name("html"), path, NULL) : TLB_WRITE_FAILED;
    tlb_document_free(document);
    if (status && folder)
        remove_path(folder);
    if (!status && !browse(path)) {
        print_text(&j->out, path);
        text_byte(&j->out, '\n');
    }
    return exit_code_of(status);
}

exit_code run_view(const options *o)
{
    return run_jobs(o, o->words, 1, view, NULL, NULL);
}
