/* The faces of an OBJ: whose they are, which vertices they mean, and the normals of those that have none. */
#include "formats/interchange/obj/scene/scene.h"

#include "core/checker.h"
#include "scene/geometry/polygon.h"
#include "scene/geometry/unit.h"

/* What statements have set so far. */
typedef struct state {
    obj_scene *s;
    tlb_index places, parts;
    tlb_text group;
    int32_t object;  /* a place; TLB_NONE: no "o" yet */
    int32_t place;   /* of the next face; TLB_NONE: not known yet */
    int32_t part;    /* the same */
    tlb_text usemtl; /* data NULL: none */
    uint32_t usemtl_statement, statement;
    uint32_t smoothing;
    uint32_t v, vt, vn;
} state;

/* --- places ------------------------------------------------------------------------------------------ */

/* The key of a name in a parent; data NULL without memory. */
static tlb_text place_key(obj_scene *s, int32_t parent, tlb_text name)
{
    size_t size = sizeof parent + name.size;
    char *key = tlb_alloc(&s->work, size);
    if (!key)
        return (tlb_text){0};
    memcpy(key, &parent, sizeof parent);
    if (name.size)
        memcpy(key + sizeof parent, name.data, name.size);
    return (tlb_text){key, (uint32_t)size};
}

static bool find_place(state *x, int32_t parent, tlb_text name, int32_t *place)
{
    obj_scene *s = x->s;
    tlb_text key = place_key(s, parent, name);
    int32_t *known = key.data ? tlb_index_find(&x->places, &s->work, key.data, key.size) : NULL;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        obj_place *added = TLB_PUSH(&s->work, &s->places);
        if (!added)
            return false;
        *added = (obj_place){.parent = parent, .name = name};
        *known = (int32_t)s->places.count - 1;
    }
    *place = *known;
    return true;
}

static bool resolve_place(state *x)
{
    if (x->place != TLB_NONE)
        return true;
    bool in_object = x->object != TLB_NONE;
    if (in_object && (!x->group.size || tlb_same_text(x->group, x->s->places.data[x->object].name))) {
        x->place = x->object;
        return true;
    }
    return find_place(x, x->object, x->group, &x->place);
}

static bool resolve_part(state *x)
{
    obj_scene *s = x->s;
    if (x->part != TLB_NONE)
        return true;
    int32_t *key = tlb_alloc_array(&s->work, 2, sizeof *key), *known;
    if (!key || !resolve_place(x))
        return false;
    key[0] = x->place;
    key[1] = TLB_NONE;
    if (x->usemtl.data && !tlb_obj_find_material(s, x->usemtl, x->usemtl_statement, &key[1]))
        return false;
    known = tlb_index_find(&x->parts, &s->work, key, 2 * sizeof *key);
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        obj_part *added = TLB_PUSH(&s->work, &s->parts);
        if (!added)
            return false;
        *added = (obj_part){.place = key[0], .material = key[1]};
        *known = (int32_t)s->parts.count - 1;
    }
    x->part = *known;
    return true;
}

/* --- corners ----------------------------------------------------------------------------------------- */

/* From 1, or back from `before`: from 0; TLB_NONE where there is none. `all` are in the file. */
static int32_t resolve(int32_t index, uint32_t before, uint32_t all)
{
    int64_t at = index < 0 ? (int64_t)before + index : (int64_t)index - 1;
    return at >= 0 && at < all ? (int32_t)at : TLB_NONE;
}

static void report_skipped(const state *x, const char *why, int32_t index)
{
    tlb_report(x->s->conversion->context, TLB_CODE_OBJ_FACE_SKIPPED, TLB_NO_OFFSET,
               tlb_arena_printf(&x->s->work, "statements[%u].corners", x->statement), why, index);
}

static bool is_drawn(const state *x, const obj_line *line)
{
    const tlb_obj *obj = x->s->obj;
    if (line->as.span.count < 3) {
        report_skipped(x, "not converted: number of corners: %d, expected at least 3",
                       (int32_t)line->as.span.count);
        return false;
    }
    for (uint32_t i = 0; i < line->as.span.count; i++) {
        int32_t v = resolve(line->corners[i].v, x->v, obj->v.count);
        if (v == TLB_NONE) {
            report_skipped(x, "not converted: there is no vertex %d", line->corners[i].v);
            return false;
        }
        if (!tlb_all_finite(obj->v.data[v], 3)) {
            report_skipped(x, "not converted: vertex %d is infinite or NaN", line->corners[i].v);
            return false;
        }
    }
    return true;
}

/* A texture coordinate or normal; TLB_NONE, and reported, if it cannot be taken. */
static int32_t resolve_value(const state *x, int32_t index, uint32_t before, tlb_vec3 *values, uint32_t all,
                             const char *what)
{
    int32_t at = index ? resolve(index, before, all) : TLB_NONE;
    if (index && (at == TLB_NONE || !tlb_all_finite(values[at], 3))) {
        tlb_report(x->s->conversion->context, TLB_CODE_OBJ_REPLACED, TLB_NO_OFFSET,
                   tlb_arena_printf(&x->s->work, "statements[%u].corners", x->statement),
                   at == TLB_NONE ? "there is no %s %d: ignored" : "%s %d is infinite or NaN: ignored", what,
                   index);
        return TLB_NONE;
    }
    return at;
}

static bool add_face(state *x, const obj_line *line)
{
    obj_scene *s = x->s;
    const tlb_obj *obj = s->obj;
    if (!is_drawn(x, line))
        return true;
    uint32_t count = line->as.span.count;
    obj_face *face = TLB_PUSH(&s->work, &s->faces);
    if (!face || !TLB_RESERVE(&s->work, &s->corners, count) || !resolve_part(x))
        return false;
    obj_resolved *corners = s->corners.data + s->corners.count;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_obj_corner *corner = &line->corners[i];
        corners[i].v = resolve(corner->v, x->v, obj->v.count);
        corners[i].vt =
            resolve_value(x, corner->vt, x->vt, obj->vt.data, obj->vt.count, "texture coordinate");
        corners[i].vn = resolve_value(x, corner->vn, x->vn, obj->vn.data, obj->vn.count, "normal");
    }
    *face = (obj_face){s->corners.count, count, (uint32_t)x->part, x->smoothing};
    s->corners.count += count;
    s->parts.data[x->part].faces++;
    s->parts.data[x->part].triangles += count - 2;
    s->places.data[s->parts.data[x->part].place].corners += count;
    return true;
}

/* --- statements -------------------------------------------------------------------------------------- */

static bool take_line(state *x, const obj_line *line)
{
    switch (line->word) {
    case TLB_OBJ_V:
        x->v++;
        break;
    case TLB_OBJ_VT:
        x->vt++;
        break;
    case TLB_OBJ_VN:
        x->vn++;
        break;
    case TLB_OBJ_F:
        return add_face(x, line);
    case TLB_OBJ_L:
        x->s->lines++;
        break;
    case TLB_OBJ_P:
        x->s->points++;
        break;
    case TLB_OBJ_O:
        x->place = x->part = TLB_NONE;
        x->group = (tlb_text){0};
        return find_place(x, TLB_NONE, line->as.text, &x->object);
    case TLB_OBJ_G:
        x->place = x->part = TLB_NONE;
        x->group = line->as.text;
        break;
    case TLB_OBJ_S:
        x->smoothing = line->as.number;
        break;
    case TLB_OBJ_USEMTL:
        x->part = TLB_NONE;
        x->usemtl = line->as.text;
        x->usemtl_statement = x->statement;
        break;
    case TLB_OBJ_OTHER:
        x->s->others += line->as.text.size > 4 && (memcmp(line->as.text.data, "curv", 4) == 0 ||
                                                   memcmp(line->as.text.data, "surf", 4) == 0);
        break;
    default:
        break;
    }
    return true;
}

/* By part, in the order of the file. */
static bool order_faces(obj_scene *s)
{
    uint32_t first = 0;
    uint32_t *next = tlb_alloc_array(&s->work, s->parts.count, sizeof *next);
    s->order = tlb_alloc_array(&s->work, s->faces.count, sizeof *s->order);
    if (!next || !s->order)
        return false;
    for (uint32_t i = 0; i < s->parts.count; i++) {
        next[i] = s->parts.data[i].first = first;
        first += s->parts.data[i].faces;
    }
    for (uint32_t i = 0; i < s->faces.count; i++)
        s->order[next[s->faces.data[i].part]++] = i;
    return true;
}

bool tlb_obj_find_faces(obj_scene *s)
{
    obj_cursor cursor = {.obj = s->obj};
    state x = {.s = s, .object = TLB_NONE, .place = TLB_NONE, .part = TLB_NONE};
    obj_line line;
    if (!TLB_RESERVE(&s->work, &s->faces, s->obj->f.count) ||
        !TLB_RESERVE(&s->work, &s->corners, s->obj->corners.count))
        return false;
    while (tlb_obj_next(&cursor, &line)) {
        x.statement = cursor.statement - 1;
        if (!take_line(&x, &line))
            return false;
    }
    return order_faces(s);
}

/* --- normals ----------------------------------------------------------------------------------------- */

/* A normal that a vertex has in a smoothing group; those of a vertex are a chain. */
typedef struct smooth {
    uint32_t group, next; /* 1 + the next one's place */
} smooth;

typedef struct normals_maker {
    obj_scene *s;
    uint32_t *heads;         /* of the vertices: 1 + a place in `made` */
    TLB_LIST(smooth) chains; /* as `made` */
    tlb_index others;        /* vertices and groups that are in no chain */
    TLB_LIST(tlb_vec3) points;
} normals_maker;

static bool add_normal(normals_maker *m, uint32_t group, uint32_t next)
{
    tlb_vec3 *normal = TLB_PUSH(&m->s->work, &m->s->made);
    smooth *link = normal ? TLB_PUSH(&m->s->work, &m->chains) : NULL;
    if (!link)
        return false;
    memset(normal, 0, sizeof *normal);
    *link = (smooth){group, next};
    return true;
}

/* In the index. */
static bool find_other(normals_maker *m, int32_t vertex, uint32_t group, uint32_t *normal)
{
    const uint32_t wanted[2] = {(uint32_t)vertex, group};
    const int32_t *known = tlb_index_look(&m->others, wanted, sizeof wanted);
    if (!known) {
        const char *key = tlb_copy_text(&m->s->work, (const char *)wanted, sizeof wanted).data;
        int32_t *made = key ? tlb_index_find(&m->others, &m->s->work, key, sizeof wanted) : NULL;
        if (!made || !add_normal(m, group, 0))
            return false;
        *made = (int32_t)m->s->made.count - 1;
        known = made;
    }
    *normal = (uint32_t)*known;
    return true;
}

static bool find_normal(normals_maker *m, int32_t vertex, uint32_t group, uint32_t *normal)
{
    enum { LONGEST = 16 };
    uint32_t at = m->heads[vertex];
    int length = 0;
    for (; at && m->chains.data[at - 1].group != group; length++)
        at = m->chains.data[at - 1].next;
    if (length == LONGEST && !at)
        return find_other(m, vertex, group, normal);
    if (!at) {
        if (!add_normal(m, group, m->heads[vertex]))
            return false;
        at = m->heads[vertex] = m->s->made.count;
    }
    *normal = at - 1;
    return true;
}

static void add_to(float normal[3], const double sum[3])
{
    for (int k = 0; k < 3; k++)
        normal[k] += (float)sum[k];
}

/* A face whose corners do not all have a normal gets one at each of the others: its own, or that of its
 * smoothing group, weighted by area. */
static bool make_normals(normals_maker *m, const obj_face *face)
{
    obj_scene *s = m->s;
    obj_resolved *corners = s->corners.data + face->first;
    bool all = true;
    for (uint32_t i = 0; i < face->count; i++)
        all &= corners[i].vn != TLB_NONE;
    if (all)
        return true;
    m->points.count = 0;
    if (!TLB_RESERVE(&s->work, &m->points, face->count))
        return false;
    for (uint32_t i = 0; i < face->count; i++)
        memcpy(m->points.data[i], s->obj->v.data[corners[i].v], sizeof *m->points.data);
    double sum[3];
    tlb_polygon_normal((const float(*)[3])m->points.data, face->count, sum);
    uint32_t own = s->made.count;
    if (!face->smoothing) {
        if (!add_normal(m, 0, 0))
            return false;
        add_to(s->made.data[own], sum);
    }
    for (uint32_t i = 0; i < face->count; i++) {
        uint32_t normal = own;
        if (corners[i].vn != TLB_NONE)
            continue;
        if (face->smoothing) {
            if (!find_normal(m, corners[i].v, face->smoothing, &normal))
                return false;
            add_to(s->made.data[normal], sum);
        }
        corners[i].vn = (int32_t)(s->obj->vn.count + normal);
    }
    return true;
}

bool tlb_obj_make_normals(obj_scene *s)
{
    normals_maker m = {.s = s, .heads = tlb_zalloc_array(&s->work, s->obj->v.count, sizeof *m.heads)};
    if (!m.heads)
        return false;
    for (uint32_t i = 0; i < s->faces.count; i++)
        if (!make_normals(&m, &s->faces.data[i]))
            return false;
    for (uint32_t i = 0; i < s->made.count; i++)
        tlb_make_unit(s->made.data[i]);
    return true;
}
