/* Rooms in other versions, encrypted and unencrypted: there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/context.h"
#include "files.h"
#include "roo_maker.h"
#include "options_text.h"
#include "trilobite/formats/roo_build.h"

static const char *const versions[ROO_FORMS] = {"9", "10", "11", "12", "13o", "13m", "14", "15"};

enum { FORM_12 = 3, FORM_13O = 4, FORM_13M = 5, FORM_14 = 6, FORM_15 = 7 };

static bool is_float_form(int form)
{
    return form >= FORM_13M;
}

/* --- conversions -------------------------------------------------------------------------------------- */

static tlb_status converted(tlb_context *context, bytes_copy from, const option_text *texts, size_t count,
                            bytes_copy *to)
{
    tlb_document *document;
    tlb_files *files = NULL;
    tlb_convert_options options;
    tlb_status status = options_from_text(context, texts, count, &options);
    *to = (bytes_copy){0};
    if (status)
        return status;
    assert_int_equal(tlb_open_memory(context, from.data, from.size, "a.roo", NULL, &document), TLB_OK);
    status = tlb_convert(document, tlb_format_by_name("roo"), "b.roo", &options, &files);
    if (!status) {
        to->size = files->data[0].bytes.size;
        to->data = malloc(to->size);
        assert_non_null(to->data);
        memcpy(to->data, files->data[0].bytes.data, to->size);
        tlb_files_free(files);
    }
    tlb_document_free(document);
    return status;
}

static bytes_copy in_version(tlb_context *context, bytes_copy from, int form)
{
    option_text option = {"roo-version", versions[form]};
    bytes_copy to;
    if (converted(context, from, &option, 1, &to))
        print_diagnostics(context);
    assert_non_null(to.data);
    return to;
}

static bytes_copy with_flag(tlb_context *context, bytes_copy from, const char *flag)
{
    option_text option = {flag, ""};
    bytes_copy to;
    assert_int_equal(converted(context, from, &option, 1, &to), TLB_OK);
    return to;
}

/* As the editor makes it, slopes to the last digit. */
static void make(tlb_document *document, tlb_context *context, const roo_plan *plan)
{
    roo_make(document, context, plan);
    tlb_roo *x = tlb_document_roo(document);
    tlb_roo_box box = tlb_roo_box_of(x);
    for (uint32_t i = 0; i < x->sectors.count; i++) {
        tlb_roo_make_slope(&box, false, !tlb_roo_is_float(x), &x->sectors.data[i].floorSlope);
        tlb_roo_make_slope(&box, true, !tlb_roo_is_float(x), &x->sectors.data[i].ceilingSlope);
    }
    assert_int_equal(tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_DROP), TLB_OK);
}

static bytes_copy made(tlb_context *context, const roo_plan *plan)
{
    tlb_document document;
    tlb_bytes bytes;
    bytes_copy copy;
    make(&document, context, plan);
    assert_int_equal(tlb_save_memory(&document, &bytes), TLB_OK);
    copy = (bytes_copy){malloc(bytes.size), bytes.size};
    assert_non_null(copy.data);
    memcpy(copy.data, bytes.data, bytes.size);
    made_end(&document);
    return copy;
}

static bool same(bytes_copy a, bytes_copy b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* --- what is expected --------------------------------------------------------------------------------- */

static void clean(int16_t value, uint16_t *upper)
{
    *upper = value < 0 ? UINT16_MAX : 0;
}

/* What a room loses that goes to another version and comes back: bytes of no part, sectors' speeds in version
 * 9, what stood in the upper halves of coordinates in versions of floats. Grids that the other version lacks
 * are made anew, and a room that needed none comes back with them: those of `back` are taken. */
static void expect_losses(tlb_roo *x, int through, const tlb_roo *back)
{
    memset(x->gaps, 0, sizeof x->gaps);
    x->clientWallsMissing = x->editorWallsMissing = x->sidedefsMissing = 0;
    x->hasRoomId = true;
    for (uint32_t i = 0; i < x->sectors.count && through == 0; i++)
        x->sectors.data[i].animationSpeed = 0;
    for (uint32_t i = 0; i < x->editorWalls.count && (is_float_form(through) || tlb_roo_is_float(x)); i++) {
        tlb_roo_editor_wall *w = &x->editorWalls.data[i];
        clean(w->x0, &w->x0Upper);
        clean(w->y0, &w->y0Upper);
        clean(w->x1, &w->x1Upper);
        clean(w->y1, &w->y1Upper);
    }
    tlb_roo_server *s = &x->server;
    bool none = through == FORM_15, no_monsters = through < FORM_12,
         no_hi_res = through != FORM_13O && through != FORM_14;
    if (!s->present || none)
        *s = back->server;
    if (no_monsters || !s->hasMonsterGrid) {
        s->hasMonsterGrid = back->server.hasMonsterGrid;
        s->monsterGrid = back->server.monsterGrid;
    }
    if (no_hi_res || !s->hasHiResGrid) {
        s->hasHiResGrid = back->server.hasHiResGrid;
        s->hiResRows = back->server.hiResRows;
        s->hiResCols = back->server.hiResCols;
        s->hiResGrid = back->server.hiResGrid;
    }
    x->security = tlb_roo_security(x);
}

/* Whether the file that came back is the one that left, but for the losses named. */
static bool came_back(tlb_context *context, bytes_copy left, int through, bytes_copy back)
{
    tlb_document *was, *is;
    tlb_bytes expected;
    assert_int_equal(tlb_open_memory(context, left.data, left.size, "a.roo", NULL, &was), TLB_OK);
    assert_int_equal(tlb_open_memory(context, back.data, back.size, "b.roo", NULL, &is), TLB_OK);
    expect_losses(tlb_document_roo(was), through, tlb_document_roo(is));
    assert_int_equal(tlb_save_memory(was, &expected), TLB_OK);
    bool equal = expected.size == back.size && memcmp(expected.data, back.data, back.size) == 0;
    tlb_document_free(was);
    tlb_document_free(is);
    return equal;
}

static int form_of(const tlb_roo *x)
{
    return x->version < 13           ? (int)x->version - 9
           : x->version > 13         ? (int)x->version - 8
           : x->dialect == TLB_ROO_O ? FORM_13O
                                     : FORM_13M;
}

/* --- our own rooms ------------------------------------------------------------------------------------ */

static void our_rooms_come_back_from_every_version(void **state)
{
    (void)state;
    for (int form = 0; form < ROO_FORMS; form++)
        for (int through = 0; through < ROO_FORMS; through++) {
            tlb_context *context = tlb_context_create(NULL);
            roo_plan plan = roo_form(form);
            bytes_copy left = made(context, &plan), there = in_version(context, left, through);
            tlb_document *document;
            assert_int_equal(tlb_open_memory(context, there.data, there.size, "b.roo", NULL, &document),
                             TLB_OK);
            const tlb_roo *x = tlb_document_roo(document);
            assert_int_equal(form_of(x), through);
            assert_int_equal(x->security, tlb_roo_security(x));
            assert_int_equal(x->server.present, through != FORM_15 && (plan.grids || through < FORM_14));
            assert_int_equal(tlb_check(document, NULL), TLB_OK);
            if (tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING) >
                context->session->totals[TLB_CODE_INDEX_DROPPED] +
                    context->session->totals[TLB_CODE_INDEX_ROO_SCROLL]) {
                print_diagnostics(context);
                fail();
            }
            bytes_copy back = in_version(context, there, form);
            assert_int_equal(context->session->totals[TLB_CODE_INDEX_ROO_ROUNDED], 0);
            if (!came_back(context, left, through, back))
                fail_msg("%s does not come back from %s", versions[form], versions[through]);
            tlb_document_free(document);
            free(left.data);
            free(there.data);
            free(back.data);
            tlb_context_free(context);
        }
}

/* --- real rooms --------------------------------------------------------------------------------------- */

typedef struct diagnostics {
    uint64_t totals[TLB_CODES];
} diagnostics;

static diagnostics check_bytes(bytes_copy bytes)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    diagnostics f;
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, "c.roo", NULL, &document), TLB_OK);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    memcpy(f.totals, context->session->totals, sizeof f.totals);
    tlb_document_free(document);
    tlb_context_free(context);
    return f;
}

/* Leaves may lose what area they had when their corners are rounded, and steps between slopes that were
 * hidden in what their planes may be off come to light; what was made of the corners as they were, grids,
 * walls of clients, is not what is made of them now; grids that were not there can have squares that cannot
 * be reached. */
static bool may_be_new(tlb_code code, bool changed)
{
    static const tlb_code rounded[] = {TLB_CODE_ROO_LEAF_AREA,  TLB_CODE_ROO_TEXTURE_MISSING,
                                       TLB_CODE_ROO_GRID_STALE, TLB_CODE_ROO_WALL_SPAN,
                                       TLB_CODE_ROO_WALL_STALE, TLB_CODE_ROO_WALL_OFFSET,
                                       TLB_CODE_ROO_NODE_STALE};
    bool may = code == TLB_CODE_ROO_UNREACHABLE;
    for (size_t i = 0; changed && i < sizeof rounded / sizeof *rounded; i++)
        may |= code == rounded[i];
    return may;
}

static void require_no_new_diagnostics(const char *path, bytes_copy left, bytes_copy there, bool changed)
{
    diagnostics before = check_bytes(left), after = check_bytes(there);
    for (size_t i = 0; i < tlb_code_count(); i++)
        if (after.totals[i] > before.totals[i] && !may_be_new(tlb_code_at(i), changed))
            fail_msg("%s: %llu %s, there were %llu", path, (unsigned long long)after.totals[i],
                     tlb_code_name(tlb_code_at(i)), (unsigned long long)before.totals[i]);
}

/* Comes back exactly when nothing was said to be rounded. */
static void corpus_room_comes_back(const char *path, int through)
{
    tlb_context *context = tlb_context_create(NULL);
    bytes_copy left = load_file(path), there = in_version(context, left, through);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, left.data, left.size, "a.roo", NULL, &document), TLB_OK);
    int form = form_of(tlb_document_roo(document));
    tlb_document_free(document);
    bytes_copy back = in_version(context, there, form);
    bool rounded = context->session->totals[TLB_CODE_INDEX_ROO_ROUNDED] != 0;
    if (came_back(context, left, through, back) == rounded)
        fail_msg("%s: from %s to %s and back", path, versions[form], versions[through]);
    if (is_float_form(through))
        assert_false(rounded);
    require_no_new_diagnostics(path, left, there, rounded || is_float_form(form) != is_float_form(through));
    free(left.data);
    free(there.data);
    free(back.data);
    tlb_context_free(context);
}

/* Each room through one version, so that most pairs are met. */
static void corpus_rooms_come_back(void **state)
{
    (void)state;
    file_list list = corpus_files("meridian/rooms", "roo");
    assert_true(list.count > 0);
    for (size_t i = 0; i < list.count; i++)
        corpus_room_comes_back(list.paths[i], (int)(i % ROO_FORMS));
    free_files(&list);
}

/* --- encryption --------------------------------------------------------------------------------------- */

enum { CIPHER_WORDS = 12, SERVER_OFFSET_AT = 16, MARK_AT = 20 };

/* With grids, as older tools encrypted rooms, and without, as roocrypt did. */
static void rooms_are_encrypted_and_decrypted(void **state)
{
    (void)state;
    for (int form = 0; form < ROO_FORMS; form++)
        for (int grids = 0; grids < 2; grids++) {
            tlb_context *context = tlb_context_create(NULL);
            roo_plan plan = roo_form(form);
            plan.grids = grids;
            bytes_copy clear = made(context, &plan), secret = with_flag(context, clear, "encrypt"),
                       again = with_flag(context, secret, "encrypt"),
                       back = with_flag(context, secret, "decrypt");
            assert_int_equal(secret.size, clear.size + CIPHER_WORDS);
            uint32_t server = tlb_get_le32(clear.data + SERVER_OFFSET_AT);
            assert_int_equal(tlb_get_le32(secret.data + SERVER_OFFSET_AT), server + CIPHER_WORDS);
            assert_int_equal(tlb_get_le32(secret.data + MARK_AT), UINT32_MAX);
            assert_memory_equal(secret.data + server + CIPHER_WORDS, clear.data + server,
                                clear.size - server);
            assert_true(same(again, secret) && same(back, clear));
            free(clear.data);
            free(secret.data);
            free(again.data);
            free(back.data);
            tlb_context_free(context);
        }
}

/* Those of the corpus are what roocrypt makes of three of its rooms: what stands before the server's
 * grids. */
static void corpus_rooms_are_encrypted_as_by_roocrypt(void **state)
{
    static const char *const pairs[][2] = {
        {"encrypted_synthetic/v12__outgrace_enc.roo", "rooms/v12__outgrace_ef2c8c.roo"},
        {"encrypted_synthetic/v13M__marelder_enc.roo", "rooms/v13M__marelder_1d6fe3.roo"},
        {"encrypted_synthetic/v15__jasab1_enc.roo", "rooms/v15__jasab1_4dcda6.roo"}};
    char buffer[4096], path[4200];
    const char *folder = corpus_folder("meridian", buffer, sizeof buffer);
    (void)state;
    assert_non_null(folder);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        tlb_context *context = tlb_context_create(NULL);
        snprintf(path, sizeof path, "%s/%s", folder, pairs[i][0]);
        bytes_copy secret = load_file(path);
        snprintf(path, sizeof path, "%s/%s", folder, pairs[i][1]);
        bytes_copy plain = load_file(path), clear = with_flag(context, secret, "decrypt"),
                   back = with_flag(context, clear, "encrypt"), whole = with_flag(context, plain, "encrypt");
        assert_int_equal(clear.size, tlb_get_le32(plain.data + SERVER_OFFSET_AT));
        assert_memory_equal(clear.data, plain.data, clear.size);
        assert_true(same(back, secret));
        assert_memory_equal(whole.data, secret.data, secret.size);
        free(secret.data);
        free(plain.data);
        free(clear.data);
        free(back.data);
        free(whole.data);
        tlb_context_free(context);
    }
}

/* A room in another version gets the password of that version. */
static void the_password_follows_the_version(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    roo_plan plan = roo_form(FORM_12);
    plan.encryption = TLB_ROO_PASSWORD_12;
    bytes_copy left = made(context, &plan), there = in_version(context, left, 0);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, there.data, there.size, "b.roo", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_roo(document)->encryption, TLB_ROO_PASSWORD_10);
    tlb_document_free(document);
    free(left.data);
    free(there.data);
    tlb_context_free(context);
}

/* --- options ------------------------------------------------------------------------------------------ */

static void choices_that_make_no_sense_are_refused(void **state)
{
    static const option_text wrong[][2] = {{{"roo-version", "16"}, {"editor", ""}},
                                           {{"roo-version", "13"}, {"editor", ""}},
                                           {{"encrypt", ""}, {"decrypt", ""}},
                                           {{"rebuild", ""}, {"outside", "away"}}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_context *context = tlb_context_create(NULL);
        roo_plan plan = roo_form(FORM_15);
        bytes_copy left = made(context, &plan), there;
        assert_int_equal(converted(context, left, wrong[i], 2, &there), TLB_ARGUMENT);
        assert_int_equal(context->session->totals[TLB_CODE_INDEX_BAD_OPTION], 1);
        free(left.data);
        tlb_context_free(context);
    }
}

/* What the target cannot store is reported. */
static void losses_are_told(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    roo_plan plan = roo_form(FORM_14);
    bytes_copy left = made(context, &plan), nine = in_version(context, left, 0);
    assert_int_equal(context->session->totals[TLB_CODE_INDEX_DROPPED],
                     3); /* speeds, monsters' grid, hi-res grid */
    bytes_copy fifteen = in_version(context, left, FORM_15);
    assert_int_equal(context->session->totals[TLB_CODE_INDEX_DROPPED], 4); /* all grids */
    free(left.data);
    free(nine.data);
    free(fifteen.data);
    tlb_context_free(context);
}

static void rounding_is_told(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    roo_plan plan = roo_form(FORM_15);
    tlb_document document;
    tlb_bytes bytes;
    make(&document, context, &plan);
    tlb_document_roo(&document)->nodes.data[0].box[0] += 0.25;
    assert_int_equal(tlb_save_memory(&document, &bytes), TLB_OK);
    bytes_copy twelve = in_version(context, (bytes_copy){(void *)bytes.data, bytes.size}, FORM_12);
    assert_true(context->session->totals[TLB_CODE_INDEX_ROO_ROUNDED] > 0);
    free(twelve.data);
    made_end(&document);
    tlb_context_free(context);
}

static void lines_along_no_wall_keep_their_direction(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    roo_plan plan = roo_form(FORM_15);
    tlb_document document, *read;
    tlb_bytes bytes;
    make(&document, context, &plan);
    tlb_roo_node *node = &tlb_document_roo(&document)->nodes.data[0];
    assert_int_equal(node->type, TLB_ROO_INTERNAL);
    node->a = 0.6f, node->b = 0.8f, node->firstWall = 0;
    assert_int_equal(tlb_save_memory(&document, &bytes), TLB_OK);
    bytes_copy twelve = in_version(context, (bytes_copy){(void *)bytes.data, bytes.size}, FORM_12);
    assert_int_equal(tlb_open_memory(context, twelve.data, twelve.size, "a.roo", NULL, &read), TLB_OK);
    node = &tlb_document_roo(read)->nodes.data[0];
    assert_true(node->a == 3 && node->b == 4);
    tlb_document_free(read);
    free(twelve.data);
    made_end(&document);
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_rooms_come_back_from_every_version),
        cmocka_unit_test(corpus_rooms_come_back),
        cmocka_unit_test(rooms_are_encrypted_and_decrypted),
        cmocka_unit_test(corpus_rooms_are_encrypted_as_by_roocrypt),
        cmocka_unit_test(the_password_follows_the_version),
        cmocka_unit_test(choices_that_make_no_sense_are_refused),
        cmocka_unit_test(losses_are_told),
        cmocka_unit_test(rounding_is_told),
        cmocka_unit_test(lines_along_no_wall_keep_their_direction),
    };
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
