/* The files of a conversion, saved as one: all of them, or none. */
#include "core/output.h"
#include "base/argument.h"

#include "base/text.h"

#include <string.h>

/* A file on its way to its place. */
typedef struct saving {
    tlb_file_writer *writer; /* NULL once the file has its place */
    const char *path;
    const char *aside; /* the other name of the file that it replaces; NULL: none needs to come back */
    bool placed;
    bool direct; /* a pipe or a device */
} saving;

typedef struct transaction {
    tlb_context *context;
    tlb_arena arena;
    saving *list;
    uint32_t count;
    bool replace;
} transaction;

static const char *path_in(transaction *t, const char *folder, const char *name)
{
    size_t size = strlen(folder);
    const char *separator = size && !tlb_is_separator(folder[size - 1]) ? "/" : "";
    return tlb_arena_printf(&t->arena, "%s%s%s", folder, separator, name);
}

/* Under a temporary name, closed: a set may have more files than may be open. */
static tlb_status write_one(transaction *t, const tlb_file *file, const char *folder, saving *s)
{
    if (!*file->name || tlb_path_base(file->name) != file->name) {
        tlb_report(t->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "\"%s\" is not a file name without folders", file->name);
        return TLB_ARGUMENT;
    }
    const char *path = path_in(t, folder, file->name);
    if (!path)
        return tlb_report_memory(t->context, &t->arena);
    tlb_status status = tlb_file_create(t->context, path, t->replace, &s->writer);
    if (status)
        return status;
    s->path = tlb_arena_printf(&t->arena, "%s", tlb_file_target(s->writer));
    if (!s->path)
        return tlb_report_memory(t->context, &t->arena);
    s->direct = tlb_file_is_direct(s->writer);
    tlb_file_write(s->writer, file->bytes.data, file->bytes.size);
    return tlb_file_finish(s->writer);
}

static tlb_status place_one(transaction *t, saving *s, bool is_last)
{
    if (t->replace && !is_last && !s->direct) {
        tlb_status status = tlb_file_set_aside(t->context, &t->arena, s->path, &s->aside);
        if (status)
            return status;
    }
    tlb_status status = tlb_file_close(s->writer);
    s->writer = NULL;
    s->placed = !status;
    return status;
}

/* The first file is placed last: where it is, all are. */
static tlb_status save_all(transaction *t, const tlb_files *files, const char *folder)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = t->count; i-- > 0 && !status;)
        status = write_one(t, &files->data[i], folder, &t->list[i]);
    for (uint32_t i = t->count; i-- > 0 && !status;)
        status = place_one(t, &t->list[i], i == 0);
    return status;
}

/* To its own name. Where it cannot, it stays as it is, and that is said: it may be the only copy. */
static void put_back(const transaction *t, const saving *s)
{
    if (tlb_file_move(s->aside, s->path, true))
        tlb_file_remove(s->aside); /* left where both are names of the same file */
    else
        tlb_report(t->context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL,
                   "%s: the file that was to be replaced cannot be put back; it is kept as %s", s->path,
                   s->aside);
}

/* What was replaced comes back, what is new goes. */
static void undo(const transaction *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        saving *s = &t->list[i];
        tlb_file_abandon(s->writer);
        if (s->aside)
            put_back(t, s);
        else if (s->placed && !s->direct)
            tlb_file_remove(s->path);
    }
}

static void forget_replaced(const transaction *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].aside)
            tlb_file_remove(t->list[i].aside);
}

tlb_status tlb_files_save(tlb_context *context, const tlb_files *files, const char *folder, bool replace)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, files);
    for (uint32_t i = 0; i < files->count; i++) {
        TLB_REQUIRE(context, files->data[i].name);
        TLB_REQUIRE_LIST(context, files->data[i].bytes.data, files->data[i].bytes.size);
    }
    transaction t = {.context = context, .count = files->count, .replace = replace};
    tlb_arena_init(&t.arena, context->account);
    t.list = tlb_zalloc_array(&t.arena, files->count, sizeof *t.list);
    tlb_status status =
        t.list ? save_all(&t, files, folder ? folder : "") : tlb_report_memory(context, &t.arena);
    if (t.list)
        (status ? undo : forget_replaced)(&t);
    tlb_arena_release(&t.arena);
    return tlb_final_status(context, status);
}
