/* What is wrong with the brushes of a level, each alone and with another. */
#include "level/check.h"

#include "base/context.h"

#include <stdio.h>
#include <stdlib.h>

void tlb_brush_report(const tlb_brush_checker *c, tlb_code code, uint32_t brush, uint32_t face,
                      const char *message)
{
    if (c->reporter) {
        c->reporter->report(c->reporter->user, code, c->detail, brush, face, message);
        return;
    }
    char place[TLB_LEVEL_PLACE];
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    tlb_level_place(detail, detail->brushes.data[brush].entity, brush, face, place);
    tlb_report(c->context, code, TLB_NO_OFFSET, NULL, "%s: %s", place, message);
}

static void check_faces(const tlb_brush_checker *c, uint32_t brush, const tlb_brush_shape *shape)
{
    uint32_t first = c->level->details.data[c->detail].brushes.data[brush].first_face;
    for (uint32_t i = 0; i < shape->rings.count; i++)
        switch (shape->rings.data[i].fault) {
        case TLB_FACE_SOUND:
            break;
        case TLB_FACE_DEGENERATE:
            tlb_brush_report(c, TLB_CODE_LEVEL_FACE_DEGENERATE, brush, first + i,
                             "the face has no plane: expected three points that are not on one line");
            break;
        case TLB_FACE_DUPLICATE:
            tlb_brush_report(c, TLB_CODE_LEVEL_FACE_DUPLICATE, brush, first + i,
                             "the brush has another face in the same plane before this one");
            break;
        case TLB_FACE_REDUNDANT:
            if (!shape->fault)
                tlb_brush_report(
                    c, TLB_CODE_LEVEL_FACE_REDUNDANT, brush, first + i,
                    "the face is cut away by the others: it has no effect, or the brush is not convex");
            break;
        }
}

static bool check_brush(tlb_brush_checker *c, uint32_t brush, tlb_arena *work)
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    const tlb_level_brush *b = &detail->brushes.data[brush];
    tlb_brush_shape shape;
    if (!tlb_brush_shape_make(tlb_level_brush_faces(detail, b), b->face_count, work, work, &shape))
        return false;
    check_faces(c, brush, &shape);
    if (shape.fault == TLB_BRUSH_EMPTY)
        tlb_brush_report(c, TLB_CODE_LEVEL_BRUSH_EMPTY, brush, TLB_LEVEL_WHOLE,
                         "the faces enclose nothing: the brush is not convex, inside out or flat");
    else if (shape.fault == TLB_BRUSH_LARGE)
        tlb_brush_report(c, TLB_CODE_LEVEL_BRUSH_EMPTY, brush, TLB_LEVEL_WHOLE,
                         "the brush has more than 1024 faces, which is not supported");
    else if (shape.fault == TLB_BRUSH_OPEN)
        tlb_brush_report(c, TLB_CODE_LEVEL_BRUSH_OPEN, brush, TLB_LEVEL_WHOLE,
                         "the faces do not close the brush: it has no end in some direction");
    else {
        tlb_brush_outline *o = &c->outlines[c->count++];
        o->brush = brush;
        for (int axis = 0; axis < 3; axis++) {
            o->box.low[axis] = shape.low[axis];
            o->box.high[axis] = shape.high[axis];
        }
    }
    return true;
}

/* --- the same brush twice ---------------------------------------------------------------------------- */

static int compare_outlines(const void *a, const void *b)
{
    const tlb_brush_outline *one = a, *other = b;
    if (one->box.low[0] != other->box.low[0])
        return one->box.low[0] < other->box.low[0] ? -1 : 1;
    return one->brush < other->brush ? -1 : one->brush > other->brush;
}

static bool is_same_box(const tlb_brush_outline *a, const tlb_brush_outline *b)
{
    for (int axis = 0; axis < 3; axis++)
        if (fabs(a->box.low[axis] - b->box.low[axis]) > TLB_LEVEL_NEAR ||
            fabs(a->box.high[axis] - b->box.high[axis]) > TLB_LEVEL_NEAR)
            return false;
    return true;
}

/* Whether each plane of one is a plane of the other. */
static bool has_planes(const tlb_level_detail *detail, const tlb_level_brush *one,
                       const tlb_level_brush *other)
{
    for (uint32_t i = 0; i < one->face_count; i++) {
        const tlb_level_face *a = &detail->faces.data[one->first_face + i];
        bool found = false;
        for (uint32_t j = 0; j < other->face_count && !found; j++) {
            found = tlb_faces_share_plane(a, &detail->faces.data[other->first_face + j], 1);
        }
        if (!found)
            return false;
    }
    return true;
}

/* Those that begin at the same x are next to each other. Of several that are the same each is compared with
 * the one before it. */
static void check_duplicates(tlb_brush_checker *c)
{
    enum { MOST_COMPARED = 4096 };
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    qsort(c->outlines, c->count, sizeof *c->outlines, compare_outlines);
    for (uint32_t i = 0; i < c->count; i++) {
        const tlb_brush_outline *o = &c->outlines[i];
        uint32_t least = i > MOST_COMPARED ? i - MOST_COMPARED : 0;
        for (uint32_t j = i; j-- > least && o->box.low[0] - c->outlines[j].box.low[0] <= TLB_LEVEL_NEAR;) {
            uint32_t a = c->outlines[j].brush, b = o->brush;
            uint32_t first = a < b ? a : b, second = a < b ? b : a;
            const tlb_level_brush *one = &detail->brushes.data[first], *other = &detail->brushes.data[second];
            if (one->kind != other->kind || !is_same_box(o, &c->outlines[j]) ||
                !has_planes(detail, one, other) || !has_planes(detail, other, one))
                continue;
            char place[TLB_LEVEL_PLACE], message[TLB_LEVEL_PLACE + 64];
            snprintf(message, sizeof message, "the brush is the same as %s",
                     tlb_level_place(detail, one->entity, first, TLB_LEVEL_WHOLE, place));
            tlb_brush_report(c, TLB_CODE_LEVEL_BRUSH_DUPLICATE, second, TLB_LEVEL_WHOLE, message);
            break;
        }
    }
}

/* --- all --------------------------------------------------------------------------------------------- */

static bool check_detail(tlb_brush_checker *c, tlb_arena *arena)
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    c->count = 0;
    c->outlines = tlb_alloc_array(arena, detail->brushes.count, sizeof *c->outlines);
    if (!c->outlines)
        return false;
    for (uint32_t brush = 0; brush < detail->brushes.count; brush++) {
        if (c->reporter && c->reporter->is_checked &&
            !c->reporter->is_checked(c->reporter->user, c->detail, brush))
            continue;
        tlb_mark mark = tlb_arena_mark(arena);
        bool done = check_brush(c, brush, arena);
        tlb_arena_rewind(arena, mark);
        if (!done)
            return false;
    }
    if (!tlb_brushes_check_near(c, arena))
        return false;
    check_duplicates(c);
    return true;
}

tlb_status tlb_level_check_brushes(tlb_context *context, const tlb_level *level,
                                   const tlb_level_reporter *reporter)
{
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_brush_checker c = {.context = context, .level = level, .reporter = reporter};
    bool done = true;
    for (; done && c.detail < level->details.count; c.detail++)
        done = check_detail(&c, &arena);
    tlb_arena_release(&arena);
    return done ? TLB_OK : tlb_report_memory(context, &arena);
}

tlb_status tlb_level_check_sizes(tlb_context *context, const tlb_level *level)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < level->materials.count; i++) {
        const tlb_level_material *material = &level->materials.data[i];
        if (!material->unsized)
            continue;
        tlb_report_remedy(context, TLB_CODE_LEVEL_TEXTURE_SIZE, TLB_NO_OFFSET, NULL,
                          (tlb_remedy){"texture-size", "WxH"}, "texture \"%s\": no image says its size",
                          material->name);
        status = TLB_INVALID;
    }
    return status;
}
