/* Members of archives: those that a pattern names ("x.vol/q*.dts", or after the archive's name), and the
 * archive that stays open for them. */
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

/* Reading all of them would take hours. */
static exit_code refuse_bomb(const options *o, tlb_document *archive, const char *pattern,
                             tlb_members members)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < members.count; i++)
        size += tlb_member_matches(pattern, members.data[i].name) ? members.data[i].size : 0;
    if (!tlb_archive_is_bomb(archive, size))
        return EXIT_DONE;
    tlb_report(
        tlb_document_context(archive), TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
        "the members that \"%s\" matches unpack to %llu bytes, more than 100 times the archive; name those "
        "that are wanted",
        pattern, (unsigned long long)size);
    report_diagnostics(o, o->context);
    tlb_diagnostics_clear(o->context);
    return EXIT_INPUT;
}

/* A word that gives none stays as it is, to be reported when it is opened. */
static exit_code add_members(options *o, word_list *list, const char *word, const char *path,
                             const char *pattern)
{
    tlb_document *archive;
    tlb_members members = {0};
    size_t before = list->count;
    if (!tlb_open_path(o->context, path, NULL, &archive))
        tlb_archive_list(archive, &members);
    exit_code code = refuse_bomb(o, archive, pattern, members);
    for (uint32_t i = 0; i < members.count && !code; i++)
        if (tlb_member_matches(pattern, members.data[i].name))
            add_word(list, member_path(o, path, archive, members, i));
    tlb_document_free(archive);
    tlb_diagnostics_clear(o->context);
    if (list->count == before && !code)
        add_word(list, word);
    else
        o->listed = true;
    return code;
}

static exit_code expand(options *o, word_list *list, const char *word)
{
    const char *archive, *pattern;
    bool wild = strpbrk(word, "*?") && tlb_path_kind_of(o->context, word) == TLB_PATH_NONE;
    if (wild && tlb_path_split(o->context, o->arena, word, &archive, &pattern))
        return add_members(o, list, word, archive, pattern);
    add_word(list, word);
    return EXIT_DONE;
}

exit_code expand_members(options *o, const command *c)
{
    size_t first = c->bit == IN_PACK, end = o->word_count - (c->bit == IN_CONVERT);
    word_list list = {0};
    exit_code code = EXIT_DONE;
    if (!(c->bit & TAKES_MANY) || !o->arena)
        return code;
    for (size_t i = 0; i < o->word_count; i++)
        if (i >= first && i < end) {
            exit_code of_word = expand(o, &list, o->words[i]);
            code = of_word > code ? of_word : code;
        } else
            add_word(&list, o->words[i]);
    free(o->words);
    o->input_count += list.count - o->word_count;
    o->words = list.data;
    o->word_count = list.count;
    return code;
}

/* --- opening ------------------------------------------------------------------------------------------ */

void close_archive(worker *w)
{
    tlb_document_free(w->archive);
    tlb_context_free(w->context);
    w->archive = NULL;
    w->context = NULL;
}

/* The archive of this path; NULL: it cannot be opened. */
static tlb_document *keep(worker *w, const char *path)
{
    if (w->archive && strcmp(tlb_document_name(w->archive), path) == 0)
        return w->archive;
    close_archive(w);
    w->context = create_context();
    if (w->context && tlb_open_path(w->context, path, NULL, &w->archive))
        close_archive(w);
    return w->archive;
}

tlb_status open_job(job *j, tlb_document **document)
{
    const char *path, *name;
    bool inside = tlb_path_kind_of(j->context, j->path) == TLB_PATH_NONE &&
                  tlb_path_split(j->context, j->arena, j->path, &path, &name);
    tlb_document *archive = inside ? keep(j->worker, path) : NULL;
    return archive ? tlb_archive_open(archive, name, j->context, j->options->from, document)
                   : tlb_open_path(j->context, j->path, j->options->from, document);
}

/* --- patterns after the archive ----------------------------------------------------------------------- */

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
