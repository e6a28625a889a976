/* The files of the page's contexts: those that were dropped on it. A file that the library maps, a volume, is
 * in memory once, however many documents have it open: the members of one that is open cost nothing more. */
#include "page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "imports.h"

static tlb_path_kind kind(void *user, const char *path)
{
    (void)user;
    return (tlb_path_kind)page_look(path);
}

static tlb_status size_of(void *user, const char *path, uint64_t *size)
{
    (void)user;
    if (page_look(path) == TLB_PATH_NONE)
        return TLB_NOT_FOUND;
    double found = page_size(path);
    if (found < 0)
        return TLB_READ_FAILED;
    *size = (uint64_t)found;
    return TLB_OK;
}

static tlb_status read_part(void *user, const char *path, uint64_t offset, void *data, size_t size)
{
    (void)user;
    return page_read(path, (double)offset, data, size) ? TLB_OK : TLB_READ_FAILED;
}

static tlb_status list(void *user, const char *path, tlb_entry_sink entries)
{
    (void)user;
    if (page_look(path) != TLB_PATH_FOLDER)
        return TLB_NOT_FOUND;
    char *lines = page_list(path);
    if (!lines)
        return TLB_NO_MEMORY;
    bool accepts = true;
    for (char *line = lines, *end; accepts && (end = strchr(line, '\n')); line = end + 1) {
        bool is_folder = end > line && end[-1] == '/';
        end[is_folder ? -1 : 0] = 0;
        accepts = entries.add(entries.user, line, is_folder ? TLB_PATH_FOLDER : TLB_PATH_FILE);
    }
    free(lines);
    return TLB_OK;
}

/* --- files that are mapped --------------------------------------------------------------------------- */

typedef struct view {
    struct view *next;
    char *path;
    uint8_t *data;
    size_t size;
    uint32_t users;
} view;

static view *views;

static view *find_view(const char *path)
{
    view *v = views;
    while (v && strcmp(v->path, path) != 0)
        v = v->next;
    return v;
}

static void free_view(view *v)
{
    free(v->data);
    free(v->path);
    free(v);
}

/* NULL: the library reads it for itself, and says what fails. */
static view *make_view(const char *path)
{
    double size = page_look(path) == TLB_PATH_FILE ? page_size(path) : -1;
    view *made = size > 0 && size <= INT32_MAX ? calloc(1, sizeof *made) : NULL;
    if (!made)
        return NULL;
    *made = (view){.next = views, .path = strdup(path), .data = malloc((size_t)size), .size = (size_t)size};
    if (made->path && made->data && page_read(path, 0, made->data, made->size))
        return views = made;
    free_view(made);
    return NULL;
}

static const void *map(void *user, const char *path, size_t *size)
{
    (void)user;
    view *v = find_view(path);
    if (!v && !(v = make_view(path)))
        return NULL;
    v->users++;
    *size = v->size;
    return v->data;
}

static void unmap(void *user, const void *data, size_t size)
{
    view **place = &views;
    (void)user, (void)size;
    while ((*place)->data != data)
        place = &(*place)->next;
    view *v = *place;
    if (--v->users)
        return;
    *place = v->next;
    free_view(v);
}

const tlb_file_system page_files = {kind, size_of, read_part, list, map, unmap, NULL};
