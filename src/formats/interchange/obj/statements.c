/* The statements of OBJ, and the lists that hold their arguments. */
#include "formats/interchange/obj/obj.h"

#include "base/range.h"
#include "base/text.h"

#define WORD(word)  word, sizeof word - 1
#define LIST(field) offsetof(tlb_obj, field), sizeof *((tlb_obj *)0)->field.data

const obj_statement tlb_obj_statements[TLB_OBJ_WORDS] = {
    [TLB_OBJ_V] = {WORD("v"), "values", OBJ_VECTOR, 3, TLB_OBJ_NUMBERS, LIST(v)},
    [TLB_OBJ_VT] = {WORD("vt"), "values", OBJ_VECTOR, 1, 3, LIST(vt)},
    [TLB_OBJ_VN] = {WORD("vn"), "values", OBJ_VECTOR, 3, 3, LIST(vn)},
    [TLB_OBJ_VP] = {WORD("vp"), "values", OBJ_VECTOR, 1, 3, LIST(vp)},
    [TLB_OBJ_F] = {WORD("f"), "corners", OBJ_ELEMENT, 0, 0, LIST(f)},
    [TLB_OBJ_L] = {WORD("l"), "corners", OBJ_ELEMENT, 0, 0, LIST(l)},
    [TLB_OBJ_P] = {WORD("p"), "corners", OBJ_ELEMENT, 0, 0, LIST(p)},
    [TLB_OBJ_O] = {WORD("o"), "name", OBJ_TEXT, 0, 0, LIST(o)},
    [TLB_OBJ_G] = {WORD("g"), "names", OBJ_TEXT, 0, 0, LIST(g)},
    [TLB_OBJ_S] = {WORD("s"), "group", OBJ_NUMBER, 0, 0, LIST(s)},
    [TLB_OBJ_USEMTL] = {WORD("usemtl"), "name", OBJ_TEXT, 0, 0, LIST(usemtl)},
    [TLB_OBJ_MTLLIB] = {WORD("mtllib"), "files", OBJ_TEXT, 0, 0, LIST(mtllib)},
    [TLB_OBJ_OTHER] = {WORD(""), "line", OBJ_LINE, 0, 0, LIST(other)},
};

const char *tlb_obj_word_text(tlb_obj_word word)
{
    return (unsigned)word < TLB_OBJ_WORDS ? tlb_obj_statements[word].word : "";
}

/* --- lists ------------------------------------------------------------------------------------------- */

static tlb_any_array list_of(const tlb_obj *obj, uint32_t word)
{
    return tlb_any_array_at((const char *)obj + tlb_obj_statements[word].list);
}

static uint32_t more_of(uint32_t word, uint32_t given)
{
    return word == TLB_OBJ_V && given > 3 ? given - 3 : 0;
}

bool tlb_obj_next(obj_cursor *c, obj_line *line)
{
    const tlb_obj *obj = c->obj;
    if (c->statement == obj->statement_count)
        return false;
    uint32_t given = obj->given[c->statement], word = obj->words[c->statement++], more = more_of(word, given);
    const obj_statement *statement = &tlb_obj_statements[word];
    line->word = word;
    line->given = given;
    line->corners = NULL;
    memcpy(&line->as, tlb_any_array_data(list_of(obj, word)) + c->next[word]++ * statement->size,
           statement->size);
    if (more) {
        memcpy(line->as.vector + 3, obj->more.data + c->more, more * sizeof(float));
        c->more += more;
    }
    if (statement->kind == OBJ_ELEMENT)
        line->corners = line->as.span.count ? obj->corners.data + line->as.span.first : obj->corners.data;
    return true;
}

static tlb_status refuse(tlb_context *context, const char *word, const char *why)
{
    tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "statements", "%s: %s", word, why);
    return TLB_INVALID;
}

static bool spans_fit(const tlb_obj *obj, uint32_t word)
{
    tlb_any_array from = list_of(obj, word);
    const tlb_obj_span *spans = (const void *)tlb_any_array_data(from);
    for (uint32_t i = 0; i < *from.count; i++)
        if (spans[i].count && !tlb_within(spans[i].first, spans[i].count, obj->corners.count))
            return false;
    return true;
}

tlb_status tlb_obj_check_whole(tlb_context *context, const tlb_obj *obj)
{
    uint32_t counts[TLB_OBJ_WORDS] = {0};
    uint64_t more = 0;
    for (uint32_t i = 0; i < obj->statement_count; i++) {
        uint32_t word = obj->words[i];
        if (word >= TLB_OBJ_WORDS)
            return refuse(context, "words", "unknown statement");
        counts[word]++;
        more += more_of(word, obj->given[i]);
        const obj_statement *statement = &tlb_obj_statements[word];
        if (statement->kind == OBJ_VECTOR &&
            (obj->given[i] < statement->least || obj->given[i] > statement->most))
            return refuse(context, statement->word, "the number of its numbers is impossible");
    }
    if (more != obj->more.count)
        return refuse(context, "v", "the length of `more` and the numbers given differ");
    for (uint32_t word = 0; word < TLB_OBJ_WORDS; word++) {
        const obj_statement *statement = &tlb_obj_statements[word];
        if (*list_of(obj, word).count != counts[word])
            return refuse(context, statement->word, "the lengths of its list and of its statements differ");
        if (statement->kind == OBJ_ELEMENT && !spans_fit(obj, word))
            return refuse(context, statement->word, "a span exceeds its list");
    }
    return TLB_OK;
}

/* --- growing ----------------------------------------------------------------------------------------- */

static bool add_more(obj_reader *r, const obj_line *line)
{
    tlb_obj *obj = r->obj;
    uint32_t more = more_of(line->word, line->given);
    if (!more)
        return true;
    if (!tlb_growth_reserve(&r->growth, &obj->more.data, obj->more.count, &r->of_more, more, sizeof(float)))
        return false;
    memcpy(obj->more.data + obj->more.count, line->as.vector + 3, more * sizeof(float));
    obj->more.count += more;
    return true;
}

bool tlb_obj_add(obj_reader *r, const obj_line *line, uint32_t spelling)
{
    tlb_obj *obj = r->obj;
    const obj_statement *statement = &tlb_obj_statements[line->word];
    uint32_t n = obj->statement_count;
    tlb_any_array to = list_of(obj, line->word);
    if (!tlb_growth_reserve(&r->growth, &obj->words, n, &r->of_words, 1, sizeof *obj->words) ||
        !tlb_growth_reserve(&r->growth, &obj->given, n, &r->of_given, 1, sizeof *obj->given) ||
        !tlb_growth_reserve(&r->growth, &obj->spellings, n, &r->of_spellings, 1, sizeof *obj->spellings) ||
        !tlb_growth_reserve(&r->growth, to.pointer, *to.count, &r->of_lists[line->word], 1,
                            statement->size) ||
        !add_more(r, line))
        return false;
    memcpy(tlb_any_array_data(to) + (*to.count)++ * statement->size, &line->as, statement->size);
    obj->words[n] = (uint8_t)line->word;
    obj->given[n] = (uint8_t)line->given;
    obj->spellings[n] = spelling;
    obj->statement_count++;
    return true;
}

void tlb_obj_finish(obj_reader *r)
{
    r->obj->corners.data = r->corners.data;
    r->obj->corners.count = r->corners.count;
}

/* --- mtllib ------------------------------------------------------------------------------------------ */

static bool ends_name(tlb_text files, uint32_t end)
{
    static const char extension[] = ".mtl";
    enum { SIZE = sizeof extension - 1 };
    if (end == files.size)
        return true;
    bool same = words_blank(files.data[end]) && end >= SIZE;
    for (uint32_t i = 0; i < SIZE && same; i++)
        same = tlb_lower(files.data[end - SIZE + i]) == extension[i];
    return same;
}

bool tlb_obj_next_file(tlb_text files, uint32_t *at, tlb_text *name)
{
    while (*at < files.size && words_blank(files.data[*at]))
        ++*at;
    if (*at == files.size)
        return false;
    uint32_t end = *at + 1;
    while (!ends_name(files, end))
        end++;
    *name = (tlb_text){files.data + *at, end - *at};
    *at = end;
    return true;
}
