/* Rooms as maps: what is cut and left out, builders, upper halves of coordinates, and encryption. */
#include "base/context.h"
#include "files.h"
#include "one_context.h"
#include "options_text.h"
#include "roo_maker.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/trilobite.h"

#include <stdio.h>
#include <string.h>

/* The first file of a document in another format, in the document's arena. */
static tlb_bytes converted(tlb_document *document, tlb_arena *arena, const char *to, const char *option)
{
    option_text text = {option, ""};
    tlb_convert_options options;
    tlb_files *files;
    assert_int_equal(options_from_text(context, &text, option != NULL, &options), TLB_OK);
    if (tlb_convert(document, tlb_format_by_name(to), "made", &options, &files))
        print_diagnostics(context);
    tlb_bytes bytes = files->data[0].bytes;
    bytes.data = (const uint8_t *)tlb_copy_text(arena, (const char *)bytes.data, bytes.size).data;
    assert_non_null(bytes.data);
    tlb_files_free(files);
    return bytes;
}

static tlb_document *opened(tlb_bytes bytes, const char *name)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, name, NULL, &document), TLB_OK);
    return document;
}

static void maps_are_not_encrypted(void **state)
{
    (void)state;
    for (int encrypted = 0; encrypted < 2; encrypted++) {
        tlb_document room;
        roo_make(&room, context,
                 &(roo_plan){.version = 12,
                             .things = 2,
                             .grids = true,
                             .encryption = encrypted ? TLB_ROO_PASSWORD_12 : TLB_ROO_PLAIN});
        tlb_bytes text = converted(&room, &room.arena, "udmf", NULL);
        assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), encrypted);
        if (encrypted)
            assert_string_equal(tlb_diagnostic_at(context, tlb_diagnostic_count(context) - 1)->message,
                                "maps are not encrypted");
        tlb_document *map = opened(text, "a.udmf");
        static const tlb_roo_encryption expected[] = {TLB_ROO_PLAIN, TLB_ROO_PASSWORD_12};
        for (int asked = 0; asked < 2; asked++) {
            tlb_document *again =
                opened(converted(map, &room.arena, "roo", asked ? "encrypt" : NULL), "again.roo");
            assert_int_equal(tlb_document_roo(again)->encryption, expected[asked]);
            assert_int_equal(tlb_document_roo(again)->version, 12);
            tlb_document_free(again);
        }
        tlb_document_free(map);
        made_end(&room);
        tlb_diagnostics_clear(context);
    }
}

/* Rooms have 64 bytes for a comment. */
static void comments_have_at_most_64_bytes(void **state)
{
    (void)state;
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!?0123";
    for (uint32_t size = 63; size <= 66; size++) {
        tlb_document room;
        roo_make(&room, context, &(roo_plan){.version = 14, .things = 3, .grids = true});
        ((tlb_roo *)room.root)->things.data[2].comment = (tlb_text){letters, size};
        tlb_bytes text = converted(&room, &room.arena, "udmf", NULL);
        char expected[2 * 64 + 3] = "\"", *out = expected + 1;
        for (uint32_t i = 0; i < (size < 64 ? size : 64); i++)
            out += sprintf(out, "%02x", letters[i]);
        *out++ = '"';
        *out = 0;
        assert_non_null(strstr((const char *)text.data, expected));
        made_end(&room);
        tlb_diagnostics_clear(context);
    }
}

#define CORNERS                                                                                              \
    "vertex { x = 0; y = -64; } vertex { x = 0; y = 64; } vertex { x = 128; y = 64; } vertex { x = 128; y "  \
    "= -64; } "
#define SIDE "sidedef { sector = 0; texturemiddle = \"grd00001\"; } "

/* What is no 16 bits is not taken: then the halves are those of the sign. */
static void upper_halves_are_16_bits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint16_t expected[4];
    } rows[] = {
        {"", {0, 65535, 0, 0}},
        {"user_upper = \"1 2 3 4\"; ", {1, 2, 3, 4}},
        {"user_upper = \"1 0 0 2\"; ", {1, 0, 0, 2}},
        {"user_upper = \"0 65535 65536 65535\"; ", {0, 65535, 0, 65535}},
        {"user_upper = \"-1 -1 0 -1\"; ", {0, 65535, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        tlb_arena arena;
        tlb_arena_init(&arena, context->account);
        snprintf(
            text, sizeof text,
            "namespace = \"Meridian59\"; user_roo_version = 12; " CORNERS
            "linedef { v1 = 0; v2 = 1; sidefront = 0; %s} linedef { v1 = 1; v2 = 2; sidefront = 1; } "
            "linedef { v1 = 2; v2 = 3; sidefront = 2; } linedef { v1 = 3; v2 = 0; sidefront = 3; } " SIDE SIDE
                SIDE SIDE "sector { heightfloor = 0; heightceiling = 128; texturefloor = \"grd00001\"; "
            "textureceiling = \"grd00001\"; }",
            rows[i].text);
        tlb_document *map = opened((tlb_bytes){(const uint8_t *)text, strlen(text)}, "a.udmf");
        tlb_document *room = opened(converted(map, &arena, "roo", NULL), "a.roo");
        const tlb_roo_editor_wall *w = &tlb_document_roo(room)->editorWalls.data[0];
        const uint16_t upper[4] = {w->x0Upper, w->y0Upper, w->x1Upper, w->y1Upper};
        assert_memory_equal(upper, rows[i].expected, sizeof upper);
        tlb_document_free(room);
        tlb_document_free(map);
        tlb_arena_release(&arena);
        tlb_diagnostics_clear(context);
    }
}

/* A room by a builder: a sector with another in it, all of whose walls are slanted, and y
 * offsets.
 */
static tlb_bytes built_by(tlb_arena *arena, int version, const char *builder)
{
    static const int outer[4][2] = {{-540, -449}, {-460, 567}, {506, 446}, {479, -440}},
                     inner[4][2] = {{-90, -88}, {-74, 113}, {130, 115}, {110, -80}};
    char text[8192], *out = text;
    out += sprintf(out, "namespace = \"Meridian59\"; user_roo_version = %d; user_builder = %s; ", version,
                   builder);
    for (int i = 0; i < 8; i++)
        out += sprintf(out, "vertex { x = %d; y = %d; } ", (i < 4 ? outer : inner)[i % 4][0],
                       (i < 4 ? outer : inner)[i % 4][1]);
    /* the first wall is two, of which the second goes the other way */
    out += sprintf(out, "vertex { x = -500; y = 59; } linedef { v1 = 0; v2 = 8; sidefront = 0; } "
                        "linedef { v1 = 8; v2 = 1; sidefront = 12; user_flipped = true; } ");
    for (int i = 1; i < 8; i++)
        out += sprintf(out,
                       i < 4 ? "linedef { v1 = %d; v2 = %d; sidefront = %d; } "
                             : "linedef { v1 = %d; v2 = %d; sidefront = %d; sideback = %d; } ",
                       i, i % 4 == 3 ? i - 3 : i + 1, i, i + 4);
    for (int i = 0; i < 13; i++)
        out += sprintf(out, "sidedef { sector = %d; offsety = %d; texturemiddle = \"grd00001\"; } ",
                       i >= 4 && i < 8, i);
    for (int i = 0; i < 2; i++)
        out += sprintf(out, "sector { heightfloor = 0; heightceiling = 128; texturefloor = \"grd00001\"; "
                            "textureceiling = \"grd00001\"; } ");
    tlb_document *map = opened((tlb_bytes){(const uint8_t *)text, strlen(text)}, "a.udmf");
    tlb_bytes room = converted(map, arena, "roo", NULL);
    tlb_document_free(map);
    return room;
}

/* There are five ways to compute; a builder beyond them is the usual one. What another builder made stays as
 * it is when it is built again. */
static void rooms_are_built_again_as_their_builder_did(void **state)
{
    (void)state;
    static const struct {
        const char *number, *message; /* NULL: the usual one */
    } builders[] = {
        {"0", NULL},
        {"1", NULL},
        {"2", " walls that are turned around keep their y offsets;"},
        {"3", " corners are on a line only exactly;"},
        {"4", " walls that are turned around keep their y offsets; corners are on a line only exactly;"},
        {"5", NULL},
        {"99", NULL},
        {"4294967295", NULL},
    };
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_bytes usual = built_by(&arena, 15, "0");
    for (size_t i = 0; i < sizeof builders / sizeof *builders; i++) {
        tlb_bytes room = built_by(&arena, 15, builders[i].number), again;
        const char *message = builders[i].message;
        assert_int_equal(room.size == usual.size && memcmp(room.data, usual.data, room.size) == 0, !message);
        tlb_document *document = opened(room, "a.roo");
        tlb_bytes map = converted(document, &arena, "udmf", NULL);
        char line[40];
        snprintf(line, sizeof line, "user_builder = %s;", builders[i].number);
        assert_int_equal(strstr((const char *)map.data, message ? line : "user_builder") != NULL,
                         message != NULL);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_ROO_BUILDER), message != NULL);
        if (message) {
            char expected[200];
            snprintf(expected, sizeof expected, "rebuilt as the builder of this room did:%s", message);
            assert_string_equal(tlb_diagnostic_at(context, 0)->message, expected);
        }
        assert_int_equal(tlb_save_memory(document, &again), TLB_OK);
        assert_int_equal(again.size, room.size);
        assert_memory_equal(again.data, room.data, room.size);
        tlb_document_free(document);
    }
    /* versions of integers have one way */
    tlb_bytes whole = built_by(&arena, 12, "0");
    for (int i = 0; i < 2; i++) {
        tlb_bytes room = built_by(&arena, 12, i ? "99" : "5");
        assert_int_equal(room.size, whole.size);
        assert_memory_equal(room.data, whole.data, whole.size);
    }
    tlb_arena_release(&arena);
    tlb_diagnostics_clear(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_not_encrypted),
        cmocka_unit_test(comments_have_at_most_64_bytes),
        cmocka_unit_test(upper_halves_are_16_bits),
        cmocka_unit_test(rooms_are_built_again_as_their_builder_did),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
