/* Vertices that are equal are one, triangles find theirs in the cache, and each mesh has its own. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <string.h>

/* For each vertex of the corners the first that is equal in everything. A model's own vertices are compared
 * first; those that smoothing has split are then equal when their sources and normals are. */
static uint32_t *weld(iq_compiler *c)
{
    const iq_model *m = c->model;
    const iq_corners *corners = &c->corners;
    iq_rows keys[IQ_TYPES + 1];
    uint32_t count = 0;
    keys[count++] = (iq_rows){m->positions, 4};
    if (m->texcoords)
        keys[count++] = (iq_rows){m->texcoords, 4};
    if (m->tangents)
        keys[count++] = (iq_rows){m->tangents, 6};
    if (c->blends)
        keys[count++] = (iq_rows){c->blends, sizeof *c->blends / sizeof(uint32_t)};
    if (m->colors)
        keys[count++] = (iq_rows){m->colors, 4};
    for (uint32_t i = 0; i < TLB_IQE_CUSTOMS; i++)
        if (m->customs[i])
            keys[count++] = (iq_rows){m->customs[i], 4};
    if (!corners->source)
        keys[count++] = (iq_rows){corners->normals, 3};
    uint32_t *first = tlb_alloc_array(c->work, corners->vertex_count, sizeof *first);
    tlb_mark mark = tlb_arena_mark(c->work);
    uint32_t *equal = corners->source ? tlb_alloc_array(c->work, m->vertex_count, sizeof *equal) : first;
    if (!first || !equal || !tlb_iq_find_equal(c->work, keys, count, m->vertex_count, equal))
        return NULL;
    if (corners->source) {
        for (uint32_t i = 0; i < corners->vertex_count; i++)
            first[i] = equal[corners->source[i]];
        iq_rows split[] = {{first, 1}, {corners->normals, 3}};
        uint32_t *same = tlb_alloc_array(c->work, corners->vertex_count, sizeof *same);
        if (!same || !tlb_iq_find_equal(c->work, split, 2, corners->vertex_count, same))
            return NULL;
        memcpy(first, same, corners->vertex_count * sizeof *first);
    }
    tlb_arena_rewind(c->work, mark);
    return first;
}

/* The runs of each mesh, one after the other: a mesh's start at starts[mesh]. */
static bool sort_runs(iq_compiler *c, uint32_t **starts, uint32_t **runs)
{
    const iq_model *m = c->model;
    uint32_t *s = *starts = tlb_zalloc_array(c->work, (size_t)m->meshes.count + 2, sizeof *s);
    *runs = tlb_alloc_array(c->work, m->runs.count, sizeof **runs);
    if (!s || !*runs)
        return false;
    for (uint32_t r = 0; r < m->runs.count; r++)
        s[m->runs.data[r].mesh + 2]++;
    for (uint32_t i = 0; i < m->meshes.count; i++)
        s[i + 2] += s[i + 1];
    for (uint32_t r = 0; r < m->runs.count; r++)
        (*runs)[s[m->runs.data[r].mesh + 1]++] = r;
    return true;
}

typedef struct gatherer {
    iq_compiler *c;
    const uint32_t *equal;
    tlb_iqm_triangle *triangles; /* of the result */
    uint32_t *local;             /* by vertex of the corners: 1 + its number in the mesh, 0: not met there */
    uint32_t mesh_vertices;
} gatherer;

static uint32_t local_vertex(gatherer *g, uint32_t vertex)
{
    uint32_t *local = &g->local[g->equal[vertex]];
    if (!*local) {
        g->c->vertices[g->c->made->num_vertexes + g->mesh_vertices] = g->equal[vertex];
        *local = ++g->mesh_vertices;
    }
    return *local - 1;
}

/* Triangles whose corners are not three are left out. */
static uint32_t add_run(gatherer *g, const iq_run *run, tlb_iqm_triangle *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->triangle_count; i++) {
        const uint32_t *t = g->c->corners.triangles[run->first_triangle + i];
        if (g->equal[t[0]] == g->equal[t[1]] || g->equal[t[1]] == g->equal[t[2]] ||
            g->equal[t[2]] == g->equal[t[0]])
            continue;
        for (int k = 0; k < 3; k++)
            out[count][k] = local_vertex(g, t[k]);
        count++;
    }
    return count;
}

/* Numbers a mesh's vertices as its triangles first use them. */
static bool renumber(gatherer *g, tlb_iqm_mesh *mesh)
{
    iq_compiler *c = g->c;
    tlb_mark mark = tlb_arena_mark(c->work);
    uint32_t next = 0, count = g->mesh_vertices, *vertices = c->vertices + mesh->first_vertex;
    uint32_t *number = tlb_zalloc_array(c->work, count, sizeof *number); /* from 1 on */
    uint32_t *old = tlb_alloc_array(c->work, count, sizeof *old);
    if (!number || !old)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        old[i] = vertices[i];
        g->local[vertices[i]] = 0;
    }
    for (uint32_t t = 0; t < mesh->num_triangles; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t *corner = &g->triangles[mesh->first_triangle + t][k];
            if (!number[*corner]) {
                vertices[next] = old[*corner];
                number[*corner] = ++next;
            }
            *corner = mesh->first_vertex + number[*corner] - 1;
        }
    tlb_arena_rewind(c->work, mark);
    return true;
}

static bool make_mesh(gatherer *g, const iq_mesh *from, const uint32_t *runs, uint32_t run_count)
{
    iq_compiler *c = g->c;
    tlb_iqm *x = c->made;
    tlb_iqm_mesh mesh = {.first_vertex = x->num_vertexes, .first_triangle = x->triangles.count};
    tlb_iqm_triangle *triangles = g->triangles + mesh.first_triangle;
    g->mesh_vertices = 0;
    for (uint32_t r = 0; r < run_count; r++)
        mesh.num_triangles += add_run(g, &c->model->runs.data[runs[r]], triangles + mesh.num_triangles);
    mesh.num_vertexes = g->mesh_vertices;
    if (!mesh.num_triangles)
        return true;
    if (!tlb_iq_pool_name(c, from->name, &mesh.name) ||
        !tlb_iq_pool_name(c, from->material, &mesh.material) ||
        !tlb_iq_order_triangles(c->work, triangles, mesh.num_triangles, mesh.num_vertexes) ||
        !renumber(g, &mesh))
        return false;
    x->num_vertexes += mesh.num_vertexes;
    x->triangles.count += mesh.num_triangles;
    x->meshes.data[x->meshes.count++] = mesh;
    return true;
}

/* A vertex is in the result at most once for each mesh that uses it, and each use is a corner. */
static uint64_t most_vertices(const iq_compiler *c)
{
    uint64_t corners = (uint64_t)c->model->triangle_count * 3,
             copies = (uint64_t)c->corners.vertex_count * c->model->meshes.count;
    return corners < copies ? corners : copies;
}

bool tlb_iq_make_meshes(iq_compiler *c)
{
    const iq_model *m = c->model;
    tlb_iqm *x = c->made;
    uint32_t *starts, *runs;
    gatherer g = {.c = c};
    x->meshes.data = tlb_alloc_array(c->arena, m->meshes.count, sizeof *x->meshes.data);
    g.triangles = tlb_alloc_array(c->arena, m->triangle_count, sizeof *g.triangles);
    x->triangles.data = (const tlb_iqm_triangle *)g.triangles;
    c->vertices = tlb_alloc_array(c->work, most_vertices(c), sizeof *c->vertices);
    tlb_mark mark = tlb_arena_mark(c->work);
    if (!x->meshes.data || !g.triangles || !c->vertices || !(g.equal = weld(c)) ||
        !(g.local = tlb_zalloc_array(c->work, c->corners.vertex_count, sizeof *g.local)) ||
        !sort_runs(c, &starts, &runs))
        return false;
    for (uint32_t i = 0; i < m->meshes.count; i++)
        if (!make_mesh(&g, &m->meshes.data[i], runs + starts[i], starts[i + 1] - starts[i]))
            return false;
    tlb_arena_rewind(c->work, mark);
    return true;
}

/* place[v]: the first vertex of the result at the position of v. */
static bool find_places(iq_compiler *c, uint32_t *place)
{
    uint32_t count = c->made->num_vertexes;
    tlb_mark mark = tlb_arena_mark(c->work);
    float(*positions)[4] = tlb_alloc_array(c->work, count, sizeof *positions);
    for (uint32_t v = 0; positions && v < count; v++)
        memcpy(positions[v], c->model->positions[iq_source_of(c, v)], sizeof *positions);
    bool found = positions && tlb_iq_find_equal(c->work, &(iq_rows){positions, 4}, 1, count, place);
    tlb_arena_rewind(c->work, mark);
    return found;
}

/* Neighbours may be of several meshes: what counts is where vertices stand. */
bool tlb_iq_make_adjacency(iq_compiler *c)
{
    tlb_iqm *x = c->made;
    tlb_mark mark = tlb_arena_mark(c->work);
    uint32_t *place = tlb_alloc_array(c->work, x->num_vertexes, sizeof *place);
    tlb_iqm_adjacency *adjacency = tlb_alloc_array(c->arena, x->triangles.count, sizeof *adjacency);
    if (!place || !adjacency || !find_places(c, place) ||
        !tlb_iq_find_neighbours(c->work, x->triangles.data, x->triangles.count, place, x->num_vertexes,
                                adjacency))
        return false;
    x->adjacency.data = (const tlb_iqm_adjacency *)adjacency;
    x->adjacency.count = x->triangles.count;
    tlb_arena_rewind(c->work, mark);
    return true;
}
