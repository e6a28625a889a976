/* What polygons say and scenes have no word for. Triangles are told as a glTF has them: `part` is the mesh's
 * primitive, `firstTriangle` counts from the primitive's first. */
#include "formats/sense8/nff/scene.h"

void nff_add_triangles(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                       uint32_t polygon, tlb_value *to)
{
    const nff_shown_polygon *shown = &polygons[polygon];
    bool list = to->kind == TLB_VALUE_LIST;
    if (shown->material == TLB_NONE)
        return;
    tlb_add_integer(s->arena, to, list ? NULL : "part", shown->part);
    tlb_add_integer(s->arena, to, list ? NULL : "firstTriangle", shown->first_triangle);
    tlb_add_integer(s->arena, to, list ? NULL : "triangles", x->polygons.data[polygon].indices.count - 2);
}

/* A row each: polygon, id, part, first triangle, triangles; the first two alone where it is not drawn. */
static void add_ids(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                    tlb_value *extras)
{
    tlb_value *list = NULL;
    for (uint32_t i = 0; i < x->polygons.count; i++) {
        if (!(x->polygons.data[i].has & TLB_NFF_ID))
            continue;
        list = list ? list : tlb_add_list(s->arena, extras, "ids");
        tlb_value *row = tlb_add_list(s->arena, list, NULL);
        tlb_add_integer(s->arena, row, NULL, i);
        tlb_add_integer(s->arena, row, NULL, x->polygons.data[i].id);
        nff_add_triangles(s, x, polygons, i, row);
    }
}

static bool has_hidden_color(const tlb_nff_polygon *p)
{
    return p->texture && p->has & TLB_NFF_COLOR;
}

/* "Color is ignored for the textured polygons": a row for each run of polygons: first, count, colour. */
static void add_colors(nff_scene *s, const tlb_nff_object *x, tlb_value *extras)
{
    tlb_value *list = NULL;
    for (uint32_t i = 0, end; i < x->polygons.count; i = end) {
        const tlb_nff_polygon *p = &x->polygons.data[i];
        for (end = i + 1; end < x->polygons.count && has_hidden_color(&x->polygons.data[end]) &&
                          memcmp(x->polygons.data[end].color, p->color, sizeof p->color) == 0;
             end++)
            ;
        if (!has_hidden_color(p)) {
            end = i + 1;
            continue;
        }
        list = list ? list : tlb_add_list(s->arena, extras, "colors");
        tlb_value *row = tlb_add_list(s->arena, list, NULL);
        tlb_add_integer(s->arena, row, NULL, i);
        tlb_add_integer(s->arena, row, NULL, end - i);
        const char *color = tlb_print(&s->work, "0x%02x%02x%02x", p->color[0], p->color[1], p->color[2]);
        if (color)
            tlb_add_text(s->arena, row, NULL, color);
    }
}

void nff_add_polygon_extras(nff_scene *s, const tlb_nff_object *x, const nff_shown_polygon *polygons,
                            tlb_value *extras)
{
    add_ids(s, x, polygons, extras);
    add_colors(s, x, extras);
}
