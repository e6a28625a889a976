/* Words that name members of archives by a pattern: "x.vol/q*.dts", or those after an archive's name. */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What opens this member: its name, or its place where an earlier one has that name. */
static const char *member_path(options *o, const char *archive, tlb_document *document, tlb_members members,
                               uint32_t index)
{
    uint32_t found;
    const char *name = members.data[index].name;
    bool own = !tlb_archive_find(document, name, &found) && found == index;
    return own ? tlb_arena_printf(o->arena, "%s/%s", archive, name)
               : tlb_arena_printf(o->arena, "%s/#%u", archive, index);
}

/* How many words a pattern gave; a word that gave none stays as it is, to be reported when it is opened. */
static uint32_t add_members(options *o, word_list *list, const char *archive, const char *pattern)
{
    tlb_context *context = create_context();
    tlb_document *document = NULL;
    tlb_members members = {0};
    uint32_t added = 0;
    if (context && !tlb_open_path(context, archive, o->from, &document))
        tlb_archive_list(document, &members);
    for (uint32_t i = 0; i < members.count; i++)
        if (tlb_member_matches(pattern, members.data[i].name))
            added += add_word(list, member_path(o, archive, document, members, i));
    tlb_document_free(document);
    tlb_context_free(context);
    return added;
}

static void expand(options *o, word_list *list, const char *word)
{
    const char *archive, *pattern;
    bool wild = strpbrk(word, "*?") && tlb_path_kind_of(o->context, word) == TLB_PATH_NONE;
    if (!wild || !tlb_path_split(o->context, o->arena, word, &archive, &pattern) ||
        !add_members(o, list, archive, pattern))
        add_word(list, word);
    else
        o->listed = true;
}

void expand_members(options *o, const command *c)
{
    size_t first = c->bit == IN_PACK, end = o->word_count - (c->bit == IN_CONVERT);
    word_list list = {0};
    if (!(c->bit & TAKES_MANY))
        return;
    for (size_t i = 0; o->arena && i < o->word_count; i++)
        if (i >= first && i < end)
            expand(o, &list, o->words[i]);
        else
            add_word(&list, o->words[i]);
    if (!list.count) {
        free(list.data);
        return;
    }
    free(o->words);
    o->input_count += list.count - o->word_count;
    o->words = list.data;
    o->word_count = list.count;
}

/* By its name, or by its place, as "#3". */
static bool matches(const char *pattern, tlb_members members, uint32_t index)
{
    char place[16];
    snprintf(place, sizeof place, "#%u", index);
    return tlb_member_matches(pattern, members.data[index].name) || strcmp(pattern, place) == 0;
}

bool matches_patterns(const options *o, tlb_members members, uint32_t index)
{
    if (o->word_count == 1)
        return true;
    for (size_t i = 1; i < o->word_count; i++)
        if (matches(o->words[i], members, index))
            return true;
    return false;
}

exit_code report_unmatched(job *j, tlb_document *archive, tlb_members members)
{
    exit_code code = EXIT_DONE;
    for (size_t i = 1; i < j->options->word_count; i++) {
        uint32_t matching = 0;
        for (uint32_t m = 0; m < members.count; m++)
            matching += matches(j->options->words[i], members, m);
        if (matching)
            continue;
        tlb_report(tlb_document_context(archive), TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL,
                   "no member matches \"%s\"", j->options->words[i]);
        code = EXIT_INPUT;
    }
    return code;
}
