#include "formats/interquake/iqm/parts.h"

#include <stdlib.h>

static uint64_t triangles_size(uint32_t count)
{
    return (uint64_t)count * IQM_TRIANGLE;
}

uint64_t iqm_values_size(const tlb_iqm *x, const tlb_iqm_vertexarray *a)
{
    if (a->size - 1 >= TLB_IQM_COMPONENTS)
        return 0;
    return (uint64_t)x->num_vertexes * a->size * tlb_iqm_component_size(a->format);
}

uint64_t iqm_frames_size(const tlb_iqm *x)
{
    uint64_t values = (uint64_t)x->num_frames * x->num_framechannels;
    return values > UINT64_MAX / 2 ? UINT64_MAX : values * 2;
}

/* --- as they stand ------------------------------------------------------------------------------------ */

static void add(tlb_arena *arena, iqm_parts *parts, const char *name, uint64_t offset, uint64_t size)
{
    iqm_part *part = size ? TLB_PUSH(arena, parts) : NULL;
    if (part)
        *part = (iqm_part){offset, size, name};
}

static int by_offset(const void *a, const void *b)
{
    const iqm_part *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

bool iqm_list_parts(const tlb_iqm *x, tlb_arena *arena, iqm_parts *parts)
{
    arena->account->failure = TLB_OK;
    add(arena, parts, "header", 0, IQM_HEADER);
    add(arena, parts, "text", x->ofs_text, x->text.size);
    add(arena, parts, "meshes", x->ofs_meshes, (uint64_t)x->meshes.count * IQM_MESH);
    add(arena, parts, "vertexarrays", x->ofs_vertexarrays, (uint64_t)x->vertexarrays.count * IQM_VERTEXARRAY);
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        add(arena, parts, "vertexarrays.values", a->offset, iqm_values_size(x, a));
    }
    add(arena, parts, "triangles", x->ofs_triangles, triangles_size(x->triangles.count));
    add(arena, parts, "adjacency", x->ofs_adjacency, triangles_size(x->adjacency.count));
    add(arena, parts, "joints", x->ofs_joints, (uint64_t)x->joints.count * iqm_joint_size(x));
    add(arena, parts, "poses", x->ofs_poses, (uint64_t)x->poses.count * iqm_pose_size(x));
    add(arena, parts, "anims", x->ofs_anims, (uint64_t)x->anims.count * IQM_ANIM);
    add(arena, parts, "frames", x->ofs_frames, iqm_frames_size(x));
    add(arena, parts, "bounds", x->ofs_bounds, (uint64_t)x->bounds.count * IQM_BOUNDS);
    add(arena, parts, "comment", x->ofs_comment, x->comment.size);
    uint32_t at = x->ofs_extensions;
    for (uint32_t i = 0; i < x->extensions.count; i++) {
        const tlb_iqm_extension *e = &x->extensions.data[i];
        add(arena, parts, "extensions", at, IQM_EXTENSION);
        add(arena, parts, "extensions.data", e->ofs_data, e->data.size);
        at = e->ofs_next;
    }
    if (arena->account->failure)
        return false;
    qsort(parts->data, parts->count, sizeof *parts->data, by_offset);
    return true;
}

bool iqm_fits(const tlb_iqm *x, tlb_arena *arena, uint64_t *end)
{
    iqm_parts parts = {0};
    if (!iqm_list_parts(x, arena, &parts))
        return false;
    const tlb_iqm_gap *gap = x->gaps.data, *last = gap ? gap + x->gaps.count : NULL;
    *end = 0;
    for (uint32_t i = 0; i < parts.count; i++) {
        while (gap != last && gap->offset == *end && gap->bytes.size)
            *end += gap++->bytes.size;
        if (parts.data[i].offset != *end)
            return false;
        *end += parts.data[i].size;
    }
    while (gap != last && gap->offset == *end && gap->bytes.size)
        *end += gap++->bytes.size;
    return gap == last;
}

/* --- as they shall stand ------------------------------------------------------------------------------ */

static uint32_t place(uint64_t *at, uint64_t size, uint32_t alignment)
{
    if (!size)
        return 0;
    uint64_t offset = (*at + alignment - 1) / alignment * alignment;
    *at = offset + size;
    return (uint32_t)offset;
}

uint64_t iqm_lay_out(tlb_iqm *x)
{
    enum { WORD = 4, VALUES = 8 };
    uint64_t at = IQM_HEADER;
    x->gaps.count = 0;
    x->ofs_text = place(&at, x->text.size, WORD);
    x->ofs_meshes = place(&at, (uint64_t)x->meshes.count * IQM_MESH, WORD);
    x->ofs_vertexarrays = place(&at, (uint64_t)x->vertexarrays.count * IQM_VERTEXARRAY, WORD);
    if (x->vertexarrays.count)
        at = (at + VALUES - 1) / VALUES * VALUES;
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        uint32_t width = tlb_iqm_component_size(a->format);
        a->offset = place(&at, iqm_values_size(x, a), width > WORD ? width : WORD);
    }
    x->ofs_triangles = place(&at, triangles_size(x->triangles.count), WORD);
    x->ofs_adjacency = place(&at, triangles_size(x->adjacency.count), WORD);
    x->ofs_joints = place(&at, (uint64_t)x->joints.count * iqm_joint_size(x), WORD);
    x->ofs_poses = place(&at, (uint64_t)x->poses.count * iqm_pose_size(x), WORD);
    x->ofs_anims = place(&at, (uint64_t)x->anims.count * IQM_ANIM, WORD);
    x->ofs_frames = place(&at, iqm_frames_size(x), WORD);
    at = (at + WORD - 1) / WORD * WORD;
    x->ofs_bounds = place(&at, (uint64_t)x->bounds.count * IQM_BOUNDS, WORD);
    x->ofs_comment = place(&at, x->comment.size, WORD);
    uint32_t *link = &x->ofs_extensions;
    for (uint32_t i = 0; i < x->extensions.count; i++) {
        tlb_iqm_extension *e = &x->extensions.data[i];
        *link = place(&at, IQM_EXTENSION, WORD);
        e->ofs_data = place(&at, e->data.size, WORD);
        link = &e->ofs_next;
    }
    *link = 0;
    return at;
}
