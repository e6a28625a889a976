/* A mesh of a shape: a vertex for each pair of position and texture vertex that faces use, a part for each
 * material, and its further frames as morphs. */
#include "formats/darkstar/dts/scene/scene.h"

#include "base/text.h"

#include <string.h>

/* --- which frames are used ---------------------------------------------------------------------------- */

/* Calls `see` for the frames that a track of an object shows. */
static void each_frame(const dts_scene *s, const dts_scene_track *track,
                       void (*see)(void *user, uint32_t mesh, uint32_t frame), void *user)
{
    dts_track keys;
    const tlb_dts *shape = s->shape;
    if (track->target < shape->nodes.count || !tlb_dts_track_at(&s->score, track->sub_sequence, &keys))
        return;
    int32_t mesh = shape->objects.data[track->target - shape->nodes.count].meshIndex;
    if (!dts_is_index(mesh, shape->meshes.count))
        return;
    for (uint32_t i = 0; i < keys.count; i++) {
        tlb_dts_key key = dts_key_of(shape, &keys.keys[i]);
        if (key.frameMatters && key.value && key.value < shape->meshes.data[mesh].frames.count)
            see(user, (uint32_t)mesh, key.value);
    }
}

typedef struct frame_marks {
    dts_scene *s;
    uint32_t *first; /* for each mesh: where its frames begin in `used` */
    bool *used;
} frame_marks;

static void mark_frame(void *user, uint32_t mesh, uint32_t frame)
{
    frame_marks *m = user;
    bool *used = &m->used[m->first[mesh] + frame];
    m->s->meshes[mesh].frame_count += !*used;
    *used = true;
}

/* Frames take as much space in the scene as their vertices there; files can name the same ones again and
 * again. */
static bool keep_frames(frame_marks *m, uint32_t mesh, uint64_t *budget)
{
    dts_scene_mesh *to = &m->s->meshes[mesh];
    const tlb_dts_mesh *from = &m->s->shape->meshes.data[mesh];
    uint64_t cost = (uint64_t)from->faces.count * 3, wanted = to->frame_count;
    to->frame_count = 0;
    to->frames = tlb_alloc_array(&m->s->work, (size_t)wanted, sizeof *to->frames);
    if (!to->frames)
        return false;
    bool full = false;
    for (uint32_t i = 1; i < from->frames.count; i++) {
        if (!m->used[m->first[mesh] + i])
            continue;
        full |= cost > *budget;
        if (full)
            continue;
        *budget -= cost;
        to->frames[to->frame_count++] = i;
    }
    if (full)
        tlb_report(m->s->conversion->context, TLB_CODE_DTS_TOO_MANY_FRAMES, TLB_NO_OFFSET,
                   tlb_arena_printf(&m->s->work, "meshes[%u].frames", mesh),
                   "only %u of %llu frames in use are converted", to->frame_count,
                   (unsigned long long)wanted);
    return true;
}

bool tlb_dts_find_frames(dts_scene *s)
{
    enum { LEAST_BUDGET = 1 << 16, BUDGET_PER_BYTE = 4 };
    const tlb_dts *shape = s->shape;
    uint32_t count = shape->meshes.count;
    frame_marks m = {.s = s, .first = tlb_alloc_array(&s->work, count, sizeof *m.first)};
    s->meshes = tlb_alloc_array(&s->work, count, sizeof *s->meshes);
    if (!m.first || !s->meshes)
        return false;
    uint32_t frames = 0;
    for (uint32_t i = 0; i < count; i++) {
        s->meshes[i] = (dts_scene_mesh){.mesh = TLB_NONE};
        m.first[i] = frames;
        frames += shape->meshes.data[i].frames.count;
    }
    m.used = tlb_zalloc(&s->work, frames);
    if (!m.used)
        return false;
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        uint32_t tracks;
        const dts_scene_track *track = tlb_dts_tracks_of(s, i, &tracks);
        for (; tracks--; track++)
            each_frame(s, track, mark_frame, &m);
    }
    uint64_t budget = LEAST_BUDGET + s->size * BUDGET_PER_BYTE;
    for (uint32_t i = 0; i < count; i++)
        if (s->meshes[i].frame_count && !keep_frames(&m, i, &budget))
            return false;
    return true;
}

/* --- vertices and faces ------------------------------------------------------------------------------- */

typedef struct corner {
    uint32_t vertex, texture; /* within the frame; of the texture vertices */
} corner;

typedef struct drawing {
    dts_scene *s;
    const tlb_dts_mesh *mesh;
    tlb_dts_frame rest;
    uint32_t face_count;         /* that can be drawn, sorted by material */
    uint32_t *faces, *materials; /* materials: of the scene, for each face of the mesh */
    corner *corners;             /* three a face */
    uint32_t *numbers;           /* for each corner its vertex in the scene */
    corner *vertices;            /* of the scene */
    uint32_t vertex_count;
} drawing;

/* Sorts numbers by their keys and leaves those of equal keys in their order: a byte of the keys at a time. */
static bool sort(tlb_arena *work, const uint32_t *keys, uint32_t *numbers, uint32_t count)
{
    uint32_t *sorted = tlb_alloc_array(work, count, sizeof *sorted), bits = 0;
    for (uint32_t i = 0; sorted && i < count; i++)
        bits |= keys[numbers[i]];
    for (uint32_t shift = 0; sorted && shift < 32 && bits >> shift; shift += 8) {
        uint32_t places[257] = {0};
        for (uint32_t i = 0; i < count; i++)
            places[(keys[numbers[i]] >> shift & 0xff) + 1]++;
        for (uint32_t key = 0; key < 256; key++)
            places[key + 1] += places[key];
        for (uint32_t i = 0; i < count; i++)
            sorted[places[keys[numbers[i]] >> shift & 0xff]++] = numbers[i];
        memcpy(numbers, sorted, count * sizeof *numbers);
    }
    return sorted != NULL;
}

static bool is_corner(const tlb_dts_mesh *m, int32_t vertex, int32_t texture)
{
    return dts_is_index(vertex, (uint32_t)m->vertsPerFrame) &&
           (!m->textureVerts.count || dts_is_index(texture, m->textureVerts.count));
}

static bool is_drawable(const drawing *d, const tlb_dts_face *f)
{
    return is_corner(d->mesh, f->vertIndex0, f->texIndex0) &&
           is_corner(d->mesh, f->vertIndex1, f->texIndex1) &&
           is_corner(d->mesh, f->vertIndex2, f->texIndex2) && f->matIndex >= 0;
}

/* Finds the faces that can be drawn, by material. A face of material -1 is none. */
static bool choose_faces(drawing *d)
{
    const tlb_dts_mesh *m = d->mesh;
    uint32_t count = m->faces.count;
    d->materials = tlb_alloc_array(&d->s->work, count, sizeof *d->materials);
    d->faces = tlb_alloc_array(&d->s->work, count, sizeof *d->faces);
    if (!d->materials || !d->faces)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dts_face *f = &m->faces.data[i];
        if (!is_drawable(d, f)) {
            d->s->skipped += f->matIndex != TLB_NONE;
            continue;
        }
        d->faces[d->face_count++] = i;
        if (!tlb_dts_find_material(d->s, f->matIndex, &d->materials[i]))
            return false;
    }
    return sort(&d->s->work, d->materials, d->faces, d->face_count);
}

static corner corner_of(const drawing *d, int32_t vertex, int32_t texture)
{
    return (corner){(uint32_t)vertex, d->mesh->textureVerts.count ? (uint32_t)texture : 0};
}

/* Corners with the same position and texture vertex become one vertex. */
static bool number_corners(drawing *d)
{
    tlb_arena *work = &d->s->work;
    uint32_t count = d->face_count * 3;
    corner *corners = d->corners = tlb_alloc_array(work, count, sizeof *corners);
    uint32_t *keys = tlb_alloc_array(work, count, sizeof *keys);
    uint32_t *order = tlb_alloc_array(work, count, sizeof *order);
    d->numbers = tlb_alloc_array(work, count, sizeof *d->numbers);
    d->vertices = tlb_alloc_array(work, count, sizeof *d->vertices);
    if (!corners || !keys || !order || !d->numbers || !d->vertices)
        return false;
    for (uint32_t i = 0; i < d->face_count; i++) {
        const tlb_dts_face *f = &d->mesh->faces.data[d->faces[i]];
        corners[3 * i] = corner_of(d, f->vertIndex0, f->texIndex0);
        corners[3 * i + 1] =
            corner_of(d, f->vertIndex2, f->texIndex2); /* clockwise becomes counter-clockwise */
        corners[3 * i + 2] = corner_of(d, f->vertIndex1, f->texIndex1);
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
        keys[i] = corners[i].texture;
    }
    if (!sort(work, keys, order, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = corners[i].vertex;
    if (!sort(work, keys, order, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        corner here = corners[order[i]];
        const corner *last = d->vertex_count ? &d->vertices[d->vertex_count - 1] : NULL;
        if (!last || last->vertex != here.vertex || last->texture != here.texture)
            d->vertices[d->vertex_count++] = here;
        d->numbers[order[i]] = d->vertex_count - 1;
    }
    return true;
}

static void unpack(const tlb_dts_mesh *m, const tlb_dts_frame *frame, uint32_t vertex, float position[3],
                   float normal[3])
{
    float point[3];
    dts_unpack(m, frame, vertex, point);
    dts_turn_axes(position, point);
    dts_turn_axes(normal, tlb_dts_normal(m->vertices.data[(uint32_t)frame->firstVert + vertex][3]));
}

static void write_vertices(const drawing *d, tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        unpack(d->mesh, &d->rest, d->vertices[i].vertex, mesh->positions[i], mesh->normals[i]);
        if (mesh->uv[0])
            memcpy(mesh->uv[0][i], d->mesh->textureVerts.data[d->vertices[i].texture], sizeof mesh->uv[0][i]);
    }
}

static void write_parts(const drawing *d, tlb_mesh *mesh)
{
    mesh->part_count = mesh->index_count = 0;
    int32_t last = TLB_NONE;
    for (uint32_t i = 0; i < d->face_count; i++) {
        int32_t material = (int32_t)d->materials[d->faces[i]];
        const uint32_t *n = d->numbers + (size_t)i * 3;
        if (n[0] == n[1] || n[1] == n[2] || n[0] == n[2])
            continue;
        if (material != last)
            mesh->parts[mesh->part_count++] = (tlb_part){material, mesh->index_count, 0};
        last = material;
        memcpy(mesh->indices + mesh->index_count, n, 3 * sizeof *n);
        mesh->index_count += 3;
        mesh->parts[mesh->part_count - 1].index_count += 3;
    }
}

static uint32_t count_parts(const drawing *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->face_count; i++)
        count += !i || d->materials[d->faces[i]] != d->materials[d->faces[i - 1]];
    return count;
}

/* A frame as differences from the first. One whose vertices are not there stays as it. */
static bool write_morph(const drawing *d, tlb_mesh *mesh, uint32_t number, uint32_t frame)
{
    tlb_morph *morph = &mesh->morphs[number];
    morph->name = tlb_arena_printf(d->s->arena, "frame %u", frame);
    if (!morph->name)
        return false;
    tlb_dts_frame to;
    if (!tlb_dts_frame_of(d->mesh, frame, &to)) {
        d->s->skipped++;
        return true;
    }
    for (uint32_t i = 0; i < d->vertex_count; i++) {
        unpack(d->mesh, &to, d->vertices[i].vertex, morph->positions[i], morph->normals[i]);
        for (int axis = 0; axis < 3; axis++) {
            morph->positions[i][axis] -= mesh->positions[i][axis];
            morph->normals[i][axis] -= mesh->normals[i][axis];
        }
    }
    return true;
}

static bool write_morphs(const drawing *d, tlb_mesh *mesh, const dts_scene_mesh *frames)
{
    if (!tlb_mesh_reserve_morphs(d->s->scene, mesh, frames->frame_count, true))
        return false;
    for (uint32_t i = 0; i < frames->frame_count; i++)
        if (!write_morph(d, mesh, i, frames->frames[i]))
            return false;
    return true;
}

static bool split_mesh(const drawing *d)
{
    uint32_t *texture = tlb_alloc_array(&d->s->work, d->vertex_count, sizeof *texture);
    for (uint32_t i = 0; texture && i < d->vertex_count; i++)
        texture[i] = d->vertices[i].texture;
    return texture && tlb_dts_split_mesh(d->s, (uint32_t)(d->mesh - d->s->shape->meshes.data), texture);
}

static bool write_mesh(drawing *d, dts_scene_mesh *to, const char *name)
{
    if (!choose_faces(d) || !number_corners(d))
        return false;
    if (!d->face_count)
        return true;
    int32_t index = (int32_t)d->s->scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(d->s->scene, name);
    unsigned data = TLB_WITH_NORMALS | (d->mesh->textureVerts.count ? TLB_WITH_UV0 : 0);
    if (!mesh ||
        !tlb_mesh_reserve(d->s->scene, mesh, d->vertex_count, d->face_count * 3, count_parts(d), data))
        return false;
    write_vertices(d, mesh);
    write_parts(d, mesh);
    if (!mesh->part_count) {
        d->s->scene->mesh_count--;
        return true;
    }
    to->mesh = index;
    return write_morphs(d, mesh, to) && split_mesh(d);
}

bool tlb_dts_draw_mesh(dts_scene *s, uint32_t mesh, const char *name)
{
    drawing d = {.s = s, .mesh = &s->shape->meshes.data[mesh]};
    if (!tlb_dts_frame_of(d.mesh, 0, &d.rest)) {
        s->skipped += d.mesh->faces.count != 0;
        return true;
    }
    tlb_mark memory = tlb_arena_mark(&s->work);
    bool drawn = write_mesh(&d, &s->meshes[mesh], name);
    tlb_arena_rewind(&s->work, memory);
    return drawn;
}
