/* NFF from text, and where each value of a text stands. */
#include "formats/sense8/nff/lines.h"
#include "base/text.h"

/* --- reading ----------------------------------------------------------------------------------------- */

static void read_vertices(tlb_words *t, tlb_nff_object *x)
{
    enum { LEAST = sizeof "0 0 0" };
    x->vertices.data =
        tlb_words_open_list(t, "vertices", &x->vertices.count, sizeof *x->vertices.data, LEAST);
    for (uint32_t i = 0; i < x->vertices.count && !t->w->status; i++) {
        i += tlb_nff_read_plain_vertices(t, x->vertices.data + i, x->vertices.count - i);
        if (i == x->vertices.count)
            break;
        words_element(t, i);
        x->vertices.data[i] = (tlb_nff_vertex){.spelling = tlb_spelling_here(t)};
        tlb_nff_read_vertex(t, &x->vertices.data[i]);
    }
    words_leave(t);
}

static void read_polygons(tlb_words *t, tlb_nff_object *x)
{
    enum { LEAST = sizeof "0 0x0", CORNERS = 3 };
    nff_reader *r = t->user;
    x->polygonsSpelling = tlb_spelling_here(t);
    tlb_nff_polygons_kind.read(t, x);
    x->polygons.data =
        tlb_words_open_list(t, "polygons", &x->polygons.count, sizeof *x->polygons.data, LEAST);
    r->ahead = CORNERS * (size_t)x->polygons.count;
    for (uint32_t i = 0; i < x->polygons.count && !t->w->status; i++) {
        i += tlb_nff_read_plain_polygons(t, x->polygons.data + i, x->polygons.count - i);
        if (i == x->polygons.count || t->w->status)
            break;
        words_element(t, i);
        x->polygons.data[i] = (tlb_nff_polygon){.spelling = tlb_spelling_here(t)};
        tlb_nff_read_polygon(t, &x->polygons.data[i]);
    }
    words_leave(t);
}

typedef TLB_LIST(tlb_nff_object) objects;

static void read_objects(tlb_words *t, tlb_nff *nff)
{
    objects list = {0};
    words_enter(t, "objects");
    for (const char *at = t->at; !t->w->status && tlb_nff_next_object(t); at = t->at) {
        tlb_nff_object *x = TLB_PUSH(t->w->arena, &list);
        if (!x) {
            tlb_walk_no_memory(t->w);
            break;
        }
        *x = (tlb_nff_object){0};
        words_element(t, list.count - 1);
        t->at = at;
        x->spelling = tlb_spelling_here(t);
        tlb_nff_object_kind.read(t, x);
        read_vertices(t, x);
        read_polygons(t, x);
        nff->tail.data = t->at;
    }
    words_leave(t);
    nff->objects.data = list.data;
    nff->objects.count = list.count;
}

/* --- style ------------------------------------------------------------------------------------------- */

/* The digits after the point of the number at p. */
static int32_t count_decimals(const char *p, const char *end)
{
    int32_t count = 0;
    while (p < end && ' ' < *p && *p != '.')
        p++;
    if (p < end && *p == '.')
        while (++p < end && *p >= '0' && *p <= '9')
            count++;
    return count;
}

/* The first line, vertex and color speak for the file. */
static tlb_nff_style find_style(tlb_words *t, const tlb_nff *nff)
{
    const nff_reader *r = t->user;
    const char *line = memchr(t->start, '\n', (size_t)(t->end - t->start));
    tlb_nff_style style = {.decimals = -1, .shortColors = r->digits > 0 && r->digits <= 3};
    style.crlf = line && line > t->start && line[-1] == '\r';
    for (uint32_t i = 0; i < nff->objects.count; i++)
        if (nff->objects.data[i].vertices.count) {
            t->at = t->start + nff->objects.data[i].vertices.data[0].spelling - 1;
            words_next_line(t);
            style.decimals = count_decimals(t->at, t->end);
            break;
        }
    return style;
}

/* --- what is not NFF --------------------------------------------------------------------------------- */

/* The statements of Eric Haines' Neutral File Format, of the Standard Procedural Databases. */
static bool is_haines(tlb_words *t)
{
    static const char *const statements[] = {"v", "b", "l", "f", "fm", "c", "s", "p", "pp", "tpp", "from"};
    t->comment[0] = '#';
    t->comment[1] = 0;
    bool found = false;
    if (words_next_line(t))
        for (size_t i = 0; i < sizeof statements / sizeof *statements && !found; i++)
            found = tlb_words_take(t, statements[i]);
    return found;
}

static bool is_binary(tlb_bytes source)
{
    enum { LOOKED_AT = 512 };
    return memchr(source.data, 0, source.size < LOOKED_AT ? source.size : LOOKED_AT) != NULL;
}

/* Files of the same name that are something else. */
static bool refuse_others(tlb_document *document)
{
    tlb_words t;
    const char *what = NULL;
    tlb_words_init(&t, NULL, document->source, NFF_COMMENT);
    if (document->source.size >= UINT32_MAX)
        what = "a text of 4 GiB or more";
    else if (tlb_nff_take_signature(&t) || !words_next_line(&t))
        return false;
    else if (is_binary(document->source))
        what = "a binary NFF of another program, which is undocumented";
    else {
        t.at = t.start;
        if (!is_haines(&t))
            return false;
        what = "Eric Haines' NFF (Standard Procedural Databases), not Sense8's format of the same name";
    }
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, 0, NULL, "not supported: this is %s", what);
    return true;
}

/* --- documents --------------------------------------------------------------------------------------- */

static void read_text(tlb_document *document, tlb_walk *w, nff_root *root)
{
    tlb_words t;
    nff_reader reader = {.arena = &document->arena};
    tlb_words_init(&t, w, document->source, NFF_COMMENT);
    t.user = &reader;
    root->spellings = tlb_spellings_of(document->source);
    root->nff.header.spelling = tlb_spelling_here(&t);
    tlb_nff_header_kind.read(&t, &root->nff.header);
    root->nff.tail.data = t.at;
    read_objects(&t, &root->nff);
    root->nff.tail.size = (uint32_t)(t.end - root->nff.tail.data);
    if (!w->status)
        root->nff.style = find_style(&t, &root->nff);
}

tlb_status tlb_nff_read(tlb_document *document)
{
    nff_root *root = tlb_nff_create(&document->arena);
    if (!root)
        return tlb_report_memory(document->context, &document->arena);
    if (refuse_others(document))
        return TLB_UNSUPPORTED;
    document->root = root;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    read_text(document, &w, root);
    return w.status;
}

/* --- places ------------------------------------------------------------------------------------------ */

static void trace_record(tlb_words *t, const tlb_record_kind *kind, void *record)
{
    words_next_line(t);
    tlb_record_trace(t, kind, record);
}

static void trace_list(tlb_words *t, const char *name, uint32_t count, const tlb_record_kind *kind,
                       void *record)
{
    words_enter(t, name);
    for (uint32_t i = 0; i < count && !t->w->status; i++) {
        words_element(t, i);
        trace_record(t, kind, record);
    }
    words_leave(t);
}

static void trace_text(tlb_words *t)
{
    tlb_nff_header header;
    tlb_nff_object object;
    tlb_nff_vertex vertex;
    tlb_nff_polygon polygon;
    words_enter(t, "header");
    trace_record(t, &tlb_nff_header_kind, &header);
    words_leave(t);
    words_enter(t, "objects");
    for (uint32_t i = 0; !t->w->status && tlb_nff_next_object(t); i++) {
        words_element(t, i);
        trace_record(t, &tlb_nff_object_kind, &object);
        trace_list(t, "vertices", object.vertices.count, &tlb_nff_vertex_kind, &vertex);
        tlb_nff_polygons_kind.read(t, &object);
        trace_list(t, "polygons", object.polygons.count, &tlb_nff_polygon_kind, &polygon);
    }
    words_leave(t);
    tlb_words_show_rest(t, "tail");
}

void tlb_nff_trace(tlb_walk *w, const nff_root *root)
{
    tlb_buffer text = {.account = w->context->account};
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    nff_reader reader = {.arena = &work};
    tlb_words_trace(w, tlb_nff_write_text(w->context, root, &text), &text, NFF_COMMENT, trace_text, &reader);
    tlb_arena_release(&work);
}
