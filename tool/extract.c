/* Members as files. With -j N, N jobs open the archive each and share its members out among them. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

static size_t job_count(const options *o)
{
    enum { ENOUGH = 32 };
    return o->jobs ? (size_t)o->jobs : ENOUGH;
}

/* Members may share what they unfold from: then a small archive fills a disk. */
static bool is_bomb(job *j, tlb_document *document, tlb_members members)
{
    enum { MOST_TIMES = 1000 };
    uint64_t size = 0, most = MOST_TIMES * (uint64_t)tlb_document_source(document).size;
    for (uint32_t i = 0; i < members.count; i++)
        size += matches_patterns(j->options, members, i) ? members.data[i].size : 0;
    if (size <= most || j->options->force)
        return false;
    if (j->index)
        return true; /* the first job reports it */
    tlb_report(tlb_document_context(document), TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
               "the members unpack to %llu bytes, more than %d times the archive; use --force to extract "
               "them anyway",
               (unsigned long long)size, MOST_TIMES);
    return true;
}

/* The folders that a name goes through, below the output folder. */
static tlb_status make_folder(job *j, tlb_arena *arena, const char *path)
{
    int size = (int)(tlb_path_base(path) - path) - 1;
    char *folder = tlb_print(arena, "%.*s", size, path);
    if (!folder)
        return report_no_memory(j);
    return tlb_path_kind_of(folder) == TLB_PATH_FOLDER ? TLB_OK : tlb_folder_make(j->context, folder);
}

static tlb_status write_member(job *j, tlb_arena *arena, const char *name, tlb_bytes bytes)
{
    /* A member may be called "-", which alone would be standard output. */
    const char *folder = j->options->folder ? j->options->folder : ".";
    char *path = tlb_print(arena, "%s/%s", folder, name);
    if (!path)
        return report_no_memory(j);
    tlb_status status = make_folder(j, arena, path);
    return status ? status : tlb_file_save(j->context, path, bytes, j->options->force);
}

static bool same_name(const char *name, const char *file)
{
    for (; *name && (*name == *file || (*name == '\\' && *file == '/')); name++)
        file++;
    return !*name && !*file;
}

static exit_code extract_member(job *j, tlb_document *document, const tlb_member *member, uint32_t index,
                                const char *file)
{
    tlb_bytes bytes;
    if (!file || !same_name(member->name, file))
        tlb_report(tlb_document_context(document), TLB_CODE_MEMBER_NAME, TLB_NO_OFFSET, NULL, "\"%s\" %s%s",
                   member->name,
                   file ? "is extracted as " : "is not extracted: no unused file name was found",
                   file ? file : "");
    if (!file)
        return EXIT_OUTPUT;
    tlb_status status = tlb_archive_read(document, index, &bytes);
    if (status)
        return exit_code_of(status);
    tlb_arena *arena = tlb_arena_create(j->context);
    status = arena ? write_member(j, arena, file, bytes) : report_no_memory(j);
    tlb_arena_free(arena);
    return exit_code_of(status);
}

static exit_code extract(job *j)
{
    const options *o = j->options;
    tlb_document *document;
    tlb_members members = {0};
    const char *const *files = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = tlb_archive_list(document, &members);
    if (!status)
        status = tlb_archive_file_names(document, &files);
    exit_code code = exit_code_of(status);
    if (!status && j->index == 0)
        code = report_unmatched(j, document, members);
    if (!status && is_bomb(j, document, members)) {
        status = TLB_LIMIT;
        code = EXIT_INPUT;
    }
    for (uint32_t i = 0; !status && i < members.count; i++) {
        if (i % job_count(o) != j->index || !matches_patterns(o, members, i))
            continue;
        exit_code member = extract_member(j, document, &members.data[i], i, files[i]);
        code = member > code ? member : code;
    }
    tlb_document_free(document);
    return code;
}

exit_code run_extract(const options *o)
{
    size_t count = job_count(o);
    const char **archives = calloc(count, sizeof *archives);
    if (!archives)
        return EXIT_INTERNAL;
    for (size_t i = 0; i < count; i++)
        archives[i] = o->words[0];
    exit_code code = run_jobs(o, archives, count, extract, NULL, NULL);
    free(archives);
    return code;
}
