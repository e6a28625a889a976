/* What is wrong with a scene of Constructor: its version, its brushes, their corners. */
#include "formats/torque/csx/csx.h"
#include "formats/torque/shared/textures.h"

#include "core/checker.h"
#include "formats/torque/map/map.h"

#include <math.h>

typedef struct reporting {
    tlb_checker *checker;
    const csx_level *made;
} reporting;

static void report(void *user, tlb_code code, uint32_t detail, uint32_t brush, uint32_t face,
                   const char *message)
{
    const reporting *r = user;
    const csx_places *places = &r->made->details.data[detail];
    uint32_t element = face == TLB_LEVEL_WHOLE ? places->brushes.data[brush] : places->faces.data[face];
    TLB_FIND_CODE(r->checker, code, tlb_at(r->checker, "elements[%u]", element), "%s", message);
}

/* Corners that are outside of a plane: the planes do not say what the editor showed. */
static void check_corners(tlb_checker *c, const tlb_csx *csx, uint32_t brush)
{
    uint32_t depth = csx->elements.data[brush].depth, end = brush + 1;
    while (end < csx->elements.count && csx->elements.data[end].depth > depth)
        end++;
    for (uint32_t f = brush + 1; f < end; f++) {
        double plane[4], at[3], worst = 0;
        uint32_t where = 0;
        if (tlb_csx_numbers(&csx->elements.data[f], "plane", plane, 4) != 4 ||
            (plane[0] == 0 && plane[1] == 0 && plane[2] == 0))
            continue;
        for (uint32_t v = brush + 1; v < end; v++)
            if (tlb_csx_numbers(&csx->elements.data[v], "pos", at, 3) == 3) {
                double above = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] + plane[3];
                where = above > worst ? v : where;
                worst = above > worst ? above : worst;
            }
        if (worst > 1e-2)
            TLB_FIND(c, CSX_NOT_CONVEX, tlb_at(c, "elements[%u]", f),
                     "the corner elements[%u] is %.3g m outside of the face: the brush is not convex", where,
                     worst);
    }
}

static tlb_status check_level(tlb_checker *c, tlb_document *document)
{
    csx_level made = {.level = tlb_level_create(document->context)};
    if (!made.level)
        return tlb_report_memory(document->context, NULL);
    tlb_status status = tlb_csx_make_level(document, &made);
    reporting r = {c, &made};
    tlb_level_reporter reporter = {.report = report, .user = &r};
    if (!status)
        status = tlb_level_check_brushes(document->context, made.level, &reporter);
    for (uint32_t i = 0; !status && i < made.level->materials.count; i++)
        if (made.level->materials.data[i].surface == TLB_LEVEL_VISIBLE)
            tlb_check_file(c, "texture", made.level->materials.data[i].name, tlb_torque_texture_extensions,
                           NULL);
    for (uint32_t i = 1; !status && i < made.level->details.count; i++)
        if (made.level->details.data[i].min_pixels >= made.level->details.data[i - 1].min_pixels)
            TLB_FIND(
                c, CSX_DETAIL_ORDER, NULL,
                "detail level %u is drawn from %g pixels on, which is not less than the %g of the one before",
                i, made.level->details.data[i].min_pixels, made.level->details.data[i - 1].min_pixels);
    tlb_level_free(made.level);
    return status;
}

tlb_status tlb_csx_check(tlb_document *document)
{
    enum { KNOWN_VERSION = 4 };
    const tlb_csx *csx = &((csx_root *)document->root)->csx;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    double version = 0;
    c.assets = document->assets;
    if (csx->elements.count &&
        (!tlb_csx_numbers(&csx->elements.data[0], "version", &version, 1) || version != KNOWN_VERSION))
        TLB_FIND(&c, CSX_VERSION, "elements[0]", "version %g, expected %u", version, (unsigned)KNOWN_VERSION);
    for (uint32_t i = 0; i < csx->elements.count; i++)
        if (csx->elements.data[i].name.size == 5 && memcmp(csx->elements.data[i].name.data, "Brush", 5) == 0)
            check_corners(&c, csx, i);
    tlb_status status = check_level(&c, document);
    tlb_status ended = tlb_checker_end(&c);
    return status ? status : ended;
}
