/* How many real rooms a rebuild makes again to the byte, by version and by part. The shares are those
 * reached: none may become smaller. Skipped without the corpus. The rooms that differ, and why:
 *
 * slopes: v15 d6e6ulake_9e81de, two floors: their planes lie a square's quarter off the vertices that stand
 * beside them; the rebuilt ones go through them. hi-res grids: v14 sewking, six cells of 47,200: a floor that
 * slopes by an eighth of an editor unit a unit is put one step higher along one column. files: those, and v12
 * blackdesertd, whose count of walls is wrong: the rebuilt one is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "files.h"
#include "trilobite/formats/roo_build.h"

typedef struct share {
    uint32_t same, all;
} share;

typedef enum kind { V12, V13_O, V13_M, V14, V15, KINDS } kind;
static const char *const kind_names[KINDS] = {"12", "13-O", "13-M", "14", "15"};

typedef enum part { NODES, WALLS, SIDEDEFS, SLOPES, MOVES, FLAGS, MONSTERS, HI_RES, FILES, PARTS } part;
static const char *const part_names[PARTS] = {"nodes",         "client walls", "sidedefs",
                                              "slopes",        "player grids", "flag grids",
                                              "monster grids", "hi-res grids", "files"};

static share shares[KINDS][PARTS];

/* How many are the same; of all but one or two, see above. */
static const uint32_t least[KINDS][PARTS] = {
    {14, 14, 14, 14, 13, 13, 13, 0, 13}, {10, 10, 10, 10, 10, 10, 10, 10, 10},
    {11, 11, 11, 11, 10, 10, 10, 0, 11}, {14, 14, 14, 14, 8, 8, 8, 7, 13},
    {22, 22, 22, 21, 0, 0, 0, 0, 21},
};

static void count(const char *path, kind k, part p, bool same)
{
    shares[k][p].same += same;
    shares[k][p].all++;
    if (!same)
        print_message("%s: %s differ\n", strrchr(path, '/') + 1, part_names[p]);
}

static bool same_reals(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static bool same_node(const tlb_roo_node *a, const tlb_roo_node *b)
{
    if (a->type != b->type || !same_reals(a->box, b->box, 4))
        return false;
    if (a->type == TLB_ROO_LEAF)
        return a->sector == b->sector && a->points.count == b->points.count &&
               same_reals(a->points.data[0], b->points.data[0], 2 * (size_t)a->points.count);
    return same_reals(&a->a, &b->a, 1) && same_reals(&a->b, &b->b, 1) && same_reals(&a->c, &b->c, 1) &&
           a->positiveChild == b->positiveChild && a->negativeChild == b->negativeChild &&
           a->firstWall == b->firstWall;
}

static bool same_wall(const tlb_roo_client_wall *a, const tlb_roo_client_wall *b)
{
    return a->next == b->next && a->positiveSidedef == b->positiveSidedef &&
           a->negativeSidedef == b->negativeSidedef && same_reals(a->start, b->start, 2) &&
           same_reals(a->end, b->end, 2) && same_reals(&a->length, &b->length, 1) &&
           a->positiveXOffset == b->positiveXOffset && a->negativeXOffset == b->negativeXOffset &&
           a->positiveYOffset == b->positiveYOffset && a->negativeYOffset == b->negativeYOffset &&
           a->positiveSector == b->positiveSector && a->negativeSector == b->negativeSector;
}

static bool same_sidedef(const tlb_roo_sidedef *a, const tlb_roo_sidedef *b)
{
    return a->id == b->id && a->normalBitmap == b->normalBitmap && a->aboveBitmap == b->aboveBitmap &&
           a->belowBitmap == b->belowBitmap && a->flags == b->flags && a->animationSpeed == b->animationSpeed;
}

static bool same_slope(const tlb_roo_slope *a, const tlb_roo_slope *b)
{
    return same_reals(a->plane, b->plane, 4) && same_reals(a->textureOrigin, b->textureOrigin, 2);
}

static bool same_slopes(const tlb_roo_sector *a, const tlb_roo_sector *b)
{
    return same_slope(&a->floorSlope, &b->floorSlope) && same_slope(&a->ceilingSlope, &b->ceilingSlope);
}

#define DEFINE_SAME_LIST(type, same)                                                                         \
    static bool same##_list(const type *a, uint32_t a_count, const type *b, uint32_t b_count)                \
    {                                                                                                        \
        for (uint32_t i = 0; a_count == b_count && i < a_count; i++)                                         \
            if (!same(&a[i], &b[i]))                                                                         \
                return false;                                                                                \
        return a_count == b_count;                                                                           \
    }
DEFINE_SAME_LIST(tlb_roo_node, same_node)
DEFINE_SAME_LIST(tlb_roo_client_wall, same_wall)
DEFINE_SAME_LIST(tlb_roo_sidedef, same_sidedef)
DEFINE_SAME_LIST(tlb_roo_sector, same_slopes)
#define COUNT_LIST(path, k, p, same, a, b)                                                                   \
    count(path, k, p, same##_list((a).data, (a).count, (b).data, (b).count))

static void count_grids(const char *path, kind k, const tlb_roo_server *a, const tlb_roo_server *b)
{
    size_t cells = (size_t)a->rows * a->cols,
           hi_res = (size_t)a->hiResRows * a->hiResCols * sizeof *a->hiResGrid;
    bool same = a->rows == b->rows && a->cols == b->cols;
    if (!a->present)
        return;
    count(path, k, MOVES, same && memcmp(a->moveGrid, b->moveGrid, cells) == 0);
    count(path, k, FLAGS, same && memcmp(a->flagGrid, b->flagGrid, cells) == 0);
    if (a->hasMonsterGrid)
        count(path, k, MONSTERS, same && memcmp(a->monsterGrid, b->monsterGrid, cells) == 0);
    if (a->hasHiResGrid)
        count(path, k, HI_RES,
              a->hiResRows == b->hiResRows && a->hiResCols == b->hiResCols &&
                  memcmp(a->hiResGrid, b->hiResGrid, hi_res) == 0);
}

static kind kind_of(const tlb_roo *room)
{
    return room->version <= 12      ? V12
           : room->version >= 15    ? V15
           : room->version == 14    ? V14
           : tlb_roo_is_float(room) ? V13_M
                                    : V13_O;
}

static void measure(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_bytes bytes;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    tlb_roo *room = tlb_document_roo(document), was = *room;
    kind k = kind_of(room);
    if (tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS) != TLB_OK) {
        print_diagnostics(context);
        fail();
    }
    COUNT_LIST(path, k, NODES, same_node, was.nodes, room->nodes);
    COUNT_LIST(path, k, WALLS, same_wall, was.clientWalls, room->clientWalls);
    COUNT_LIST(path, k, SIDEDEFS, same_sidedef, was.sidedefs, room->sidedefs);
    COUNT_LIST(path, k, SLOPES, same_slopes, was.sectors, room->sectors);
    count_grids(path, k, &was.server, &room->server);
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    tlb_bytes source = tlb_document_source(document);
    count(path, k, FILES, bytes.size == source.size && memcmp(bytes.data, source.data, source.size) == 0);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void test_shares(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian", "roo");
    assert_true(files.count > 0);
    for (size_t i = 0; i < files.count; i++)
        measure(files.paths[i]);
    free_files(&files);
    for (int k = 0; k < KINDS; k++)
        for (int p = 0; p < PARTS; p++)
            if (shares[k][p].all) {
                print_message("version %s, %s: %u of %u\n", kind_names[k], part_names[p], shares[k][p].same,
                              shares[k][p].all);
                assert_true(shares[k][p].same >= least[k][p]);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares)};
    char folder[4096];
    return corpus_folder("meridian", folder, sizeof folder) ? cmocka_run_group_tests(tests, NULL, NULL)
                                                            : SKIPPED;
}
