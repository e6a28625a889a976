/* The rules of OBJ. */
#include "formats/interchange/obj/obj.h"

#include "core/checker.h"

typedef struct rules {
    tlb_checker c;
    const tlb_obj *obj;
    uint32_t statement;
    uint32_t v, vt, vn; /* so far */
    uint32_t *named;    /* by v: 1 + the statement that named it last */
} rules;

/* --- elements ---------------------------------------------------------------------------------------- */

/* Whether there is such a thing; -1 is the last before the statement. */
static bool is_there(int32_t index, uint32_t before, uint32_t all)
{
    return index < 0 ? (int64_t)before + index >= 0 : index > 0 && (uint32_t)index <= all;
}

static void check_index(rules *x, uint32_t corner, int32_t index, uint32_t before, uint32_t all,
                        const char *things)
{
    if (!is_there(index, before, all))
        TLB_FIND(&x->c, OBJ_INDEX, tlb_at(&x->c, "corners"),
                 "corner %u: index %d out of range; number of %s: %u", corner, index, things,
                 index < 0 ? before : all);
}

static void check_corners(rules *x, const obj_line *line)
{
    const tlb_obj *obj = x->obj;
    uint32_t with_vt = 0, with_vn = 0, count = line->as.span.count;
    bool repeated = false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_obj_corner *corner = &line->corners[i];
        check_index(x, i, corner->v, x->v, obj->v.count, "vertices");
        if (corner->vt)
            check_index(x, i, corner->vt, x->vt, obj->vt.count, "texture coordinates");
        if (corner->vn)
            check_index(x, i, corner->vn, x->vn, obj->vn.count, "normals");
        with_vt += corner->vt != 0;
        with_vn += corner->vn != 0;
        if (!is_there(corner->v, x->v, obj->v.count))
            continue;
        uint32_t v = corner->v < 0 ? (uint32_t)((int64_t)x->v + corner->v) : (uint32_t)corner->v - 1;
        repeated |= x->named[v] == x->statement + 1;
        x->named[v] = x->statement + 1;
    }
    if ((with_vt && with_vt < count) || (with_vn && with_vn < count))
        TLB_FIND(&x->c, OBJ_MIXED_CORNERS, tlb_at(&x->c, "corners"),
                 "only some of the corners have texture coordinates or normals");
    if (repeated && line->word == TLB_OBJ_F)
        TLB_FIND(&x->c, OBJ_REPEATED_CORNER, tlb_at(&x->c, "corners"), "a vertex is repeated");
}

static void check_element(rules *x, const obj_line *line)
{
    uint32_t least = line->word == TLB_OBJ_F ? 3 : line->word == TLB_OBJ_L ? 2 : 1;
    if (line->as.span.count < least)
        TLB_FIND(&x->c, OBJ_FEW_CORNERS, tlb_at(&x->c, "corners"),
                 "number of corners: %u, expected at least %u", line->as.span.count, least);
    check_corners(x, line);
}

/* --- statements -------------------------------------------------------------------------------------- */

static void check_vector(rules *x, const obj_line *line)
{
    const float tolerance = 0.01f, *n = line->as.vector;
    if (!tlb_all_finite(n, line->given)) {
        TLB_FIND(&x->c, OBJ_NOT_FINITE, tlb_at(&x->c, "values"), "infinite or NaN");
        return;
    }
    float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (line->word == TLB_OBJ_VN && !(fabsf(square - 1) < tolerance))
        TLB_FIND(&x->c, OBJ_NORMAL_LENGTH, tlb_at(&x->c, "values"), "length %g, expected 1",
                 sqrt((double)square));
}

static void check_other(rules *x, tlb_text line)
{
    static const char *const known[] = {
        "cstype", "deg",      "bmat",     "step",   "curv",   "curv2",      "surf",  "parm",
        "trim",   "hole",     "scrv",     "sp",     "end",    "con",        "mg",    "bevel",
        "lod",    "c_interp", "d_interp", "maplib", "usemap", "trace_obj",  "ctech", "stech",
        "bzp",    "bsp",      "cdc",      "cdp",    "res",    "shadow_obj", "call",  "csh"};
    tlb_words t;
    tlb_words_init(&t, NULL, (tlb_bytes){(const uint8_t *)line.data, line.size}, OBJ_COMMENT);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (tlb_words_take(&t, known[i]))
            return;
    tlb_text word = tlb_words_peek(&t);
    TLB_FIND(&x->c, OBJ_STATEMENT, tlb_at(&x->c, "line"), "unknown statement \"%.*s\"",
             (int)(word.size < 40 ? word.size : 40), word.data);
}

static void check_files(rules *x, tlb_text files)
{
    tlb_text file;
    for (uint32_t at = 0; x->c.assets && tlb_obj_next_file(files, &at, &file);) {
        const char *name = tlb_copy_text(&x->c.arena, file.data, file.size).data;
        if (name)
            tlb_check_file(&x->c, "material library", name, NULL, tlb_at(&x->c, "files"));
    }
}

static void check_line(rules *x, const obj_line *line)
{
    switch (tlb_obj_statements[line->word].kind) {
    case OBJ_VECTOR:
        check_vector(x, line);
        x->v += line->word == TLB_OBJ_V;
        x->vt += line->word == TLB_OBJ_VT;
        x->vn += line->word == TLB_OBJ_VN;
        break;
    case OBJ_ELEMENT:
        check_element(x, line);
        break;
    case OBJ_TEXT:
        if (line->word == TLB_OBJ_MTLLIB)
            check_files(x, line->as.text);
        break;
    case OBJ_LINE:
        check_other(x, line->as.text);
        break;
    case OBJ_NUMBER:
        break;
    }
}

tlb_status tlb_obj_check(tlb_document *document)
{
    const tlb_obj *obj = &((obj_root *)document->root)->obj;
    tlb_status status = tlb_obj_check_whole(document->context, obj);
    if (status)
        return status;
    rules x = {.c = tlb_checker_start(document->context, obj), .obj = obj};
    x.c.assets = document->assets;
    x.named = tlb_scratch(&x.c, obj->v.count, sizeof *x.named);
    obj_cursor cursor = {.obj = obj};
    obj_line line;
    if (obj->statement_count && !obj->v.count)
        TLB_FIND(&x.c, OBJ_NO_VERTEX, "statements", "there is no vertex");
    while (x.named && tlb_obj_next(&cursor, &line)) {
        x.statement = cursor.statement - 1;
        size_t outer = tlb_enter(&x.c, "statements[%u].", x.statement);
        check_line(&x, &line);
        x.c.part = outer;
    }
    return tlb_checker_end(&x.c);
}
