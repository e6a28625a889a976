#include "virtual_files.h"

#include <stdlib.h>
#include <string.h>

static virtual_files *ask(void *user, const char *path)
{
    virtual_files *files = user;
    files->calls++;
    strncpy(files->last, path, sizeof files->last - 1);
    return files;
}

static const virtual_file *find(const virtual_files *files, const char *path)
{
    for (uint32_t i = 0; i < files->list.count; i++)
        if (strcmp(files->list.data[i].path, path) == 0)
            return &files->list.data[i];
    return NULL;
}

/* What of the path is below the folder; NULL: nothing is. */
static const char *below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    if (strcmp(folder, ".") == 0)
        return *path == '/' ? NULL : path;
    if (strncmp(path, folder, size) != 0)
        return NULL;
    return folder[size - 1] == '/' ? path + size : path[size] == '/' ? path + size + 1 : NULL;
}

static bool is_folder(const virtual_files *files, const char *path)
{
    for (uint32_t i = 0; i < files->list.count; i++)
        if (below(files->list.data[i].path, path))
            return true;
    return false;
}

static tlb_path_kind kind(void *user, const char *path)
{
    virtual_files *files = ask(user, path);
    return find(files, path) ? TLB_PATH_FILE : is_folder(files, path) ? TLB_PATH_FOLDER : TLB_PATH_NONE;
}

static tlb_status size_of(void *user, const char *path, uint64_t *size)
{
    virtual_files *files = ask(user, path);
    const virtual_file *file = find(files, path);
    if (files->failure || !file)
        return files->failure ? files->failure : TLB_NOT_FOUND;
    *size = file->bytes.size;
    return TLB_OK;
}

static tlb_status read_part(void *user, const char *path, uint64_t offset, void *data, size_t size)
{
    virtual_files *files = ask(user, path);
    const virtual_file *file = find(files, path);
    if (files->failure || !file)
        return files->failure ? files->failure : TLB_NOT_FOUND;
    if (offset > file->bytes.size || size > file->bytes.size - offset)
        return TLB_READ_FAILED;
    memcpy(data, file->bytes.data + offset, size);
    return TLB_OK;
}

/* Whether a file before it has the same name in this folder. */
static bool is_listed(const virtual_files *files, const char *folder, uint32_t count, const char *name,
                      size_t size)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *other = below(files->list.data[i].path, folder);
        if (other && strncmp(other, name, size) == 0 && (!other[size] || other[size] == '/'))
            return true;
    }
    return false;
}

static tlb_status list(void *user, const char *path, tlb_entry_sink entries)
{
    virtual_files *files = ask(user, path);
    if (files->failure || !is_folder(files, path))
        return files->failure ? files->failure : TLB_NOT_FOUND;
    for (uint32_t i = 0; i < files->list.count; i++) {
        const char *name = below(files->list.data[i].path, path);
        size_t size = name ? strcspn(name, "/") : 0;
        char copy[256] = {0};
        if (!size || is_listed(files, path, i, name, size))
            continue;
        memcpy(copy, name, size);
        if (!entries.add(entries.user, copy, name[size] ? TLB_PATH_FOLDER : TLB_PATH_FILE))
            break;
    }
    return TLB_OK;
}

static const void *map(void *user, const char *path, size_t *size)
{
    virtual_files *files = ask(user, path);
    const virtual_file *file = files->lends ? find(files, path) : NULL;
    files->lent += file != NULL;
    *size = file ? file->bytes.size : 0;
    return file ? file->bytes.data : NULL;
}

static void unmap(void *user, const void *data, size_t size)
{
    virtual_files *files = user;
    for (uint32_t i = 0; i < files->list.count; i++)
        if (files->list.data[i].bytes.data == data && files->list.data[i].bytes.size == size) {
            files->lent--;
            return;
        }
    abort();
}

tlb_file_system virtual_file_system(virtual_files *files)
{
    return (tlb_file_system){kind, size_of, read_part, list, map, unmap, files};
}

void virtual_add(tlb_arena *arena, virtual_files *files, const char *path, tlb_bytes bytes)
{
    virtual_file *file = TLB_PUSH(arena, &files->list);
    if (!file)
        abort();
    *file = (virtual_file){tlb_arena_printf(arena, "%s", path), bytes};
}

void virtual_add_text(tlb_arena *arena, virtual_files *files, const char *path, const char *text)
{
    virtual_add(arena, files, path, (tlb_bytes){(const uint8_t *)text, strlen(text)});
}
