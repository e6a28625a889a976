#include "formats/interquake/compile/inputs.h"

#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/iqm/iqm.h"

struct iq_input {
    tlb_document *opened;    /* NULL: it is the caller's */
    tlb_document *respelled; /* as IQE, from `text` or `files`; NULL: it is IQE */
    tlb_buffer text;
    tlb_files *files;
};

tlb_status iq_open_respelled(tlb_document **document, tlb_context *context, const iq_model *model,
                             tlb_buffer *text, const char *name)
{
    tlb_status status = iq_write_iqe(model, context, text);
    if (!status && text->status)
        status = tlb_report_memory(context);
    return status ? status
                  : tlb_open_memory(document, context, text->data, text->size, name, &tlb_format_iqe);
}

/* A model joins others as the text that it can be. */
static tlb_status respell_iqm(const tlb_conversion *conversion, iq_input *in, const tlb_document *document)
{
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, &conversion->context->account);
    tlb_status status = iq_model_of_iqm(&model, conversion->context, &work, document->root);
    if (!status)
        status = iq_open_respelled(&in->respelled, conversion->context, &model, &in->text, document->name);
    tlb_arena_free(&work);
    return status;
}

/* So does a scene; its pictures are called after its file. */
static tlb_status respell_scene(const tlb_conversion *conversion, iq_input *in, tlb_document *document)
{
    tlb_context *context = conversion->context;
    const tlb_format *iqe = &tlb_format_iqe;
    const tlb_convert_options options = {.assets = conversion->assets};
    tlb_status status = TLB_OK;
    if (options.assets && document->beside)
        status = tlb_assets_add_beside(options.assets, document->beside);
    if (!status)
        status = tlb_convert(document, iqe, document->name, &options, &in->files);
    for (uint32_t i = 1; !status && i < in->files->count; i++) {
        const tlb_file *file = &in->files->data[i];
        tlb_buffer *out = tlb_output_file(conversion->output, file->name);
        if (!out)
            return tlb_report_memory(context);
        tlb_buffer_append(out, file->bytes.data, file->bytes.size);
    }
    if (status)
        return status;
    tlb_bytes text = in->files->data[0].bytes;
    return tlb_open_memory(&in->respelled, context, text.data, text.size, document->name, iqe);
}

static tlb_status add(iq_inputs *all, const tlb_conversion *conversion, tlb_document *document,
                      tlb_document *opened)
{
    iq_input *in = &all->data[all->count];
    *in = (iq_input){.opened = opened, .text = {.account = &conversion->context->account}};
    all->names[all->count++] = document->name;
    tlb_status status = TLB_OK;
    if (document->format == &tlb_format_iqm)
        status = respell_iqm(conversion, in, document);
    else if (document->format != &tlb_format_iqe)
        status = respell_scene(conversion, in, document);
    if (!status)
        all->documents[all->count - 1] = tlb_document_iqe(in->respelled ? in->respelled : document);
    return status;
}

tlb_status iq_open_inputs(iq_inputs *all, const tlb_conversion *conversion, tlb_arena *arena,
                          const iq_request *request, tlb_document *first)
{
    tlb_context *context = conversion->context;
    size_t most = (size_t)request->merge_count + 1;
    *all = (iq_inputs){.data = tlb_alloc_array(arena, most, sizeof *all->data),
                       .documents = tlb_alloc_array(arena, most, sizeof(tlb_iqe *)),
                       .names = tlb_alloc_array(arena, most, sizeof(char *))};
    if (!all->data || !all->documents || !all->names)
        return tlb_report_memory(context);
    tlb_status status = add(all, conversion, first, NULL);
    for (uint32_t i = 0; i < request->merge_count && !status; i++) {
        tlb_document *opened;
        status = tlb_open_path(&opened, context, request->merges[i], NULL);
        if (!status)
            status = add(all, conversion, opened, opened);
    }
    context->file = first->name;
    return status;
}

void iq_close_inputs(const iq_inputs *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        tlb_document_free(all->data[i].respelled);
        tlb_document_free(all->data[i].opened);
        tlb_buffer_free(&all->data[i].text);
        tlb_files_free(all->data[i].files);
    }
}
