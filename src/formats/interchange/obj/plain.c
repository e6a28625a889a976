/* Lines of OBJ as most are, read at once: short numbers with one blank between them. Whatever differs, and
 * all that is wrong, is for the reader of lines in read.c. */
#include "formats/interchange/obj/obj.h"

#include "base/number_short.h"

/* The end of the line at t->at; NULL: it is too long, or so close to the text's end that a short number might
 * be read beyond that. */
static const char *find_end(const tlb_words *t)
{
    enum { LONGEST = 256 };
    size_t left = (size_t)(t->end - t->at);
    const char *end = memchr(t->at, '\n', left < LONGEST ? left : LONGEST);
    return end && t->end - end >= TLB_SHORT_NUMBER ? end : NULL;
}

/* Numbers to the end of the line, a blank before each. */
static INLINE const char *read_f32s(const char *p, obj_line *x, uint32_t most)
{
    while (*p == ' ' && x->given < most) {
        p = tlb_short_f32(p + 1, &x->as.vector[x->given]);
        if (!p)
            return NULL;
        x->given++;
    }
    return p;
}

static INLINE const char *read_corner(const char *p, tlb_obj_corner *corner)
{
    uint32_t v = 0, vt = 0, vn = 0;
    p = tlb_short_u32(p, &v);
    if (p && *p == '/') {
        if (p[1] != '/')
            p = tlb_short_u32(p + 1, &vt);
        else
            p++;
        if (p && *p == '/')
            p = tlb_short_u32(p + 1, &vn);
    }
    *corner = (tlb_obj_corner){(int32_t)v, (int32_t)vt, (int32_t)vn};
    return p;
}

static const char *read_corners(tlb_words *t, const char *p, const char *end, obj_line *x)
{
    enum { LEAST = 2 }; /* characters of a corner */
    obj_reader *r = t->user;
    uint32_t count = 0, most = (uint32_t)(end - p) / LEAST;
    if (!most || !tlb_growth_reserve(&r->growth, &r->corners.data, r->corners.count, &r->of_corners, most,
                                     sizeof *r->corners.data))
        return NULL; /* the reader of lines needs less, or reports it */
    tlb_obj_corner *corners = r->corners.data + r->corners.count;
    while (p && *p == ' ' && count < most)
        p = read_corner(p + 1, &corners[count++]);
    x->as.span = (tlb_obj_span){r->corners.count, count};
    return p;
}

bool tlb_obj_read_plain(tlb_words *t, uint32_t spelling)
{
    obj_reader *r = t->user;
    const char *p = t->at, *end = find_end(t);
    if (!end)
        return false;
    obj_line x = {.word = TLB_OBJ_OTHER};
    if (p[0] == 'v' && p[1] == ' ')
        p = read_f32s(p + 1, &x, tlb_obj_statements[x.word = TLB_OBJ_V].most);
    else if (p[0] == 'f' && p[1] == ' ')
        p = read_corners(t, p + 1, end, &x), x.word = TLB_OBJ_F;
    else if (p[0] == 'v' && (p[1] == 't' || p[1] == 'n') && p[2] == ' ')
        p = read_f32s(p + 2, &x, tlb_obj_statements[x.word = p[1] == 't' ? TLB_OBJ_VT : TLB_OBJ_VN].most);
    else
        return false;
    if (!p || p + (*p == '\r') != end || x.given < tlb_obj_statements[x.word].least)
        return false;
    if (x.word == TLB_OBJ_F)
        r->corners.count += x.as.span.count;
    t->last = p;
    t->at = end + 1;
    if (!tlb_obj_add(r, &x, spelling))
        tlb_walk_refused(t->w, r->growth.arena->failure);
    return true;
}
