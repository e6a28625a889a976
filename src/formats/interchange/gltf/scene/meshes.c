/* Meshes: the primitives of each, joined. Primitives that follow each other and have the same accessors share
 * their vertices; of one that uses only some of its accessors' vertices, these are taken. */
#include "formats/interchange/gltf/compression.h"
#include "formats/interchange/gltf/scene/mesh.h"

#include "scene/build/name.h"

#include <stdio.h>

enum { TRIANGLES = 4, STRIP = 5, FAN = 6, UBYTE = 5121, USHORT = 5123, UINT = 5125 };

const char *tlb_gltf_primitive_path(gltf_mesh_maker *m, const gltf_drawn *d, const char *member)
{
    snprintf(m->path, sizeof m->path, "meshes[%u].primitives[%u]%s", m->mesh_index, d->index, member);
    return m->path;
}

static bool same_attributes(const tlb_gltf_attributes *a, const tlb_gltf_attributes *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->data[i].accessor == b->data[i].accessor &&
               a->data[i].semantic.size == b->data[i].semantic.size &&
               memcmp(a->data[i].semantic.data, b->data[i].semantic.data, a->data[i].semantic.size) == 0;
    return same;
}

static bool shares(const gltf_drawn *a, const gltf_drawn *b)
{
    bool same = same_attributes(&a->p->attributes, &b->p->attributes) &&
                a->p->targets.count == b->p->targets.count && a->transforms == b->transforms &&
                (!a->transforms || memcmp(&a->transform, &b->transform, sizeof a->transform) == 0);
    for (uint32_t i = 0; same && i < a->p->targets.count; i++)
        same = same_attributes(&a->p->targets.data[i], &b->p->targets.data[i]);
    return same;
}

/* --- triangles ---------------------------------------------------------------------------------------- */

static uint32_t count_indices(uint32_t mode, uint32_t count)
{
    return mode == TRIANGLES ? count / 3 * 3 : count > 2 ? (count - 2) * 3 : 0;
}

/* The i-th corner of the triangles of a strip or fan, as a place in the row of corners. */
static uint32_t corner_of(uint32_t mode, uint32_t i)
{
    uint32_t triangle = i / 3, corner = i % 3;
    if (mode == TRIANGLES)
        return i;
    if (mode == FAN)
        return corner ? triangle + corner : 0;
    return triangle + (triangle % 2 && corner ? 3 - corner : corner);
}

/* The greatest index; those of a strip or fan become triangles. */
static uint32_t read_indices(const gltf_drawn *d, const gltf_rows *rows, uint32_t *out)
{
    uint32_t most = 0, mode = d->p->mode, count = d->index_count;
    if (!rows->data) {
        for (uint32_t i = 0; i < count; i++)
            most = (out[i] = corner_of(mode, i)) > most ? out[i] : most;
    } else if (mode == TRIANGLES && rows->component_type == UINT && rows->stride == 4 &&
               !TLB_BIG_ENDIAN_HOST) {
        memcpy(out, rows->data, count * sizeof *out);
        for (uint32_t i = 0; i < count; i++)
            most = out[i] > most ? out[i] : most;
    } else
        for (uint32_t i = 0; i < count; i++)
            most = (out[i] = tlb_gltf_integer(rows, corner_of(mode, i), 0)) > most ? out[i] : most;
    return most;
}

static tlb_status take_indices(gltf_mesh_maker *m, const gltf_drawn *d, uint32_t vertices, uint32_t *out)
{
    gltf_rows rows = {0};
    const char *path = tlb_gltf_primitive_path(m, d, ".indices");
    tlb_status status =
        d->p->indices < 0 ? TLB_OK : tlb_gltf_rows_of(&m->s->data, d->p->indices, path, &rows);
    if (status)
        return status;
    if (rows.data && (rows.columns != 1 || (rows.component_type != UBYTE && rows.component_type != USHORT &&
                                            rows.component_type != UINT))) {
        tlb_report(m->s->context, TLB_CODE_GLTF_ACCESSOR_TYPE, TLB_NO_OFFSET,
                   tlb_gltf_primitive_path(m, d, ".indices"), "expected scalars of unsigned integers");
        return TLB_INVALID;
    }
    uint32_t most = read_indices(d, &rows, out);
    if (!d->index_count || most < vertices)
        return TLB_OK;
    tlb_report(m->s->context, TLB_CODE_GLTF_ATTRIBUTES, TLB_NO_OFFSET,
               tlb_gltf_primitive_path(m, d, ".indices"), "index %u out of range; number of vertices: %u",
               most, vertices);
    return TLB_INVALID;
}

/* --- which vertices ----------------------------------------------------------------------------------- */

static tlb_status reserve_remap(gltf_mesh_maker *m, uint32_t size)
{
    gltf_scene *s = m->s;
    if (size <= s->remap_size)
        return TLB_OK;
    tlb_status status = tlb_gltf_spend(&s->data, size - s->remap_size, m->path);
    if (status)
        return status;
    s->remap = tlb_zalloc_array(&s->work, size, sizeof *s->remap);
    s->remap_size = s->remap ? size : 0;
    return s->remap ? TLB_OK : tlb_report_memory(s->context, &s->work);
}

/* Keeps of a block's vertices those that its indices name. */
static tlb_status compact(gltf_mesh_maker *m, gltf_block *b, uint32_t *indices, uint32_t count)
{
    uint32_t *used = tlb_alloc_array(&m->s->work, count, sizeof *used);
    if (!used)
        return tlb_report_memory(m->s->context, &m->s->work);
    tlb_status status = reserve_remap(m, b->vertices);
    if (status)
        return status;
    uint32_t *remap = m->s->remap;
    b->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = indices[i];
        if (!remap[from]) {
            used[b->count++] = from;
            remap[from] = b->count;
        }
        indices[i] = remap[from] - 1;
    }
    for (uint32_t i = 0; i < b->count; i++)
        remap[used[i]] = 0;
    b->used = used;
    return TLB_OK;
}

/* --- a mesh ------------------------------------------------------------------------------------------- */

/* Has the data of an accessor read, whose size is what elements are counted against. */
static tlb_status load(gltf_mesh_maker *m, const gltf_drawn *d, int64_t accessor)
{
    tlb_bytes bytes;
    int32_t view = m->s->x->accessors.data[accessor].bufferView;
    return view < 0 ? TLB_OK
                    : tlb_gltf_view_bytes(&m->s->data, view, tlb_gltf_primitive_path(m, d, ""), &bytes);
}

/* The primitives that have triangles. */
static tlb_status choose(gltf_mesh_maker *m, uint64_t *index_count)
{
    const tlb_gltf *x = m->s->x;
    uint32_t skipped = 0, unplaced = 0;
    *index_count = 0;
    for (uint32_t i = 0; i < m->source->primitives.count; i++) {
        const tlb_gltf_primitive *p = &m->source->primitives.data[i];
        gltf_drawn *d = &m->drawn[m->count];
        *d = (gltf_drawn){.p = p, .index = i};
        int64_t position = gltf_attribute(&p->attributes, "POSITION"),
                counted = p->indices < 0 ? position : p->indices;
        tlb_status status =
            tlb_gltf_unpack_primitive(&m->s->data, p, tlb_gltf_primitive_path(m, d, ".extensions"));
        if (status)
            return status;
        skipped += p->mode < TRIANGLES;
        unplaced += position < 0;
        if (position < 0 || p->mode < TRIANGLES || p->mode > FAN)
            continue;
        if (counted >= x->accessors.count || position >= x->accessors.count ||
            p->material >= (int64_t)x->materials.count) {
            tlb_report(m->s->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET,
                       tlb_gltf_primitive_path(m, d, ""),
                       "an index of an accessor or material is out of range");
            return TLB_INVALID;
        }
        d->source_count = x->accessors.data[counted].count;
        uint64_t indices = p->mode == TRIANGLES ? d->source_count : (uint64_t)d->source_count * 3;
        if (!(status = load(m, d, counted)))
            status = load(m, d, position);
        if (!status)
            status = tlb_gltf_spend(&m->s->data, d->source_count, tlb_gltf_primitive_path(m, d, ""));
        if (status)
            return status;
        if ((*index_count += indices) > UINT32_MAX)
            return tlb_report_failure(m->s->context, TLB_LIMIT);
        d->index_count = count_indices(p->mode, d->source_count);
        d->transforms = tlb_gltf_uv_transform(m->s, p->material, &d->transform);
        d->starts = !m->count || !shares(d, d - 1);
        m->count += d->index_count > 0;
    }
    if (skipped || unplaced) {
        snprintf(m->path, sizeof m->path, "meshes[%u]", m->mesh_index);
        tlb_report(m->s->context, TLB_CODE_GLTF_SKIPPED, TLB_NO_OFFSET, m->path,
                   "%u primitives of points or lines, or without positions, are left out",
                   skipped + unplaced);
    }
    return TLB_OK;
}

static unsigned vertex_data(const gltf_mesh_maker *m)
{
    static const struct {
        const char *semantic;
        unsigned data;
    } known[] = {{"NORMAL", TLB_WITH_NORMALS}, {"TANGENT", TLB_WITH_TANGENTS}, {"TEXCOORD_0", TLB_WITH_UV0},
                 {"TEXCOORD_1", TLB_WITH_UV1}, {"TEXCOORD_2", TLB_WITH_UV2},   {"TEXCOORD_3", TLB_WITH_UV3},
                 {"COLOR_0", TLB_WITH_COLORS}, {"JOINTS_0", TLB_WITH_SKIN}};
    unsigned data = 0;
    for (uint32_t i = 0; i < m->count; i++)
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (gltf_attribute(&m->drawn[i].p->attributes, known[k].semantic) >= 0)
                data |= known[k].data;
    return data;
}

/* What a gltf_block does not have: no normal, white, bound to the first joint. */
static void clear_vertices(tlb_mesh *mesh)
{
    size_t count = mesh->vertex_count;
    if (mesh->tangents)
        memset(mesh->tangents, 0, count * sizeof *mesh->tangents);
    for (int i = 0; i < TLB_UV_SETS; i++)
        if (mesh->uv[i])
            memset(mesh->uv[i], 0, count * sizeof *mesh->uv[i]);
    if (mesh->colors)
        memset(mesh->colors, 0xff, count * sizeof *mesh->colors);
}

static const tlb_value *target_name(const gltf_mesh_maker *m, uint32_t index)
{
    const tlb_value *names = tlb_value_get(m->source->extras, "targetNames");
    const tlb_value *name = names && names->kind == TLB_VALUE_LIST ? names->as.members.first : NULL;
    for (; name && index; index--)
        name = name->next;
    return name && name->kind == TLB_VALUE_TEXT ? name : NULL;
}

static tlb_status add_morphs(gltf_mesh_maker *m)
{
    uint32_t count = 0;
    bool normals = false;
    for (uint32_t i = 0; i < m->count; i++) {
        const tlb_gltf_primitive *p = m->drawn[i].p;
        count = p->targets.count > count ? p->targets.count : count;
        for (uint32_t k = 0; k < p->targets.count; k++)
            normals |= gltf_attribute(&p->targets.data[k], "NORMAL") >= 0;
    }
    if (!count)
        return TLB_OK;
    char path[64];
    snprintf(path, sizeof path, "meshes[%u]", m->mesh_index);
    tlb_status status = tlb_gltf_spend(&m->s->data, (uint64_t)m->mesh->vertex_count * count, path);
    if (status)
        return status;
    if (!tlb_mesh_reserve_morphs(m->s->scene, m->mesh, count, normals && m->mesh->normals))
        return tlb_report_memory(m->s->context, tlb_scene_arena(m->s->scene));
    for (uint32_t i = 0; i < count; i++) {
        const tlb_value *name = target_name(m, i);
        if (name)
            m->mesh->morphs[i].name =
                tlb_scene_name(tlb_scene_arena(m->s->scene), name->as.text.data, name->as.text.size);
    }
    return TLB_OK;
}

/* Attributes that begin with _ keep their names without it. */
static tlb_status add_own_attributes(gltf_mesh_maker *m)
{
    tlb_arena *arena = tlb_scene_arena(m->s->scene);
    tlb_mesh *mesh = m->mesh;
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->drawn[i].p->attributes.count; k++) {
            const tlb_gltf_attribute *a = &m->drawn[i].p->attributes.data[k];
            bool known = a->semantic.size < 2 || a->semantic.size > 100 || a->semantic.data[0] != '_' ||
                         a->accessor >= m->s->x->accessors.count;
            const char *name =
                known ? NULL : tlb_scene_name(arena, a->semantic.data + 1, a->semantic.size - 1);
            for (uint32_t n = 0; name && n < mesh->attribute_count && !known; n++)
                known = strcmp(mesh->attributes[n].name, name) == 0;
            if (known || mesh->attribute_count == TLB_ATTRIBUTES)
                continue;
            uint32_t components = tlb_gltf_component_count(m->s->x->accessors.data[a->accessor].type);
            tlb_status status =
                tlb_gltf_spend(&m->s->data, mesh->vertex_count, tlb_gltf_primitive_path(m, &m->drawn[i], ""));
            if (status || !components || components > 4) {
                if (status)
                    return status;
                continue;
            }
            if (!mesh->attributes)
                mesh->attributes = tlb_zalloc_array(arena, TLB_ATTRIBUTES, sizeof *mesh->attributes);
            float *values = tlb_zalloc_array(arena, mesh->vertex_count, components * sizeof *values);
            if (!name || !mesh->attributes || !values)
                return tlb_report_memory(m->s->context, arena);
            mesh->attributes[mesh->attribute_count++] = (tlb_attribute){name, components, values};
        }
    return TLB_OK;
}

/* Reads all indices, and finds which vertices there are. */
static tlb_status plan(gltf_mesh_maker *m, uint32_t *indices, uint32_t *vertex_count)
{
    uint64_t total = 0;
    uint32_t *at_index = indices;
    tlb_status status = TLB_OK;
    for (uint32_t i = 0, next; i < m->count && !status; i = next) {
        gltf_block *b = &m->blocks[i];
        int64_t position = gltf_attribute(&m->drawn[i].p->attributes, "POSITION");
        uint32_t *start = at_index;
        *b = (gltf_block){.vertices = m->s->x->accessors.data[position].count};
        for (next = i; next < m->count && (next == i || !m->drawn[next].starts) && !status; next++) {
            status = take_indices(m, &m->drawn[next], b->vertices, at_index);
            at_index += m->drawn[next].index_count;
        }
        b->count = b->vertices;
        if (!status && (size_t)(at_index - start) < b->vertices)
            status = compact(m, b, start, (uint32_t)(at_index - start));
        b->first = (uint32_t)total;
        if (!status && total)
            for (uint32_t *k = start; k < at_index; k++)
                *k += (uint32_t)total;
        total += b->count;
        if (!status && total > UINT32_MAX)
            status = tlb_report_failure(m->s->context, TLB_LIMIT);
    }
    *vertex_count = (uint32_t)total;
    return status;
}

static tlb_status make_mesh(gltf_mesh_maker *m, const uint32_t *indices, uint32_t index_count,
                            uint32_t vertex_count)
{
    tlb_scene *scene = m->s->scene;
    tlb_status status =
        tlb_gltf_spend(&m->s->data, vertex_count, tlb_gltf_primitive_path(m, &m->drawn[0], ""));
    if (status)
        return status;
    unsigned data = vertex_data(m);
    if (!tlb_mesh_reserve(scene, m->mesh, vertex_count, 0, m->count, data))
        return tlb_report_memory(m->s->context, tlb_scene_arena(scene));
    m->mesh->indices = (uint32_t *)(uintptr_t)indices;
    m->mesh->index_count = index_count;
    uint32_t first = 0;
    bool lacks_normals = false;
    for (uint32_t i = 0; i < m->count; i++) {
        m->mesh->parts[i] = (tlb_part){m->drawn[i].p->material, first, m->drawn[i].index_count};
        first += m->drawn[i].index_count;
        lacks_normals |= gltf_attribute(&m->drawn[i].p->attributes, "NORMAL") < 0;
    }
    clear_vertices(m->mesh);
    if (!(status = add_morphs(m)))
        status = add_own_attributes(m);
    for (uint32_t i = 0; i < m->count && !status; i++)
        if (m->drawn[i].starts)
            status = tlb_gltf_fill_vertices(m, &m->drawn[i], &m->blocks[i]);
    if (status || !lacks_normals || !m->mesh->normals)
        return status;
    /* Some have normals: the others get them, too. */
    tlb_mesh_compute_normals(m->mesh);
    for (uint32_t i = 0; i < m->count && !status; i++) {
        int64_t normal = gltf_attribute(&m->drawn[i].p->attributes, "NORMAL");
        if (m->drawn[i].starts && normal >= 0)
            status = tlb_gltf_fill_normals(m, &m->drawn[i], &m->blocks[i], normal);
    }
    return status;
}

static tlb_status add_mesh(gltf_scene *s, uint32_t index)
{
    static const char *const own[] = {"targetNames", "longName", NULL};
    gltf_mesh_maker m = {.s = s, .source = &s->x->meshes.data[index], .mesh_index = index};
    uint64_t index_count;
    uint32_t vertex_count;
    s->meshes[index] = TLB_NONE;
    m.drawn = tlb_alloc_array(&s->work, (size_t)m.source->primitives.count + 1, sizeof *m.drawn);
    m.blocks = tlb_alloc_array(&s->work, (size_t)m.source->primitives.count + 1, sizeof *m.blocks);
    if (!m.drawn || !m.blocks)
        return tlb_report_memory(s->context, &s->work);
    tlb_status status = choose(&m, &index_count);
    if (status || !m.count)
        return status;
    index_count = 0;
    for (uint32_t i = 0; i < m.count; i++)
        index_count += m.drawn[i].index_count;
    const char *name = tlb_gltf_name_of(s, m.source->name, m.source->extras);
    uint32_t *indices = tlb_alloc_array(tlb_scene_arena(s->scene), index_count, sizeof *indices);
    m.mesh = name ? tlb_scene_add_mesh(s->scene, name) : NULL;
    if (!indices || !m.mesh)
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    if (!(status = plan(&m, indices, &vertex_count)))
        status = make_mesh(&m, indices, (uint32_t)index_count, vertex_count);
    m.mesh->extras = tlb_gltf_extras_of(s, m.source->extras, own);
    s->meshes[index] = (int32_t)s->scene->mesh_count - 1;
    return status;
}

tlb_status tlb_gltf_add_meshes(gltf_scene *s)
{
    tlb_status status = TLB_OK;
    s->meshes = tlb_alloc_array(&s->work, s->x->meshes.count, sizeof *s->meshes);
    if (!s->meshes)
        return tlb_report_memory(s->context, &s->work);
    for (uint32_t i = 0; i < s->x->meshes.count && !status; i++)
        status = add_mesh(s, i);
    return status;
}
