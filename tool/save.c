#include "tool.h"

#include <stdlib.h>

/* A member of this name is there. */
static tlb_status find_member(job *j, tlb_document *archive, const char *name, bool replace,
                              const tlb_member **member)
{
    uint32_t index;
    tlb_members members = {0};
    tlb_status status = tlb_archive_find(archive, name, &index);
    *member = NULL;
    if (status == TLB_NOT_FOUND)
        return TLB_OK;
    if (!status && !replace) {
        tlb_report(j->context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL,
                   "member %s already exists; use --force to replace it", name);
        return TLB_WRITE_FAILED;
    }
    if (!status)
        status = tlb_archive_list(archive, &members);
    if (!status)
        *member = members.data + index;
    return status;
}

/* One that is replaced keeps its name and compression. */
static tlb_status plan_change(job *j, tlb_document *archive, const char *name, tlb_bytes bytes, bool replace,
                              tlb_change *change)
{
    const tlb_member *member;
    tlb_status status = find_member(j, archive, name, replace, &member);
    *change = (tlb_change){.name = name, .bytes = bytes};
    if (!status && member) {
        change->name = member->name;
        change->compression = member->compression;
    }
    return status;
}

static tlb_status change_archive(job *j, tlb_document *archive, const char *folder, const tlb_files *files,
                                 bool replace)
{
    tlb_change *changes = calloc(files->count, sizeof *changes);
    tlb_status status = TLB_OK;
    if (!changes)
        return report_no_memory(j);
    for (uint32_t i = 0; !status && i < files->count; i++) {
        const char *name = tlb_arena_printf(j->arena, "%s%s", folder, files->data[i].name);
        status = name ? plan_change(j, archive, name, files->data[i].bytes, replace, &changes[i])
                      : report_no_memory(j);
    }
    if (!status)
        status = tlb_archive_change(archive, changes, files->count);
    free(changes);
    return status;
}

bool is_in_archive(job *j, const char *path, const char **archive, const char **name)
{
    return !is_standard(path) && tlb_path_kind_of(j->context, path) == TLB_PATH_NONE &&
           tlb_path_split(j->context, j->arena, path, archive, name);
}

tlb_status save_members(job *j, const char *path, const char *name, const tlb_files *files, bool replace)
{
    tlb_document *archive;
    const char *folder = tlb_arena_printf(j->arena, "%.*s", (int)(tlb_path_base(name) - name), name);
    if (!folder)
        return report_no_memory(j);
    tlb_status status = tlb_open_path(j->context, path, NULL, &archive);
    if (!status)
        status = change_archive(j, archive, folder, files, replace);
    if (!status)
        status = tlb_save_path(archive, path, true);
    tlb_document_free(archive);
    return status;
}

tlb_status make_parent(job *j, tlb_arena *arena, const char *path)
{
    const char *folder = tlb_arena_printf(arena, "%.*s", (int)(tlb_path_base(path) - path), path);
    if (!folder)
        return report_no_memory(j);
    return !*folder || tlb_path_kind_of(NULL, folder) == TLB_PATH_FOLDER
               ? TLB_OK
               : tlb_folder_make(j->context, folder);
}

tlb_status save_to(job *j, const char *path, tlb_bytes bytes, bool replace)
{
    const char *archive, *name;
    if (!is_in_archive(j, path, &archive, &name))
        return tlb_file_save(j->context, path, bytes, replace);
    tlb_file file = {tlb_path_base(name), bytes};
    return save_members(j, archive, name, &(tlb_files){&file, 1}, replace);
}

tlb_status save_changed(job *j, tlb_document *document)
{
    const options *o = j->options;
    tlb_bytes bytes;
    tlb_status status = tlb_save_memory(document, &bytes);
    return status ? status : save_to(j, o->output ? o->output : j->path, bytes, !o->output || o->force);
}
