/* The configurations of editors in packaging/editors: their syntax, and that they know exactly the fields of
 * our own that maps of rooms have. */
#include "files.h"
#include "formats/meridian/udmf/room.h"
#include "one_context.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, NAME = 32, DEPTH = 8, BLOCKS = 4 };

typedef struct names {
    char names[MOST][NAME];
    int count;
} names;

static bool has(const names *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return true;
    return false;
}

static void add(names *list, const char *name)
{
    assert_true(list->count < MOST && strlen(name) < NAME);
    assert_false(has(list, name));
    strcpy(list->names[list->count++], name);
}

static const char *const blocks[BLOCKS] = {"linedef", "sidedef", "sector", "thing"};

/* --- what is written ------------------------------------------------------------------------------------ */

static void take_own(const tlb_buffer *text, names *list)
{
    const char *p = (const char *)text->data, *end = p + text->size;
    while (p < end) {
        const char *line = memchr(p, '\n', (size_t)(end - p)), *space = memchr(p, ' ', (size_t)(end - p));
        char name[NAME] = "";
        assert_true(line && space && space < line && space - p < NAME);
        memcpy(name, p, (size_t)(space - p));
        if (strncmp(name, "user_", 5) == 0)
            add(list, name);
        p = line + 1;
    }
}

/* Every field of a block whose values are none of those that are left out. */
static void write_block(int block, udmf_fields *f)
{
    udmf_line line = {.is_flipped = true, .has_upper = true, .upper = {1, 2, 3, 4}};
    udmf_side side = {.is_absent = true, .sidedef = {1, 2, 3, 4, UINT32_MAX, 5}};
    udmf_sector sector = {.is_void = true};
    tlb_roo_sector *s = &sector.sector;
    tlb_roo_thing thing = {.type = 1, .when = 2, .exitX = 3, .exitY = 4, .flags = 5, .comment = {"c", 1}};
    char comment[2 * UDMF_COMMENT];
    s->textureX = s->textureY = 1;
    s->flags = UINT32_MAX;
    s->animationSpeed = 1;
    s->floorSlope.textureAngle = s->ceilingSlope.textureAngle = 1;
    switch (block) {
    case 0:
        tlb_udmf_walk_line(f, &line);
        break;
    case 1:
        tlb_udmf_walk_side(f, &side);
        break;
    case 2:
        tlb_udmf_walk_sector(f, &(tlb_roo_box){0}, &sector);
        break;
    default:
        tlb_udmf_walk_thing(f, true, &thing, comment);
    }
}

static void find_written(names written[BLOCKS])
{
    for (int i = 0; i < BLOCKS; i++) {
        tlb_buffer text = {.account = context->account};
        udmf_fields f = {.context = context, .out = &text, .indent = ""};
        write_block(i, &f);
        take_own(&text, &written[i]);
        tlb_buffer_free(&text);
    }
}

/* --- what is configured --------------------------------------------------------------------------------- */

/* Statements: words, then "= values;", ";" or "{ statements }". A word is a text in quotation marks, too. */
typedef struct reader {
    const char *p, *end, *path;
    char at[DEPTH][NAME]; /* the words before each "{" that is open, the last of them */
    int depth;
    void (*take)(const struct reader *r, const char *first, const char *last, names *found);
    names *found; /* of each block */
} reader;

static void refuse(const reader *r, const char *why)
{
    fprintf(stderr, "%s: %s before: %.40s\n", r->path, why, r->p);
    fail();
}

static void skip_blanks(reader *r)
{
    for (;;) {
        while (r->p < r->end && isspace((unsigned char)*r->p))
            r->p++;
        if (r->end - r->p > 1 && r->p[0] == '/' && r->p[1] == '/')
            while (r->p < r->end && *r->p != '\n')
                r->p++;
        else if (r->end - r->p > 1 && r->p[0] == '/' && r->p[1] == '*') {
            const char *close = strstr(r->p, "*/");
            if (!close)
                refuse(r, "a comment has no end");
            r->p = close + 2;
        } else
            return;
    }
}

static void read_word(reader *r, char word[NAME])
{
    const char *from = r->p;
    bool quoted = *from == '"';
    if (quoted)
        for (r->p++; r->p < r->end && *r->p != '"' && *r->p != '\n'; r->p++)
            ;
    else
        while (r->p < r->end && (isalnum((unsigned char)*r->p) || strchr("_~.+-", *r->p)))
            r->p++;
    if (r->p == from || r->p == r->end || (quoted && *r->p++ != '"'))
        refuse(r, "no word");
    snprintf(word, NAME, "%.*s", (int)(r->p - from < NAME ? r->p - from : NAME - 1), from);
}

static void read_statements(reader *r)
{
    for (skip_blanks(r); r->p < r->end && *r->p != '}'; skip_blanks(r)) {
        char first[NAME] = "", last[NAME] = "";
        for (skip_blanks(r); r->p < r->end && !strchr("={;}", *r->p); skip_blanks(r)) {
            read_word(r, last);
            if (!*first)
                strcpy(first, last);
        }
        if (!*first || r->p == r->end)
            refuse(r, "no name");
        r->take(r, first, last, r->found);
        if (*r->p == '{') {
            assert_true(r->depth < DEPTH);
            strcpy(r->at[r->depth++], last);
            r->p++;
            read_statements(r);
            if (r->p == r->end)
                refuse(r, "no }");
            r->depth--;
            r->p++;
            continue;
        }
        if (*r->p == '=') {
            char value[NAME];
            r->p++;
            skip_blanks(r);
            read_word(r, value);
            skip_blanks(r);
        }
        if (r->p == r->end || *r->p++ != ';')
            refuse(r, "no ;");
    }
}

static void read_configuration(const char *path,
                               void (*take)(const reader *r, const char *, const char *, names *),
                               names found[BLOCKS])
{
    bytes_copy file = load_file(path);
    char *text = calloc(file.size + 1, 1);
    assert_non_null(text);
    memcpy(text, file.data, file.size);
    reader r = {.p = text, .end = text + file.size, .path = path, .take = take, .found = found};
    read_statements(&r);
    if (r.p != r.end)
        refuse(&r, "a } too many");
    free(text);
    free(file.data);
}

static bool is_in(const reader *r, int depth, const char *name)
{
    return r->depth > depth && strcmp(r->at[depth], name) == 0;
}

/* universalfields { sidedef { user_id {…} } } and sidedefflags { user_passable = "…"; } */
static void take_udb(const reader *r, const char *first, const char *last, names *found)
{
    (void)last;
    for (int i = 0; i < BLOCKS; i++) {
        char flags[NAME];
        snprintf(flags, sizeof flags, "%sflags", blocks[i]);
        bool field = r->depth == 2 && is_in(r, 0, "universalfields") && is_in(r, 1, blocks[i]);
        bool flag = r->depth == 1 && is_in(r, 0, flags);
        if ((field || flag) && strncmp(first, "user_", 5) == 0)
            add(&found[i], first);
    }
}

/* udmf_properties { block sidedef { group "…" { property user_id = "…"; } } } */
static void take_slade(const reader *r, const char *first, const char *last, names *found)
{
    for (int i = 0; i < BLOCKS; i++)
        if (strcmp(first, "property") == 0 && is_in(r, 0, "udmf_properties") && is_in(r, 1, blocks[i]) &&
            strncmp(last, "user_", 5) == 0)
            add(&found[i], last);
}

/* --- both ----------------------------------------------------------------------------------------------- */

static void compare(const char *path, void (*take)(const reader *r, const char *, const char *, names *))
{
    static names written[BLOCKS], found[BLOCKS];
    memset(written, 0, sizeof written);
    memset(found, 0, sizeof found);
    find_written(written);
    read_configuration(path, take, found);
    int missing = 0;
    for (int i = 0; i < BLOCKS; i++) {
        for (int k = 0; k < written[i].count; k++)
            if (!has(&found[i], written[i].names[k]) && ++missing)
                fprintf(stderr, "%s lacks %s of %s\n", path, written[i].names[k], blocks[i]);
        for (int k = 0; k < found[i].count; k++)
            if (!has(&written[i], found[i].names[k]) && ++missing)
                fprintf(stderr, "%s has %s of %s\n", path, found[i].names[k], blocks[i]);
    }
    assert_int_equal(missing, 0);
    assert_int_equal(written[0].count, 2);
    assert_int_equal(written[1].count, 17);
    assert_int_equal(written[2].count, 18);
    assert_int_equal(written[3].count, 6);
}

static void ultimate_doom_builder_knows_all_fields(void **state)
{
    (void)state;
    compare("packaging/editors/meridian59_udb.cfg", take_udb);
}

static void slade_knows_all_fields(void **state)
{
    (void)state;
    compare("packaging/editors/meridian59_slade.cfg", take_slade);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ultimate_doom_builder_knows_all_fields),
                                       cmocka_unit_test(slade_knows_all_fields)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
