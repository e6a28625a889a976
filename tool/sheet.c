/* Several inputs into one picture. */
#include "tool.h"

typedef struct sheet_job {
    tlb_sheet *sheet;
    const tlb_convert_options *picture; /* the options of the command line, and a size */
    const char *path;
    const tlb_format *to;
} sheet_job;

static exit_code draw_tile(job *j)
{
    const sheet_job *s = j->user;
    tlb_value *outputs, *table = begin_conversion(j, s->to, &outputs);
    tlb_document *document;
    tlb_bitmap *picture = NULL;
    tlb_status status = open_job(j, &document);
    if (!status)
        status = draw_document(j, document, s->picture, &picture);
    tlb_sheet_place(s->sheet, j->index, tlb_path_base(j->path), picture);
    tlb_bitmap_free(picture);
    tlb_document_free(document);
    if (!status)
        tlb_value_add_text(j->arena, tlb_value_add_table(j->arena, outputs, NULL), "file", s->path);
    report_conversion(j, table, status ? "failed" : "done");
    return exit_code_of(status);
}

static tlb_status write_sheet(tlb_context *context, const options *o, const char *path,
                              const tlb_sheet *sheet)
{
    tlb_file_writer *writer;
    tlb_status status = tlb_file_create(context, path, o->force, &writer);
    if (status)
        return status;
    status = tlb_sheet_write(sheet, (tlb_sink){tlb_file_write, writer});
    if (status)
        tlb_file_abandon(writer);
    else
        status = tlb_file_close(writer);
    return status;
}

/* The sheet is begun first: an output or options that cannot be cost no work. */
static exit_code make_sheet(tlb_context *context, const options *o)
{
    size_t count = o->input_count;
    const char *path = o->words[o->word_count - 1];
    tlb_convert_options picture = *tlb_options_get(o->named);
    tlb_png_write_options drawing = *TLB_OPTIONS_OF(o->named, tlb_png_write_options);
    sheet_job s = {.picture = &picture, .path = path, .to = tlb_format_by_name("png")};
    if (!may_write(&(job){.options = o, .context = context}, path))
        return EXIT_OUTPUT;
    if (!drawing.size.width)
        drawing.size = (tlb_size_option){256, 192};
    picture.to = &drawing.head;
    const tlb_sheet_options layout = {.struct_size = sizeof layout,
                                      .width = drawing.size.width,
                                      .height = drawing.size.height,
                                      .columns = (uint32_t)o->sheet_columns,
                                      .no_labels = o->no_labels};
    tlb_status status = tlb_sheet_create(context, count, &layout, &s.sheet);
    if (status)
        return exit_code_of(status);
    exit_code code = run_report_jobs(o, draw_tile, NULL, &s);
    exit_code written = code == EXIT_STOPPED ? code : exit_code_of(write_sheet(context, o, path, s.sheet));
    tlb_sheet_free(s.sheet);
    return written > code ? written : code;
}

exit_code run_sheet(const options *o)
{
    tlb_context *context = create_context();
    exit_code code = context ? make_sheet(context, o) : EXIT_INTERNAL;
    if (context)
        report_diagnostics(o, context);
    tlb_context_free(context);
    return code;
}
