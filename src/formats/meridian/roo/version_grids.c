/* The server's grids in another version: two up to 11, three from 12 on, in 13-O and 14 a fourth of high
 * resolution; none in 15. Version 14 may be without. */
#include "formats/meridian/roo/build.h"
#include "formats/meridian/roo/version.h"

enum { FIRST_WITHOUT_NEED = 14, FIRST_WITHOUT = 15 };

static void drop_surplus(roo_reshaping *r)
{
    tlb_roo_server *s = &r->made->server;
    if (s->hasMonsterGrid && !r->to.monsterGrid) {
        roo_dropped(r, "server.monsterGrid", "this version has no grid for monsters");
        s->hasMonsterGrid = false;
        s->monsterGrid = NULL;
    }
    if (s->hasHiResGrid && !r->to.hiResGrid) {
        roo_dropped(r, "server.hiResGrid", "this version has no grid of high resolution");
        s->hasHiResGrid = false;
        s->hiResGrid = NULL;
        s->hiResRows = s->hiResCols = 0;
    }
}

/* Makes all grids of the version, and takes those that the room lacks. */
static void make_missing(roo_reshaping *r)
{
    tlb_roo_server *s = &r->made->server;
    tlb_roo room = *r->made;
    room.server = (tlb_roo_server){0};
    r->status = roo_make_grids(&(roo_building){.context = r->context, .arena = r->arena, .room = &room});
    if (r->status)
        return;
    const tlb_roo_server *made = &room.server;
    bool fits = s->present && s->rows == made->rows && s->cols == made->cols;
    if (!fits) {
        *s = *made;
        return;
    }
    if (made->hasMonsterGrid && !s->hasMonsterGrid) {
        s->hasMonsterGrid = true;
        s->monsterGrid = made->monsterGrid;
    }
    if (made->hasHiResGrid && !s->hasHiResGrid) {
        s->hasHiResGrid = true;
        s->hiResRows = made->hiResRows;
        s->hiResCols = made->hiResCols;
        s->hiResGrid = made->hiResGrid;
    }
}

void roo_reshape_grids(roo_reshaping *r)
{
    tlb_roo *x = r->made;
    tlb_roo_server *s = &x->server;
    if (r->status)
        return;
    if (x->version >= FIRST_WITHOUT) {
        if (s->present)
            roo_dropped(r, "server", "no room of this version has grids");
        *s = (tlb_roo_server){0};
        return;
    }
    drop_surplus(r);
    bool needed = s->present || x->version < FIRST_WITHOUT_NEED;
    bool lacking =
        !s->present || (r->to.monsterGrid && !s->hasMonsterGrid) || (r->to.hiResGrid && !s->hasHiResGrid);
    if (needed && lacking)
        make_missing(r);
}
