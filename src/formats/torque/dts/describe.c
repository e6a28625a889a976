/* What a shape is at a glance. */
#include "formats/torque/dts/access.h"
#include "formats/torque/dts/dts.h"
#include "formats/torque/dts/geometry.h"

static uint32_t triangles_of(const tlb_torque_mesh *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->primitives.count; i++)
        count += tlb_shape_triangle_count(&m->primitives.data[i]);
    return count;
}

static uint32_t vertices_of(const tlb_torque_mesh *m)
{
    return m->skin ? m->numTVerts : m->numFrames > 1 ? (uint32_t)m->vertsPerFrame : m->numVerts;
}

/* Of the finest detail, as stored: strips count their degenerate triangles, too. */
static void measure(tlb_summary *summary, const tlb_torque_shape *x)
{
    for (uint32_t i = 0; x->details.count && i < x->objects.count; i++) {
        const tlb_torque_mesh *m = tlb_shape_mesh_of(x, &x->objects.data[i], &x->details.data[0]);
        if (!m || !tlb_shape_shows(x, &x->details.data[0], i))
            continue;
        summary->triangles += triangles_of(m);
        summary->vertices += vertices_of(m);
    }
    memcpy(summary->bounds.low, x->bounds, sizeof summary->bounds.low);
    memcpy(summary->bounds.high, x->bounds + 3, sizeof summary->bounds.high);
}

static void add_details(tlb_arena *arena, tlb_value *table, const tlb_torque_shape *x)
{
    tlb_value *list = tlb_value_add_list(arena, table, "details");
    for (uint32_t i = 0; i < x->details.count; i++) {
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_bytes_text(arena, row, "name", tlb_torque_name_at(x, x->details.data[i].nameIndex));
        tlb_value_add_single(arena, row, "size", x->details.data[i].size);
        tlb_value_add_integer(arena, row, "polyCount", x->details.data[i].polyCount);
    }
}

void tlb_torque_describe_sequence(tlb_summary *summary, tlb_value *list, const shape_lists *lists,
                                  const tlb_torque_sequence *q, tlb_text name)
{
    tlb_arena *arena = summary->arena;
    tlb_value *row = tlb_value_add_table(arena, list, NULL);
    tlb_summary_add_animation(summary, name, q->duration);
    tlb_value_add_bytes_text(arena, row, "name", name);
    tlb_value_add_single(arena, row, "duration", q->duration);
    tlb_value_add_integer(arena, row, "keys", q->numKeys);
    tlb_value_add_bool(arena, row, "cyclic", tlb_shape_is_cyclic(lists, q));
    tlb_value_add_bool(arena, row, "blend", tlb_shape_is_blend(lists, q));
}

tlb_status tlb_torque_dts_describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_torque_shape *x = document->root;
    tlb_arena *arena = &document->arena;
    shape_lists lists = tlb_shape_lists(x);
    tlb_summary_set_version(summary, x->version);
    measure(summary, x);
    tlb_value_add_integer(arena, table, "exporterVersion", x->exporterVersion);
    tlb_value_add_single(arena, table, "radius", x->radius);
    tlb_value_add_integer(arena, table, "nodes", x->nodes.count);
    tlb_value_add_integer(arena, table, "objects", x->objects.count);
    tlb_value_add_integer(arena, table, "meshes", x->meshes.count);
    add_details(arena, table, x);
    tlb_value *list = tlb_value_add_list(arena, table, "sequences");
    for (uint32_t i = 0; i < x->sequences.count; i++)
        tlb_torque_describe_sequence(summary, list, &lists, &x->sequences.data[i],
                                     tlb_torque_name_at(x, x->sequences.data[i].nameIndex));
    for (uint32_t i = 0; i < x->materialList.names.count; i++) {
        tlb_text name = x->materialList.names.data[i];
        tlb_summary_add_name(summary, &summary->materials, name.data, name.size);
        tlb_summary_add_name(summary, &summary->textures, name.data, name.size);
    }
    return TLB_OK;
}
