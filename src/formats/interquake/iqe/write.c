/* IQE as text: each command as it was spelled, as far as that still holds. */
#include "formats/interquake/iqe/lines.h"

#include <stdio.h>

static tlb_status refuse(tlb_context *context, uint32_t command, const char *field, tlb_text text)
{
    char path[64];
    snprintf(path, sizeof path, "commands[%u]%s%s", command, *field ? "." : "", field);
    tlb_report(context, TLB_CODE_IQE_NAME, TLB_NO_OFFSET, path, "\"%.*s\" cannot be spelled",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

/* Whether a line's end would end the text before it is over. */
static bool is_line(tlb_text text)
{
    return !text.size || (!memchr(text.data, '\n', text.size) && !memchr(text.data, '\r', text.size));
}

static tlb_status check_names(tlb_context *context, const iqe_line *x, uint32_t command)
{
    switch (iqe_commands[x->word].kind) {
    case IQE_NAME:
        return iqe_is_name(x->as.text) ? TLB_OK : refuse(context, command, "name", x->as.text);
    case IQE_JOINT:
        return iqe_is_name(x->as.joint.name) ? TLB_OK : refuse(context, command, "name", x->as.joint.name);
    case IQE_FORMAT:
        if (!iqe_is_name(x->as.vertexarray.type))
            return refuse(context, command, "type", x->as.vertexarray.type);
        if (!iqe_is_name(x->as.vertexarray.component))
            return refuse(context, command, "component", x->as.vertexarray.component);
        return iqe_is_name(x->as.vertexarray.name) ? TLB_OK
                                                   : refuse(context, command, "name", x->as.vertexarray.name);
    case IQE_LINE:
        return is_line(x->as.text) ? TLB_OK : refuse(context, command, "line", x->as.text);
    default:
        return TLB_OK;
    }
}

static tlb_status spell_commands(tlb_speller *s, tlb_context *context, const tlb_iqe *iqe)
{
    iqe_cursor cursor = {.iqe = iqe};
    iqe_line line;
    while (iqe_next(&cursor, &line)) {
        uint32_t command = cursor.command - 1;
        tlb_status status = check_names(context, &line, command);
        if (status)
            return status;
        tlb_spell(s, &iqe_line_kind, &line, iqe->spellings[command]);
    }
    return TLB_OK;
}

tlb_status iqe_write_text(tlb_context *context, const iqe_root *root, tlb_buffer *out)
{
    const tlb_iqe *iqe = &root->iqe;
    tlb_status status = iqe_check_whole(context, iqe);
    if (status)
        return status;
    tlb_speller s;
    iqe_reader reader;
    tlb_arena work;
    tlb_arena_init(&work, &context->account);
    iqe_speller_init(&s, &reader, context, root, &work);
    s.out = out;
    tlb_spell(&s, &iqe_header_kind, &(iqe_header){iqe->header}, iqe->header_spelling);
    status = spell_commands(&s, context, iqe);
    bool comment = iqe->command_count && iqe->words[iqe->command_count - 1] == TLB_IQE_COMMENT;
    tlb_spell_end(&s, comment ? iqe->comment : iqe->tail);
    tlb_arena_free(&work);
    return status ? status : s.reader.status;
}
