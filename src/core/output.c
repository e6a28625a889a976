#include "core/output.h"

#include "base/text.h"

#include <string.h>

typedef struct output_file {
    const char *name;
    tlb_buffer *buffer;
} output_file;

/* The public struct comes first: a tlb_files is a tlb_output. */
struct tlb_output {
    tlb_files files;
    tlb_arena arena;
    const char *name, *stem;
    TLB_LIST(output_file) list;
};

tlb_output *tlb_output_create(tlb_context *context, const char *name)
{
    tlb_output *output = tlb_allocate(context->account, sizeof *output, NULL);
    if (!output)
        return NULL;
    *output = (tlb_output){0};
    tlb_arena_init(&output->arena, context->account);
    const char *base = tlb_path_base(name);
    output->name = tlb_copy_text(&output->arena, base, strlen(base)).data;
    output->stem = tlb_copy_text(&output->arena, base, tlb_path_stem(name)).data;
    if (output->name && output->stem)
        return output;
    tlb_files_free(&output->files);
    return NULL;
}

tlb_buffer *tlb_output_file(tlb_output *output, const char *name)
{
    tlb_buffer *buffer = tlb_alloc(&output->arena, sizeof *buffer);
    const char *copy = tlb_copy_text(&output->arena, name, strlen(name)).data;
    output_file *file = buffer && copy ? TLB_PUSH(&output->arena, &output->list) : NULL;
    if (!file)
        return NULL;
    *buffer = (tlb_buffer){.account = output->arena.account};
    *file = (output_file){copy, buffer};
    return buffer;
}

tlb_status tlb_report_output(tlb_context *context, const tlb_output *output, const tlb_arena *work)
{
    tlb_status failure = output->arena.failure;
    for (uint32_t i = 0; i < output->list.count && !failure; i++)
        failure = output->list.data[i].buffer->status;
    return failure ? tlb_report_failure(context, failure) : tlb_report_memory(context, work);
}

const char *tlb_output_name(const tlb_output *output)
{
    return output->name;
}

const char *tlb_output_stem(const tlb_output *output)
{
    return output->stem;
}

static tlb_status hand_over(tlb_context *context, tlb_output *output)
{
    tlb_files *files = &output->files;
    files->data = tlb_alloc_array(&output->arena, output->list.count, sizeof *files->data);
    if (!files->data)
        return tlb_report_memory(context, &output->arena);
    for (uint32_t i = 0; i < output->list.count; i++) {
        const output_file *file = &output->list.data[i];
        if (file->buffer->status)
            return tlb_report_failure(context, file->buffer->status);
        files->data[files->count++] = (tlb_file){file->name, {file->buffer->data, file->buffer->size}};
    }
    return TLB_OK;
}

tlb_status tlb_output_finish(tlb_context *context, tlb_output *output, tlb_status status, tlb_files **files)
{
    if (!status)
        status = hand_over(context, output);
    if (status)
        tlb_files_free(&output->files);
    *files = status ? NULL : &output->files;
    return status;
}

void tlb_files_free(tlb_files *files)
{
    if (!files)
        return;
    tlb_output *output = (tlb_output *)files;
    for (uint32_t i = 0; i < output->list.count; i++)
        tlb_buffer_free(output->list.data[i].buffer);
    tlb_account *account = output->arena.account;
    tlb_arena_release(&output->arena);
    tlb_release(account, output, sizeof *output);
}
