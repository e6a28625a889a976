#include "render/geometry.h"

#include "render/display.h"
#include "render/tints.h"
#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/animation/pose.h"

#include <string.h>

/* The UV sets follow it. */
typedef struct vertex {
    float position[3];
    int8_t normal[4]; /* all zeros: none */
    uint8_t color[4];
} vertex;

/* Where the vertices of a piece are written, and from what. */
typedef struct writer {
    const tlb_stage *stage;
    tlb_arena *arena;
    uint32_t uv_sets;
    size_t stride;
    uint8_t shown[256]; /* linear colors as displays show them */
    uint32_t tints;     /* used so far */
} writer;

static vertex *vertex_at(const writer *w, uint8_t *to, uint32_t index)
{
    return (vertex *)(void *)(to + index * w->stride);
}

static void write_positions(const writer *w, const tlb_piece *piece, uint8_t *to)
{
    const tlb_mesh *mesh = piece->mesh;
    float positions[TLB_POSE_BATCH][3], normals[TLB_POSE_BATCH][3];
    memset(normals, 0, sizeof normals);
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_positions(&w->stage->scene, w->stage->world, piece->node, first, count, positions);
        if (mesh->normals)
            tlb_pose_normals(&w->stage->scene, w->stage->world, piece->node, first, count, normals);
        for (uint32_t i = 0; i < count; i++) {
            vertex *v = vertex_at(w, to, first + i);
            for (int axis = 0; axis < 3; axis++) {
                v->position[axis] = tlb_finite(positions[i][axis]);
                v->normal[axis] = (int8_t)(127 * tlb_finite(normals[i][axis]));
            }
            v->normal[3] = 0;
        }
    }
}

static void write_colors(const writer *w, const tlb_mesh *mesh, uint8_t *to)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint8_t *color = vertex_at(w, to, i)->color;
        memset(color, 255, 4);
        for (int k = 0; mesh->colors && k < 3; k++)
            color[k] = w->shown[tlb_color_byte(mesh->colors[i][k])];
        if (mesh->colors)
            color[3] = tlb_color_byte(mesh->colors[i][3]);
    }
}

static bool write_tints(writer *w, const tlb_piece *piece, uint8_t *to)
{
    tlb_mark mark = tlb_arena_mark(w->arena);
    uint32_t *parts = piece->loose ? tlb_loose_parts(piece->mesh, w->arena) : NULL;
    for (uint32_t i = 0; i < piece->mesh->vertex_count; i++)
        tlb_tint(w->tints + (parts ? parts[i] : 0), vertex_at(w, to, i)->color);
    w->tints++;
    tlb_arena_rewind(w->arena, mark);
    return parts || !piece->loose;
}

static void write_uv(const writer *w, const tlb_mesh *mesh, uint8_t *to)
{
    for (uint32_t set = 0; set < w->uv_sets; set++)
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            float *uv = (float *)(void *)(to + i * w->stride + sizeof(vertex)) + 2 * set;
            for (int k = 0; k < 2; k++)
                uv[k] = mesh->uv[set] ? tlb_finite(mesh->uv[set][i][k]) : 0;
        }
}

static bool write_vertices(writer *w, const tlb_draws *draws, uint8_t *to)
{
    for (uint32_t i = 0; i < draws->piece_count; i++) {
        const tlb_piece *piece = &draws->pieces[i];
        uint8_t *own = to + piece->first_vertex * w->stride;
        write_positions(w, piece, own);
        write_uv(w, piece->mesh, own);
        if (!piece->tinted)
            write_colors(w, piece->mesh, own);
        else if (!write_tints(w, piece, own))
            return false;
    }
    return true;
}

static void write_indices(const tlb_draws *draws, uint32_t *to)
{
    for (uint32_t d = 0; d < draws->count; d++) {
        const tlb_piece *piece = &draws->pieces[draws->list[d].piece];
        const tlb_part *part = &piece->mesh->parts[draws->list[d].part];
        const uint32_t *from = piece->mesh->indices + part->first_index;
        uint32_t *own = to + draws->list[d].first_index, swap = piece->mirrored;
        for (uint32_t i = 0; i + 2 < part->index_count; i += 3) {
            own[i] = piece->first_vertex + from[i];
            own[i + 1 + swap] = piece->first_vertex + from[i + 1];
            own[i + 2 - swap] = piece->first_vertex + from[i + 2];
        }
    }
}

/* A buffer of the array to be filled, NULL without memory. */
static void *open_buffer(GLenum target, GLuint *buffer, size_t size)
{
    glGenBuffers(1, buffer);
    glBindBuffer(target, *buffer);
    glBufferData(target, (GLsizeiptr)size, NULL, GL_STATIC_DRAW);
    return glMapBufferRange(target, 0, (GLsizeiptr)size, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
}

static void enable(GLuint at, GLint count, GLenum type, bool normalized, size_t offset, GLsizei stride)
{
    glEnableVertexAttribArray(at);
    glVertexAttribPointer(at, count, type, normalized, stride, tlb_gl_offset(offset));
}

static tlb_status fill(tlb_geometry *geometry, tlb_context *context, writer *w, const tlb_draws *draws)
{
    void *vertices = open_buffer(GL_ARRAY_BUFFER, &geometry->vertices, draws->vertex_count * w->stride);
    void *indices =
        open_buffer(GL_ELEMENT_ARRAY_BUFFER, &geometry->indices, draws->index_count * sizeof(uint32_t));
    if (!vertices || !indices) {
        tlb_status status = tlb_gl_status(context);
        return status ? status : tlb_report_failure(context, TLB_NO_MEMORY);
    }
    bool written = write_vertices(w, draws, vertices);
    write_indices(draws, indices);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    glUnmapBuffer(GL_ELEMENT_ARRAY_BUFFER);
    return written ? tlb_gl_status(context) : tlb_report_memory(context, w->arena);
}

tlb_status tlb_geometry_make(tlb_geometry *geometry, tlb_context *context, const tlb_stage *stage,
                             const tlb_draws *draws, tlb_arena *arena)
{
    writer w = {.stage = stage,
                .arena = arena,
                .uv_sets = draws->uv_sets,
                .stride = sizeof(vertex) + draws->uv_sets * sizeof(float[2])};
    for (int i = 0; i < 256; i++)
        w.shown[i] = (uint8_t)(255 * tlb_display((float)i / 255) + 0.5f);
    *geometry = (tlb_geometry){.stride = (GLsizei)w.stride};
    if (!draws->count)
        return TLB_OK;
    glGenVertexArrays(1, &geometry->array);
    glBindVertexArray(geometry->array);
    tlb_status status = fill(geometry, context, &w, draws);
    if (status)
        return status;
    enable(TLB_AT_POSITION, 3, GL_FLOAT, false, offsetof(vertex, position), geometry->stride);
    enable(TLB_AT_NORMAL, 3, GL_BYTE, true, offsetof(vertex, normal), geometry->stride);
    enable(TLB_AT_COLOR, 4, GL_UNSIGNED_BYTE, true, offsetof(vertex, color), geometry->stride);
    return TLB_OK;
}

void tlb_geometry_free(tlb_geometry *geometry)
{
    glDeleteBuffers(1, &geometry->vertices);
    glDeleteBuffers(1, &geometry->indices);
    glDeleteVertexArrays(1, &geometry->array);
}

void tlb_geometry_set_uv(const tlb_geometry *geometry, uint32_t texture_set, uint32_t light_set)
{
    glBindBuffer(GL_ARRAY_BUFFER, geometry->vertices);
    enable(TLB_AT_UV, 2, GL_FLOAT, false, sizeof(vertex) + texture_set * sizeof(float[2]), geometry->stride);
    enable(TLB_AT_LIGHT_UV, 2, GL_FLOAT, false, sizeof(vertex) + light_set * sizeof(float[2]),
           geometry->stride);
}
