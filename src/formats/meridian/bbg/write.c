/* .bbg as text: each record as it was spelled, as far as that still holds, else a line of its own. */
#include "formats/meridian/bbg/bbg.h"

#include <stdio.h>
#include <string.h>

void tlb_bbg_speller_init(tlb_speller *s, tlb_context *context, const bbg_root *root)
{
    tlb_speller_init(s, context, &root->spellings, BBG_COMMENT);
    s->words.whole_lines = true;
    s->words.user = root->scratch;
    s->shares_lines = s->keeps_apart = true;
    s->line = root->bbg.crlf ? "\r\n" : "\n";
}

/* --- what can be written -------------------------------------------------------------------------------- */

static bool is_word(tlb_text text)
{
    for (uint32_t i = 0; i < text.size; i++)
        if (words_blank(text.data[i]) || strchr("\r\n", text.data[i]))
            return false;
    return text.size != 0 && *text.data != *BBG_COMMENT && !(text.size == 1 && *text.data == '\\');
}

static tlb_status refuse(tlb_context *context, const char *list, uint32_t index, const char *field,
                         tlb_text text)
{
    char path[64];
    snprintf(path, sizeof path, "%s[%u].%s", list, index, field);
    tlb_report(context, TLB_CODE_BBG_WORD, TLB_NO_OFFSET, path,
               "\"%.*s\" cannot be written as one word of a command file",
               (int)(text.size < 80 ? text.size : 80), text.data ? text.data : "");
    return TLB_INVALID;
}

static tlb_status refuse_count(tlb_context *context, const char *list, uint32_t index, const char *field,
                               uint32_t count, unsigned most)
{
    char path[64];
    snprintf(path, sizeof path, "%s[%u].%s", list, index, field);
    tlb_report(context, TLB_CODE_BBG_LIMIT, TLB_NO_OFFSET, path, "%u, expected at most %u", count, most);
    return TLB_INVALID;
}

static tlb_status require_writable(tlb_context *context, const tlb_bbg *bbg)
{
    for (uint32_t i = 0; i < bbg->options.count; i++) {
        const tlb_bbg_option *x = &bbg->options.data[i];
        if (!is_word(x->option) || *x->option.data != '-')
            return refuse(context, "options", i, "option", x->option);
        if (bbg_has_value(x->option) ? !is_word(x->value) : x->value.size != 0)
            return refuse(context, "options", i, "value", x->value);
    }
    for (uint32_t i = 0; i < bbg->bitmaps.count; i++) {
        const tlb_bbg_bitmap *x = &bbg->bitmaps.data[i];
        if (!is_word(x->file) || *x->file.data == '[' || *x->file.data == ':')
            return refuse(context, "bitmaps", i, "file", x->file);
        if (x->hotspots.count > BBG_MOST_HOTSPOTS)
            return refuse_count(context, "bitmaps", i, "hotspots", x->hotspots.count, BBG_MOST_HOTSPOTS);
    }
    for (uint32_t i = 0; i < bbg->groups.count; i++)
        if (bbg->groups.data[i].indices.count > BBG_MOST_WORDS)
            return refuse_count(context, "groups", i, "indices", bbg->groups.data[i].indices.count,
                                BBG_MOST_WORDS);
    return TLB_OK;
}

/* --- the text ------------------------------------------------------------------------------------------- */

tlb_status tlb_bbg_write_text(tlb_context *context, const bbg_root *root, tlb_buffer *out)
{
    const tlb_bbg *bbg = &root->bbg;
    tlb_speller s;
    tlb_status status = require_writable(context, bbg);
    if (status)
        return status;
    tlb_bbg_speller_init(&s, context, root);
    s.out = out;
    for (uint32_t i = 0; i < bbg->options.count; i++)
        tlb_spell(&s, &tlb_bbg_option_kind, &bbg->options.data[i], bbg->options.data[i].spelling);
    tlb_spell(&s, &tlb_bbg_bitmaps_kind, &(bbg_count){bbg->bitmaps.count}, bbg->numBitmaps);
    for (uint32_t i = 0; i < bbg->bitmaps.count; i++)
        tlb_spell(&s, &tlb_bbg_bitmap_kind, &bbg->bitmaps.data[i], bbg->bitmaps.data[i].spelling);
    tlb_spell(&s, &tlb_bbg_groups_kind, &(bbg_count){bbg->groups.count}, bbg->numGroups);
    for (uint32_t i = 0; i < bbg->groups.count; i++)
        tlb_spell(&s, &tlb_bbg_group_kind, &bbg->groups.data[i], bbg->groups.data[i].spelling);
    tlb_spell_end(&s, bbg->tail);
    return s.reader.status;
}
