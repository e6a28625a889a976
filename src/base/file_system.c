#include "base/file_system.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_PATH = 4096, LARGEST_READ = 64 << 20, MOST_ENTRIES = 1 << 20 };

/* --- paths ------------------------------------------------------------------------------------------- */

/* A path as callbacks get it. */
typedef struct spelling {
    char text[LONGEST_PATH];
    size_t size, root; /* root: 1 where it begins with a separator */
} spelling;

/* Where the last name begins. */
static size_t last_name(const spelling *s)
{
    size_t start = s->size;
    while (start > s->root && s->text[start - 1] != '/')
        start--;
    return start;
}

/* Removes the last name. False: there is none, or it leads upwards itself. */
static bool drop_name(spelling *s)
{
    size_t start = last_name(s);
    if (s->size == s->root || (s->size - start == 2 && memcmp(s->text + start, "..", 2) == 0))
        return false;
    s->size = start > s->root ? start - 1 : start;
    return true;
}

static bool add_name(spelling *s, const char *name, size_t size)
{
    bool is_here = size == 1 && name[0] == '.', is_above = size == 2 && memcmp(name, "..", 2) == 0;
    if (!size || is_here || (is_above && (drop_name(s) || s->root)))
        return true;
    bool follows = s->size > s->root;
    if (s->size + follows + size >= LONGEST_PATH)
        return false;
    if (follows)
        s->text[s->size++] = '/';
    memcpy(s->text + s->size, name, size);
    s->size += size;
    return true;
}

/* False: it is too long. */
static bool spell(const char *path, spelling *s)
{
    s->size = s->root = tlb_is_separator(*path);
    s->text[0] = '/';
    for (const char *end = path;; end++) {
        if (*end && !tlb_is_separator(*end))
            continue;
        if (!add_name(s, path, (size_t)(end - path)))
            return false;
        if (!*end)
            break;
        path = end + 1;
    }
    if (!s->size)
        s->text[s->size++] = '.';
    s->text[s->size] = 0;
    return true;
}

/* --- callbacks --------------------------------------------------------------------------------------- */

static tlb_status refuse(tlb_context *context, const char *path, tlb_status status, const char *reason)
{
    if (status == TLB_NO_MEMORY)
        return tlb_report_failure(context, status);
    bool is_missing = status == TLB_NOT_FOUND;
    tlb_report_path(context, TLB_CODE_CANNOT_READ, path, is_missing ? "no such file or folder" : reason);
    return is_missing ? TLB_NOT_FOUND : TLB_READ_FAILED;
}

tlb_path_kind tlb_file_system_kind(const tlb_context *context, const char *path)
{
    const tlb_file_system *files = &context->session->files;
    spelling s;
    tlb_path_kind kind = spell(path, &s) ? files->kind(files->user, s.text) : TLB_PATH_NONE;
    return (unsigned)kind <= TLB_PATH_OTHER ? kind : TLB_PATH_NONE;
}

static tlb_status read_all(tlb_context *context, const char *path, const spelling *s, uint8_t *data,
                           size_t size)
{
    const tlb_file_system *files = &context->session->files;
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < LARGEST_READ ? size - done : LARGEST_READ;
        tlb_status status = tlb_work(context->account, tlb_work_of(part));
        if (status)
            return tlb_report_failure(context, status);
        memset(data + done, 0, part);
        status = files->read(files->user, s->text, done, data + done, part);
        if (status) {
            char reason[128];
            snprintf(reason, sizeof reason, "the file system cannot read %zu of %zu bytes at offset %zu",
                     part, size, done);
            return refuse(context, path, status, reason);
        }
    }
    return TLB_OK;
}

tlb_status tlb_file_system_read(tlb_context *context, const char *path, uint8_t **data, size_t *size)
{
    const tlb_file_system *files = &context->session->files;
    spelling s;
    uint64_t found = 0;
    *data = NULL;
    *size = 0;
    if (tlb_file_system_kind(context, path) == TLB_PATH_FOLDER)
        return refuse(context, path, TLB_READ_FAILED, "it is a folder");
    tlb_status status = spell(path, &s) ? files->size(files->user, s.text, &found) : TLB_NOT_FOUND;
    if (status)
        return refuse(context, path, status, "the file system does not know its size");
    status = TLB_LIMIT;
    uint8_t *made =
        found && found <= SIZE_MAX ? tlb_allocate(context->account, (size_t)found, &status) : NULL;
    if (found && !made)
        return tlb_report_failure(context, status);
    status = read_all(context, path, &s, made, (size_t)found);
    if (status) {
        tlb_release(context->account, made, (size_t)found);
        return status;
    }
    *data = made;
    *size = (size_t)found;
    return TLB_OK;
}

const uint8_t *tlb_file_system_map(const tlb_context *context, const char *path, size_t *size)
{
    const tlb_file_system *files = &context->session->files;
    spelling s;
    *size = 0;
    return files->map && spell(path, &s) ? files->map(files->user, s.text, size) : NULL;
}

/* --- folders ----------------------------------------------------------------------------------------- */

typedef struct folder {
    tlb_context *context;
    tlb_arena *arena;
    const char *path;
    tlb_entries *entries;
    uint32_t calls;
    tlb_status status; /* the first failure, reported */
} folder;

static bool is_name(const char *name)
{
    if (!name || !*name)
        return false;
    while (*name && !tlb_is_separator(*name))
        name++;
    return !*name;
}

static tlb_status add_entry(folder *f, const char *name, tlb_path_kind kind)
{
    if (f->calls++ == MOST_ENTRIES) {
        tlb_report_path(f->context, TLB_CODE_NOT_SUPPORTED, f->path, "a folder of more than 1048576 entries");
        return TLB_LIMIT;
    }
    if (!is_name(name))
        return refuse(f->context, f->path, TLB_READ_FAILED,
                      "the file system lists an entry without a name, or with a path");
    bool is_folder = kind == TLB_PATH_FOLDER, is_itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    if (is_itself || (kind != TLB_PATH_FILE && !is_folder))
        return TLB_OK;
    const char *copy =
        tlb_work(f->context->account, 1) ? NULL : tlb_copy_text(f->arena, name, strlen(name)).data;
    tlb_entry *entry = copy ? TLB_PUSH(f->arena, f->entries) : NULL;
    if (!entry)
        return tlb_report_memory(f->context, f->arena);
    *entry = (tlb_entry){copy, is_folder};
    return TLB_OK;
}

static bool accept_entry(void *user, const char *name, tlb_path_kind kind)
{
    folder *f = user;
    if (!f->status)
        f->status = add_entry(f, name, kind);
    return !f->status;
}

tlb_status tlb_file_system_list(tlb_context *context, tlb_arena *arena, const char *path,
                                tlb_entries *entries)
{
    const tlb_file_system *files = &context->session->files;
    folder f = {.context = context, .arena = arena, .path = path, .entries = entries};
    spelling s;
    tlb_status status = spell(path, &s) ? files->list(files->user, s.text, (tlb_entry_sink){accept_entry, &f})
                                        : TLB_NOT_FOUND;
    if (f.status)
        return f.status;
    return status ? refuse(context, path, status, "the file system cannot list it") : TLB_OK;
}
