/* One value of an NFF changed at a time: it is written anew where it stood, and all else stays as it was. */
#include <stdio.h>
#include <string.h>

#include "one_context.h"
#include "trilobite/trilobite.h"

static const char text[] = "nff\nversion 2.10\nviewpos 1.0 2 3\nviewdir 0 .0 1 // view\n"
                           "Thing =on\nmtable  rock\n 3\n"
                           "0.0 0.00 1e0 norm 0 0 1.0 rgb 0x102030 uv 0 0.50\n"
                           "1 0 0 N // auto\n0 1 0\n2\n"
                           "3 0 1 02 0xf00 both _v_rug rot 1.50 scale 2.0 trans 3 4.0 id = 5 - moon // one\n"
                           "3 0 2 1 matid 07 0x112233 // two\n";

static void forget(uint8_t *has, uint8_t what)
{
    *has = (uint8_t)(*has & ~what);
}

#define VERTEX  (nff->objects.data[0].vertices.data[0])
#define POLYGON (nff->objects.data[0].polygons.data[0])
#define SECOND  (nff->objects.data[0].polygons.data[1])

/* What number `edit` does to the document; `line` becomes `other`. False: there is no such edit. */
static bool make_edit(tlb_nff *nff, int edit, const char **line, const char **other)
{
    switch (edit) {
#define EDIT(number, statement, before, after)                                                               \
    case number:                                                                                             \
        statement;                                                                                           \
        *line = (before);                                                                                    \
        *other = (after);                                                                                    \
        return true
        EDIT(0, nff->header.version = 3, "version 2.10", "version 3.0");
        EDIT(1, nff->header.viewpos[2] = 4, "viewpos 1.0 2 3", "viewpos 1.0 2 4.0");
        EDIT(2, nff->header.viewdir[1] = 4, "viewdir 0 .0 1", "viewdir 0 4.0 1");
        EDIT(3, nff->objects.data[0].name = ((tlb_text){"Other", 5}), "Thing", "Other");
        EDIT(4, nff->objects.data[0].shading = ((tlb_text){"off", 3}), "=on", "=off");
        EDIT(5, nff->objects.data[0].mtable = ((tlb_text){"wood", 4}), "  rock", "  wood");
        EDIT(6, VERTEX.position[0] = 7, "0.0 0.00 1e0", "7.0 0.00 1e0");
        EDIT(7, VERTEX.norm[1] = 7, "norm 0 0 1.0", "norm 0 7.0 1.0");
        EDIT(8, VERTEX.rgb[2] = 255, "0x102030", "0x1020ff");
        EDIT(9, VERTEX.uv[1] = 7, "uv 0 0.50", "uv 0 7.0");
        EDIT(10, POLYGON.indices.data[2] = 0, "3 0 1 02", "3 0 1 0");
        EDIT(11, POLYGON.color[1] = 17, "0xf00", "0xf10");
        EDIT(12, POLYGON.color[1] = 18, "0xf00", "0xff1200");
        EDIT(13, POLYGON.texture->kind = 'u', "_v_rug", "_u_rug");
        EDIT(14, POLYGON.texture->name = ((tlb_text){"mat", 3}), "_v_rug", "_v_mat");
        EDIT(15, POLYGON.texture->rot = 9, "rot 1.50", "rot 9.0");
        EDIT(16, POLYGON.texture->scale = 9, "scale 2.0", "scale 9.0");
        EDIT(17, POLYGON.texture->trans[0] = 9, "trans 3 4.0", "trans 9.0 4.0");
        EDIT(18, POLYGON.texture->trans[1] = 9, "trans 3 4.0", "trans 3 9.0");
        EDIT(19, POLYGON.id = 9, "id = 5", "id = 9");
        EDIT(20, POLYGON.portal = ((tlb_text){"sun", 3}), "- moon", "- sun");
        EDIT(21, SECOND.matid = 9, "matid 07", "matid 9");
        EDIT(22, SECOND.color[2] = 0x44, "0x112233", "0x112244");
        EDIT(23, forget(&SECOND.has, TLB_NFF_MATID), "matid 07 0x112233", "0x123");
        /* With a part more or less a line is written as usual. */
        EDIT(24, forget(&SECOND.has, TLB_NFF_COLOR), "matid 07 0x112233", "matid 7");
        EDIT(25, (SECOND.has |= TLB_NFF_ID, SECOND.id = -3), "matid 07 0x112233", "0x123 matid 7 id=-3");
        EDIT(26, SECOND.has |= TLB_NFF_BOTH, "matid 07 0x112233", "0x123 matid 7 both");
        EDIT(27, SECOND.portal = ((tlb_text){"sun", 3}), "matid 07 0x112233", "0x123 matid 7 -sun");
        EDIT(28, SECOND.texture = POLYGON.texture, "matid 07 0x112233",
             "0x123 matid 7 _V_rug rot 1.5 scale 2.0 trans 3.0 4.0");
        EDIT(29, POLYGON.texture->has = TLB_NFF_MIRROR,
             "3 0 1 02 0xf00 both _v_rug rot 1.50 scale 2.0 trans 3 4.0 id = 5 - moon",
             "3 0 1 2 0xf00 both _V_rug mirror id=5 -moon");
        EDIT(30, forget(&VERTEX.has, TLB_NFF_NORM), "0.0 0.00 1e0 norm 0 0 1.0 rgb 0x102030 uv 0 0.50",
             "0.0 0.0 1.0 rgb 0x102030 uv 0.0 0.5");
        EDIT(31, VERTEX.has |= TLB_NFF_AUTO, "0.0 0.00 1e0 norm 0 0 1.0 rgb 0x102030 uv 0 0.50",
             "0.0 0.0 1.0 norm 0.0 0.0 1.0 rgb 0x102030 uv 0.0 0.5 N");
        EDIT(32, SECOND.indices.count = 2, "3 0 2 1 matid 07 0x112233", "2 0 2 0x123 matid 7");
        EDIT(33, nff->objects.data[0].shading.size = 0, "Thing =on\nmtable  rock\n 3",
             "Thing\nmtable rock\n3");
        EDIT(34, nff->objects.data[0].mtable.size = 0, "Thing =on\nmtable  rock\n 3", "Thing =on\n3");
        EDIT(35, forget(&nff->header.has, TLB_NFF_VIEWPOS), "version 2.10\nviewpos 1.0 2 3\nviewdir 0 .0 1",
             "version 2.1\nviewdir 0.0 0.0 1.0");
    default:
        return false;
    }
}

static void each_change_is_written_in_its_place(void **state)
{
    const char *line, *other;
    (void)state;
    for (int edit = 0;; edit++) {
        tlb_document *document;
        tlb_bytes bytes;
        char saved[1024];
        assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.nff", NULL, &document), TLB_OK);
        bool edited = make_edit(tlb_document_nff(document), edit, &line, &other);
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
        snprintf(saved, sizeof saved, "%.*s", (int)bytes.size, (const char *)bytes.data);
        tlb_document_free(document);
        if (!edited)
            break;
        char expected[1024];
        const char *at = strstr(text, line);
        assert_non_null(at);
        snprintf(expected, sizeof expected, "%.*s%s%s", (int)(at - text), text, other, at + strlen(line));
        assert_string_equal(saved, expected);
    }
}

/* Texts that are no words, where each may stand; eighty characters are shown. */
static void what_is_no_word_is_refused(void **state)
{
    enum { SHOWN = 80, PLACES = 5 };
    static const char *const paths[PLACES] = {"objects[0].name", "objects[0].shading", "objects[0].mtable",
                                              "objects[0].polygons[0].texture",
                                              "objects[0].polygons[0].portal"};
    static const char *const wrong[] = {"a b", "a\tb", "a\nb", "a\rb", "a//b", " ", "//"};
    (void)state;
    for (int place = 0; place < PLACES; place++)
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong + 5; i++) {
            bool is_long = i >= sizeof wrong / sizeof *wrong;
            char word[SHOWN + 4], message[SHOWN + 64];
            tlb_document *document;
            tlb_bytes bytes;
            memset(word, 'w', sizeof word);
            word[1] = '\n';
            tlb_text given = {word, (uint32_t)(SHOWN - 2 + i - sizeof wrong / sizeof *wrong)};
            if (!is_long)
                given = (tlb_text){wrong[i], (uint32_t)strlen(wrong[i])};
            if (place == 0 && i < 2)
                given = (tlb_text){"=", 0}; /* names may have blanks, and are not empty */
            assert_int_equal(tlb_open_memory(context, text, sizeof text - 1, "a.nff", NULL, &document),
                             TLB_OK);
            tlb_nff *nff = tlb_document_nff(document);
            *(place == 0   ? &nff->objects.data[0].name
              : place == 1 ? &nff->objects.data[0].shading
              : place == 2 ? &nff->objects.data[0].mtable
              : place == 3 ? &POLYGON.texture->name
                           : &POLYGON.portal) = given;
            tlb_diagnostics_clear(context);
            assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
            snprintf(message, sizeof message, "\"%.*s\" cannot be written as a word of NFF",
                     (int)(given.size < SHOWN ? given.size : SHOWN), given.data);
            assert_int_equal(tlb_diagnostic_count(context), 1);
            assert_string_equal(tlb_diagnostic_at(context, 0)->message, message);
            assert_string_equal(tlb_diagnostic_at(context, 0)->path, paths[place]);
            tlb_document_free(document);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_change_is_written_in_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_word_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
