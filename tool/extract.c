/* Members as files. With -j N, N jobs open the archive each and share its members out among them. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

static bool to_stdout(const options *o)
{
    return o->to_stdout || (o->folder && is_standard(o->folder));
}

static size_t job_count(const options *o)
{
    enum { ENOUGH = 32 };
    if (to_stdout(o))
        return 1;
    return o->jobs ? (size_t)o->jobs : ENOUGH;
}

/* A small archive would fill a disk. */
static bool is_bomb(job *j, tlb_document *document, tlb_members members)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < members.count; i++)
        size += matches_patterns(j->options, members, i) ? members.data[i].size : 0;
    if (j->options->force || !tlb_archive_is_bomb(document, size))
        return false;
    if (j->index)
        return true; /* the first job reports it */
    tlb_report(tlb_document_context(document), TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
               "the members unpack to %llu bytes, more than 100 times the archive; use --force to extract "
               "them anyway",
               (unsigned long long)size);
    return true;
}

static tlb_status write_member(job *j, tlb_arena *arena, const char *name, tlb_bytes bytes)
{
    /* A member may be called "-", which alone would be standard output. */
    const char *folder = j->options->folder ? j->options->folder : ".";
    char *path = tlb_arena_printf(arena, "%s/%s", folder, name);
    if (!path)
        return report_no_memory(j);
    tlb_status status = make_parent(j, arena, path);
    return status ? status : tlb_file_save(j->context, path, bytes, j->options->force);
}

/* What is left of a name without its first folders; NULL: nothing. */
static const char *strip(const char *name, size_t components)
{
    for (; components && name; components--) {
        name = strchr(name, '/');
        name = name ? name + 1 : NULL;
    }
    return name;
}

static tlb_status send_member(job *j, tlb_document *document, uint32_t index)
{
    tlb_bytes bytes;
    tlb_status status = tlb_archive_read(document, index, &bytes);
    if (status || write_stdout(NULL, bytes.data, bytes.size))
        return status;
    tlb_report(j->context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL,
               "standard output accepts no more bytes");
    return TLB_WRITE_FAILED;
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
    if (to_stdout(j->options))
        return exit_code_of(send_member(j, document, index));
    if (!file || !same_name(member->name, file))
        tlb_report(tlb_document_context(document), TLB_CODE_MEMBER_NAME, TLB_NO_OFFSET, NULL, "\"%s\" %s%s",
                   member->name,
                   file ? "is extracted as " : "is not extracted: no unused file name was found",
                   file ? file : "");
    if (!file)
        return EXIT_OUTPUT;
    file = strip(file, j->options->strip);
    if (!file)
        return EXIT_DONE; /* nothing is left of its name, as with tar */
    tlb_status status = tlb_archive_read(document, index, &bytes);
    if (status)
        return exit_code_of(status);
    tlb_arena *arena = tlb_arena_create(j->context);
    status = arena ? write_member(j, arena, file, bytes) : report_no_memory(j);
    tlb_arena_free(arena);
    return exit_code_of(status);
}

static size_t count_matching(const options *o, tlb_members members)
{
    size_t count = 0;
    for (uint32_t i = 0; i < members.count; i++)
        count += matches_patterns(o, members, i);
    return count;
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
    if (!status && j->index == 0)
        progress_parts(count_matching(o, members));
    for (uint32_t i = 0; !status && i < members.count && !progress_tick(j); i++) {
        if (i % job_count(o) != j->index || !matches_patterns(o, members, i))
            continue;
        exit_code member = extract_member(j, document, &members.data[i], i, files[i]);
        code = member > code ? member : code;
        if (member != EXIT_STOPPED)
            progress_part_done();
    }
    if (!status && progress_tick(j))
        code = EXIT_STOPPED;
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
    static const char no_names[] = "standard output has no names";
    exit_code unused = report_unused(to_stdout(o) && o->strip, "strip-components", no_names);
    unused |= report_unused(o->to_stdout && o->folder && !is_standard(o->folder), "directory", no_names);
    exit_code code = run_jobs(o, archives, count, extract, NULL, NULL);
    free(archives);
    return code > unused ? code : unused;
}
