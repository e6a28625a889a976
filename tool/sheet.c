/* Several inputs into one picture. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

typedef struct sheet {
    tlb_sheet_entry *entries;
    tlb_convert_options options; /* with the size of tiles */
    const tlb_format *to;
} sheet;

/* The job's picture outlives its context. */
static bool keep(tlb_sheet_entry *entry, tlb_bytes file)
{
    uint8_t *copy = malloc(file.size);
    if (!copy)
        return false;
    memcpy(copy, file.data, file.size);
    entry->picture.data = copy;
    entry->picture.size = file.size;
    return true;
}

static exit_code draw_tile(job *j)
{
    sheet *s = j->user;
    tlb_sheet_entry *entry = &s->entries[j->index];
    tlb_document *document;
    tlb_files *files = NULL;
    entry->name = tlb_path_base(j->path);
    tlb_status status = open_job(j, &document);
    if (!status)
        status = convert_in_memory(j, document, s->to, "tile.png", &s->options, &files);
    bool kept = status || keep(entry, files->data[0].bytes);
    tlb_files_free(files);
    tlb_document_free(document);
    return kept ? exit_code_of(status) : EXIT_INTERNAL;
}

static exit_code look_first(job *j)
{
    return may_write(j, j->path) ? EXIT_DONE : EXIT_OUTPUT;
}

/* A job of its own, so that what it reports is printed like that of the others. */
static exit_code put_together(job *j)
{
    const sheet *s = j->user;
    tlb_file_writer writer;
    tlb_status status = tlb_file_create(j->context, j->path, j->options->force, &writer);
    if (status)
        return exit_code_of(status);
    status = tlb_sheet_draw(j->context, s->entries, j->options->word_count - 1,
                            (tlb_sheet_size){s->options.size.width, s->options.size.height},
                            (tlb_sink){tlb_file_write, &writer});
    tlb_status closed = tlb_file_close(&writer, !status);
    return exit_code_of(status ? status : closed);
}

exit_code run_sheet(const options *o, const tlb_format *to)
{
    size_t count = o->word_count - 1;
    sheet s = {.to = to, .options = o->convert, .entries = calloc(count, sizeof *s.entries)};
    if (!s.entries)
        return EXIT_INTERNAL;
    if (!s.options.size.width)
        s.options.size = (tlb_size_option){256, 192};
    const char *const *out = o->words + count;
    exit_code code = run_jobs(o, out, 1, look_first, NULL, &s);
    if (code == EXIT_DONE) {
        code = run_jobs(o, o->words, count, draw_tile, NULL, &s);
        exit_code written = run_jobs(o, out, 1, put_together, NULL, &s);
        code = written > code ? written : code;
    }
    for (size_t i = 0; i < count; i++)
        free((void *)s.entries[i].picture.data);
    free(s.entries);
    return code;
}
