/* Maps as JSON. */
#include "formats/torque/map/map.h"

#include <string.h>

typedef struct walker {
    tlb_walk *w;
    map_root *root;
    tlb_speller speller;
} walker;

static void walk_spelled(walker *x, const tlb_record_kind *kind, const void *record,
                         tlb_map_spelling *spelling)
{
    if (!x->w->status)
        tlb_walk_spelling(x->w, &x->speller, &x->root->spellings, kind, record, spelling);
}

static void walk_flags(tlb_walk *w, tlb_map_face *face)
{
    struct {
        TLB_ARRAY(double) flags;
    } row = {{face->flags, face->flagCount}};
    bool present = face->flagCount != 0;
    tlb_walk_has(w, "flags", &present);
    if (!present) {
        face->flagCount = 0;
        return;
    }
    WALK_VALUES(w, &row, flags);
    if (w->status || !w->visitor->fills)
        return;
    if (row.flags.count > TLB_MAP_FLAGS) {
        tlb_walk_fault(w, "flags", "number of values: %u, expected at most %u", row.flags.count,
                       (unsigned)TLB_MAP_FLAGS);
        return;
    }
    face->flagCount = (uint8_t)row.flags.count;
    if (row.flags.count)
        memmove(face->flags, row.flags.data, row.flags.count * sizeof(double));
    for (uint32_t i = row.flags.count; i < TLB_MAP_FLAGS; i++)
        face->flags[i] = 0;
}

static void walk_points(tlb_walk *w, tlb_map_face *face)
{
    uint32_t count = 3;
    const void *points = tlb_walk_table(w, "points", face->points, &count, 3, TLB_F64, TLB_F64);
    if (w->status || !w->visitor->fills)
        return;
    if (count == 3)
        memmove(face->points, points, sizeof face->points);
    else
        tlb_walk_fault(w, "points", "number of points: %u, expected 3", count);
}

static void walk_face(walker *x, tlb_map_face *face)
{
    tlb_walk *w = x->w;
    walk_points(w, face);
    tlb_walk_text(w, "texture", &face->texture);
    WALK_DEFAULT(w, face, isValve, 1);
    WALK(w, face, isValve);
    if (face->isValve) {
        WALK_ROW(w, face, u);
        WALK_ROW(w, face, v);
    } else {
        double offset[2] = {face->u[3], face->v[3]};
        walk_row(w, "offset", TLB_F64, offset, 2);
        for (int i = 0; i < 3; i++)
            face->u[i] = face->v[i] = 0;
        face->u[3] = offset[0];
        face->v[3] = offset[1];
    }
    WALK(w, face, rotation);
    if (w->fresh)
        face->scale[0] = face->scale[1] = 1;
    WALK_ROW(w, face, scale);
    walk_flags(w, face);
    walk_spelled(x, &tlb_map_face_kind, face, &face->spelling);
}

static void walk_brush(walker *x, tlb_map_brush *brush)
{
    tlb_walk *w = x->w;
    walk_spelled(x, &tlb_map_open_kind, brush, &brush->spelling);
    WALK_ROWS(w, brush, faces, 1, i)
        walk_face(x, &brush->faces.data[i]);
    walk_spelled(x, &tlb_map_close_kind, brush, &brush->end);
}

static void walk_property(walker *x, tlb_map_property *property)
{
    tlb_walk *w = x->w;
    tlb_walk_text(w, "key", &property->key);
    tlb_walk_text(w, "value", &property->value);
    bool present = property->brush != 0;
    tlb_walk_has(w, "brush", &present);
    if (present)
        WALK(w, property, brush);
    else
        property->brush = 0;
    walk_spelled(x, &tlb_map_property_kind, property, &property->spelling);
}

static void walk_entity(walker *x, tlb_map_entity *entity)
{
    tlb_walk *w = x->w;
    walk_spelled(x, &tlb_map_open_kind, entity, &entity->spelling);
    WALK_ROWS(w, entity, properties, 1, i)
        walk_property(x, &entity->properties.data[i]);
    WALK_BLOCKS(w, entity, brushes, 1, i)
        walk_brush(x, &entity->brushes.data[i]);
    walk_spelled(x, &tlb_map_close_kind, entity, &entity->end);
}

/* After the last entity. */
static void walk_tail(tlb_walk *w, tlb_map_file *map)
{
    bool present = map->tail.size != 0;
    tlb_walk_has(w, "tail", &present);
    if (!present)
        return;
    tlb_walk_text(w, "tail", &map->tail);
    tlb_words t;
    tlb_words_init(&t, w, (tlb_bytes){(const uint8_t *)map->tail.data, map->tail.size}, MAP_COMMENT);
    if (!w->status && w->visitor->fills && tlb_map_next(&t))
        tlb_walk_fault(w, "tail", "expected only comments");
}

void tlb_map_walk(tlb_walk *w, map_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    walker x = {.w = w, .root = root};
    tlb_map_speller_init(&x.speller, w->context, root);
    x.speller.out = &text;
    WALK(w, &root->map, crlf);
    WALK_BLOCKS(w, &root->map, entities, 1, i)
        walk_entity(&x, &root->map.entities.data[i]);
    walk_tail(w, &root->map);
    tlb_buffer_free(&text);
}
