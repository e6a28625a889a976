/* .bbg as JSON. */
#include "formats/meridian/bbg/bbg.h"

typedef struct walker {
    tlb_walk *w;
    bbg_root *root;
    tlb_speller speller;
} walker;

static void walk_spelling(walker *x, const tlb_record_kind *kind, const void *record,
                          tlb_bbg_spelling *spelling)
{
    if (!x->w->status)
        tlb_walk_spelling(x->w, &x->speller, &x->root->spellings, kind, record, spelling);
}

static void walk_option(walker *x, tlb_bbg_option *option)
{
    tlb_walk_text(x->w, "option", &option->option);
    tlb_walk_text(x->w, "value", &option->value);
    walk_spelling(x, &tlb_bbg_option_kind, option, &option->spelling);
}

static void walk_bitmap(walker *x, tlb_bbg_bitmap *bitmap)
{
    tlb_walk *w = x->w;
    tlb_walk_text(w, "file", &bitmap->file);
    WALK(w, bitmap, xoff);
    WALK(w, bitmap, yoff);
    WALK_ROWS(w, bitmap, hotspots, 1, i) {
        WALK(w, &bitmap->hotspots.data[i], number);
        WALK(w, &bitmap->hotspots.data[i], x);
        WALK(w, &bitmap->hotspots.data[i], y);
    }
    walk_spelling(x, &tlb_bbg_bitmap_kind, bitmap, &bitmap->spelling);
}

static void walk_group(walker *x, tlb_bbg_group *group)
{
    WALK_VALUES(x->w, group, indices);
    walk_spelling(x, &tlb_bbg_group_kind, group, &group->spelling);
}

static void walk_tail(tlb_walk *w, tlb_bbg *bbg)
{
    bool present = bbg->tail.size != 0;
    tlb_walk_has(w, "tail", &present);
    if (present)
        tlb_walk_text(w, "tail", &bbg->tail);
}

void tlb_bbg_walk(tlb_walk *w, bbg_root *root)
{
    tlb_bbg *bbg = &root->bbg;
    tlb_buffer text = {.account = w->context->account};
    walker x = {.w = w, .root = root};
    tlb_bbg_speller_init(&x.speller, w->context, root);
    x.speller.out = &text;
    WALK(w, bbg, crlf);
    WALK_ROWS(w, bbg, options, 1, i)
        walk_option(&x, &bbg->options.data[i]);
    walk_spelling(&x, &tlb_bbg_bitmaps_kind, &(bbg_count){bbg->bitmaps.count}, &bbg->numBitmaps);
    WALK_ROWS(w, bbg, bitmaps, 1, i)
        walk_bitmap(&x, &bbg->bitmaps.data[i]);
    walk_spelling(&x, &tlb_bbg_groups_kind, &(bbg_count){bbg->groups.count}, &bbg->numGroups);
    WALK_ROWS(w, bbg, groups, 1, i)
        walk_group(&x, &bbg->groups.data[i]);
    walk_tail(w, bbg);
    tlb_buffer_free(&text);
}
