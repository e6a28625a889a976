/* The rules of a .bbg: what makebgf refuses, ignores and takes differently. */
#include "core/checker.h"

#include "base/text.h"
#include "formats/meridian/bbg/bbg.h"
#include "image/image.h"

/* --- options ------------------------------------------------------------------------------------------ */

static bool read_shrink(tlb_text value, int32_t *shrink)
{
    const char *end = value.data + value.size;
    return value.size && words_read_i32(value.data, end, shrink) == end;
}

bbg_settings tlb_bbg_settings_of(const tlb_bbg *bbg)
{
    bbg_settings settings = {.shrink = 1};
    for (uint32_t i = 0; i < bbg->options.count; i++) {
        const tlb_bbg_option *x = &bbg->options.data[i];
        int32_t shrink;
        switch (bbg_letter(x->option)) {
        case 's':
            settings.shrink = read_shrink(x->value, &shrink) && shrink ? (uint32_t)shrink : 1;
            break;
        case 'n':
            settings.name = x->value;
            settings.name.size = x->value.size < BBG_NAME ? x->value.size : BBG_NAME;
            break;
        case 'r':
            settings.rotates = true;
            break;
        case 'x':
            settings.is_raw = true;
            break;
        default:
            break;
        }
    }
    return settings;
}

static void check_options(tlb_checker *c, const tlb_bbg *bbg)
{
    for (uint32_t i = 0; i < bbg->options.count; i++) {
        const tlb_bbg_option *x = &bbg->options.data[i];
        char letter = bbg_letter(x->option);
        int32_t shrink;
        if (!letter || !strchr("onsrx", letter))
            TLB_FIND(c, BBG_OPTION, tlb_at(c, "options[%u].option", i), "\"%.*s\" is unknown and ignored",
                     (int)(x->option.size < 40 ? x->option.size : 40), x->option.data);
        else if (letter == 's' && (!read_shrink(x->value, &shrink) || shrink < 1))
            TLB_FIND(c, BBG_OPTION, tlb_at(c, "options[%u].value", i),
                     "\"%.*s\", expected a number of pixels from 1 on",
                     (int)(x->value.size < 40 ? x->value.size : 40), x->value.data);
        else if (letter == 'n' && x->value.size > BBG_NAME)
            TLB_FIND(c, BBG_OPTION, tlb_at(c, "options[%u].value", i),
                     "a name of %u bytes, of which %u are kept", x->value.size, (unsigned)BBG_NAME);
    }
}

/* --- what is refused ------------------------------------------------------------------------------------ */

static bool check_bitmaps(tlb_checker *c, const tlb_bbg *bbg)
{
    bool valid = bbg->bitmaps.count != 0;
    if (!valid)
        TLB_FIND(c, BBG_COUNT, "numBitmaps", "0 bitmaps, expected at least 1");
    for (uint32_t i = 0; i < bbg->bitmaps.count; i++)
        for (uint32_t k = 0; k < bbg->bitmaps.data[i].hotspots.count; k++) {
            int32_t number = bbg->bitmaps.data[i].hotspots.data[k].number;
            if (number && number >= INT8_MIN && number <= INT8_MAX)
                continue;
            valid = false;
            TLB_FIND(c, BBG_HOTSPOT, tlb_at(c, "bitmaps[%u].hotspots[%u].number", i, k),
                     "%d, expected -128 to 127 and not 0", number);
        }
    return valid;
}

static bool check_groups(tlb_checker *c, const tlb_bbg *bbg)
{
    bool valid = true;
    for (uint32_t i = 0; i < bbg->groups.count; i++) {
        const tlb_bbg_group *group = &bbg->groups.data[i];
        if (!group->indices.count) {
            valid = false;
            TLB_FIND(c, BBG_COUNT, tlb_at(c, "groups[%u]", i), "0 indices, expected at least 1");
        }
        for (uint32_t k = 0; k < group->indices.count; k++) {
            int32_t index = group->indices.data[k];
            if (index >= 0 && (uint32_t)index <= bbg->bitmaps.count)
                continue;
            valid = false;
            TLB_FIND(c, BBG_INDEX, tlb_at(c, "groups[%u].indices[%u]", i, k),
                     "index %d, expected 1 to %u (number of bitmaps), or 0 for none", index,
                     bbg->bitmaps.count);
        }
    }
    return valid;
}

static bool check_what_is_refused(tlb_checker *c, const tlb_bbg *bbg)
{
    bool has_bitmaps = check_bitmaps(c, bbg);
    return check_groups(c, bbg) && has_bitmaps;
}

tlb_status tlb_bbg_require_valid(tlb_context *context, const tlb_bbg *bbg)
{
    tlb_checker c = tlb_checker_start(context, bbg);
    bool valid = check_what_is_refused(&c, bbg);
    tlb_status status = tlb_checker_end(&c);
    return valid ? status : TLB_INVALID;
}

/* --- the text ------------------------------------------------------------------------------------------- */

static void check_lines(tlb_checker *c, tlb_bytes text)
{
    uint32_t line = 1;
    for (size_t from = 0, at = 0; at <= text.size; at++)
        if (at == text.size || text.data[at] == '\n') {
            size_t length = at - from - (at > from && text.data[at - 1] == '\r');
            if (length > BBG_MOST_LINE)
                TLB_FIND(c, BBG_LIMIT, NULL,
                         "line %u has %llu bytes; makebgf takes what follows the first %u as another line",
                         line, (unsigned long long)length, (unsigned)BBG_MOST_LINE);
            from = at + 1;
            line++;
        }
}

static void check_words(tlb_checker *c, tlb_bytes text, tlb_text tail)
{
    tlb_words t;
    uint32_t count = 0;
    tlb_words_init(&t, NULL, text, BBG_COMMENT);
    t.whole_lines = true;
    for (; tlb_bbg_next(&t); count++)
        t.at += tlb_words_peek(&t).size;
    if (count > BBG_MOST_WORDS)
        TLB_FIND(c, BBG_LIMIT, NULL, "%u words, of which makebgf reads %u", count, (unsigned)BBG_MOST_WORDS);
    t.at = t.end - tail.size;
    if (tlb_bbg_next(&t)) {
        tlb_text word = tlb_words_peek(&t);
        TLB_FIND(c, BBG_EXTRA, "tail", "\"%.*s\" and what follows it is ignored",
                 (int)(word.size < 40 ? word.size : 40), word.data);
    }
}

static void check_text(tlb_checker *c, const bbg_root *root)
{
    tlb_buffer text = {.account = c->context->account};
    tlb_status status = tlb_bbg_write_text(c->context, root, &text);
    if (!status && text.status)
        status = tlb_report_failure(c->context, text.status);
    tlb_bytes bytes = {text.data, text.size};
    if (!status) {
        check_lines(c, bytes);
        check_words(c, bytes, root->bbg.tail);
    } else if (status != TLB_INVALID && !c->status)
        c->status = status;
    tlb_buffer_free(&text);
}

/* --- all ------------------------------------------------------------------------------------------------ */

tlb_status tlb_bbg_check(tlb_document *document)
{
    const bbg_root *root = document->root;
    const tlb_bbg *bbg = &root->bbg;
    tlb_checker c = tlb_checker_start(document->context, root);
    c.assets = document->assets;
    check_options(&c, bbg);
    check_what_is_refused(&c, bbg);
    for (uint32_t i = 0; i < bbg->bitmaps.count; i++) {
        const char *file =
            tlb_copy_text(&c.arena, bbg->bitmaps.data[i].file.data, bbg->bitmaps.data[i].file.size).data;
        if (file)
            tlb_check_file(&c, "picture", file, NULL, tlb_at(&c, "bitmaps[%u].file", i));
    }
    check_text(&c, root);
    return tlb_checker_end(&c);
}
