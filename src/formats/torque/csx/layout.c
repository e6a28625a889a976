/* .csx as JSON: the elements in their order, each with its depth. */
#include "formats/torque/csx/csx.h"

typedef struct walker {
    tlb_walk *w;
    csx_root *root;
    tlb_speller speller;
} walker;

static void walk_spelled(walker *x, const tlb_record_kind *kind, const void *record,
                         tlb_csx_spelling *spelling)
{
    if (!x->w->status)
        tlb_walk_spelling(x->w, &x->speller, &x->root->spellings, kind, record, spelling);
}

static void walk_attribute(walker *x, tlb_csx_attribute *attribute)
{
    tlb_walk_text(x->w, "name", &attribute->name);
    tlb_walk_text(x->w, "value", &attribute->value);
    walk_spelled(x, &tlb_csx_attribute_kind, attribute, &attribute->spelling);
}

static void walk_element(walker *x, tlb_csx_element *element)
{
    tlb_walk *w = x->w;
    WALK(w, element, depth);
    tlb_walk_text(w, "name", &element->name);
    WALK(w, element, isEmpty);
    csx_tag tag = {element->depth, element->name, element->isEmpty != 0};
    walk_spelled(x, &tlb_csx_open_kind, &tag, &element->spelling);
    WALK_ROWS(w, element, attributes, 1, i)
        walk_attribute(x, &element->attributes.data[i]);
    walk_spelled(x, &tlb_csx_close_kind, &tag, &element->close);
    if (!element->isEmpty)
        walk_spelled(x, &tlb_csx_end_kind, &tag, &element->end);
}

/* After the root. */
static void walk_tail(tlb_walk *w, tlb_csx *csx)
{
    bool present = csx->tail.size != 0;
    tlb_walk_has(w, "tail", &present);
    if (!present)
        return;
    tlb_walk_text(w, "tail", &csx->tail);
    tlb_words t;
    tlb_words_init(&t, w, (tlb_bytes){(const uint8_t *)csx->tail.data, csx->tail.size}, CSX_COMMENT);
    if (!w->status && w->visitor->fills && tlb_csx_next(&t))
        tlb_walk_fault(w, "tail", "expected only comments");
}

void tlb_csx_walk(tlb_walk *w, csx_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    walker x = {.w = w, .root = root};
    tlb_csx_speller_init(&x.speller, w->context, root);
    x.speller.out = &text;
    WALK(w, &root->csx, crlf);
    WALK_BLOCKS(w, &root->csx, elements, 1, i)
        walk_element(&x, &root->csx.elements.data[i]);
    walk_tail(w, &root->csx);
    tlb_buffer_free(&text);
}
