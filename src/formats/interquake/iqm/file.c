/* IQM files: where their parts stand, reading and writing. What no part takes is kept as gaps, and a document
 * whose parts still fit where they stood is written as it was. */
#include "formats/interquake/iqm/iqm.h"

#include <stdlib.h>

/* --- sizes ------------------------------------------------------------------------------------------- */

typedef struct iqm_part {
    uint64_t offset, size;
    const char *name;
} iqm_part;

typedef TLB_LIST(iqm_part) iqm_parts;

static uint64_t triangles_size(uint32_t count)
{
    return (uint64_t)count * IQM_TRIANGLE;
}

uint64_t tlb_iqm_values_size(const tlb_iqm *x, const tlb_iqm_vertexarray *a)
{
    if (a->size - 1 >= TLB_IQM_COMPONENTS)
        return 0;
    return (uint64_t)x->num_vertexes * a->size * tlb_iqm_component_size(a->format);
}

uint64_t tlb_iqm_frames_size(const tlb_iqm *x)
{
    uint64_t values = (uint64_t)x->num_frames * x->num_framechannels;
    return values > UINT64_MAX / 2 ? UINT64_MAX : values * 2;
}

/* --- as they stand ----------------------------------------------------------------------------------- */

static void add_part(tlb_arena *arena, iqm_parts *parts, const char *name, uint64_t offset, uint64_t size)
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

/* All parts that have a size, by offset, the header first; gaps are none. False without memory. */
static bool list_parts(const tlb_iqm *x, tlb_arena *arena, iqm_parts *parts)
{
    tlb_status earlier = tlb_arena_begin(arena);
    add_part(arena, parts, "header", 0, IQM_HEADER);
    add_part(arena, parts, "text", x->ofs_text, x->text.size);
    add_part(arena, parts, "meshes", x->ofs_meshes, (uint64_t)x->meshes.count * IQM_MESH);
    add_part(arena, parts, "vertexarrays", x->ofs_vertexarrays,
             (uint64_t)x->vertexarrays.count * IQM_VERTEXARRAY);
    for (uint32_t i = 0; i < x->vertexarrays.count; i++) {
        const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
        add_part(arena, parts, "vertexarrays.values", a->offset, tlb_iqm_values_size(x, a));
    }
    add_part(arena, parts, "triangles", x->ofs_triangles, triangles_size(x->triangles.count));
    add_part(arena, parts, "adjacency", x->ofs_adjacency, triangles_size(x->adjacency.count));
    add_part(arena, parts, "joints", x->ofs_joints, (uint64_t)x->joints.count * iqm_joint_size(x));
    add_part(arena, parts, "poses", x->ofs_poses, (uint64_t)x->poses.count * iqm_pose_size(x));
    add_part(arena, parts, "anims", x->ofs_anims, (uint64_t)x->anims.count * IQM_ANIM);
    add_part(arena, parts, "frames", x->ofs_frames, tlb_iqm_frames_size(x));
    add_part(arena, parts, "bounds", x->ofs_bounds, (uint64_t)x->bounds.count * IQM_BOUNDS);
    add_part(arena, parts, "comment", x->ofs_comment, x->comment.size);
    uint32_t at = x->ofs_extensions;
    for (uint32_t i = 0; i < x->extensions.count; i++) {
        const tlb_iqm_extension *e = &x->extensions.data[i];
        add_part(arena, parts, "extensions", at, IQM_EXTENSION);
        add_part(arena, parts, "extensions.data", e->ofs_data, e->data.size);
        at = e->ofs_next;
    }
    if (tlb_arena_end(arena, earlier))
        return false;
    qsort(parts->data, parts->count, sizeof *parts->data, by_offset);
    return true;
}

/* Whether parts and gaps fill the file from its start to `end` without overlap. False without memory, too:
 * then the arena says so. */
static bool fits_as_it_stands(const tlb_iqm *x, tlb_arena *arena, uint64_t *end)
{
    iqm_parts parts = {0};
    if (!list_parts(x, arena, &parts))
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

/* --- as they shall stand ----------------------------------------------------------------------------- */

static uint32_t place(uint64_t *at, uint64_t size, uint32_t alignment)
{
    if (!size)
        return 0;
    uint64_t offset = (*at + alignment - 1) / alignment * alignment;
    *at = offset + size;
    return (uint32_t)offset;
}

uint64_t tlb_iqm_lay_out(tlb_iqm *x)
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
        a->offset = place(&at, tlb_iqm_values_size(x, a), width > WORD ? width : WORD);
    }
    x->ofs_triangles = place(&at, triangles_size(x->triangles.count), WORD);
    x->ofs_adjacency = place(&at, triangles_size(x->adjacency.count), WORD);
    x->ofs_joints = place(&at, (uint64_t)x->joints.count * iqm_joint_size(x), WORD);
    x->ofs_poses = place(&at, (uint64_t)x->poses.count * iqm_pose_size(x), WORD);
    x->ofs_anims = place(&at, (uint64_t)x->anims.count * IQM_ANIM, WORD);
    x->ofs_frames = place(&at, tlb_iqm_frames_size(x), WORD);
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

/* --- reading ----------------------------------------------------------------------------------------- */

static tlb_status find_gaps(tlb_document *document, tlb_iqm *x)
{
    tlb_arena *arena = &document->arena;
    tlb_bytes source = document->source;
    iqm_parts parts = {0};
    TLB_LIST(tlb_iqm_gap) gaps = {0};
    if (!list_parts(x, arena, &parts) || !TLB_RESERVE(arena, &gaps, parts.count))
        return tlb_report_memory(document->context, arena);
    uint64_t at = 0;
    for (uint32_t i = 0; i <= parts.count; i++) {
        const iqm_part *part = i < parts.count ? &parts.data[i] : &(iqm_part){source.size, 0, NULL};
        if (part->offset < at) {
            tlb_report(document->context, TLB_CODE_IQM_OVERLAP, part->offset, part->name,
                       "it begins before the end of the previous part at 0x%llx", (unsigned long long)at);
            return TLB_INVALID;
        }
        if (part->offset > at)
            gaps.data[gaps.count++] =
                (tlb_iqm_gap){(uint32_t)at, {source.data + at, (size_t)(part->offset - at)}};
        at = part->offset + part->size;
    }
    x->gaps.data = gaps.data;
    x->gaps.count = gaps.count;
    return TLB_OK;
}

tlb_status tlb_iqm_read(tlb_document *document)
{
    uint64_t taken = IQM_HEADER;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    w.user = &taken;
    tlb_iqm_walk(&w, &document->root);
    return w.status ? w.status : find_gaps(document, document->root);
}

/* --- writing ----------------------------------------------------------------------------------------- */

static tlb_status refuse_count(tlb_context *context, const char *path, uint32_t count, const char *of,
                               uint32_t wanted)
{
    tlb_report(context, TLB_CODE_IQM_COUNT, TLB_NO_OFFSET, path, "length %u, expected 0 or %u (number of %s)",
               count, wanted, of);
    return TLB_INVALID;
}

tlb_status tlb_iqm_write(tlb_context *context, void **root, tlb_buffer *out)
{
    tlb_iqm *x = *root;
    tlb_arena work;
    uint64_t size;
    if (x->adjacency.count && x->adjacency.count != x->triangles.count)
        return refuse_count(context, "adjacency", x->adjacency.count, "triangles", x->triangles.count);
    if (x->bounds.count && x->bounds.count != x->num_frames)
        return refuse_count(context, "bounds", x->bounds.count, "frames", x->num_frames);
    tlb_arena_init(&work, context->account);
    bool fits = fits_as_it_stands(x, &work, &size);
    tlb_arena_release(&work);
    if (work.failure)
        return tlb_report_memory(context, &work);
    if (!fits) {
        size = tlb_iqm_lay_out(x);
        x->filesize = (uint32_t)size;
    }
    if (size > UINT32_MAX) {
        tlb_report(context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, "filesize",
                   "%llu bytes exceed the maximum size of a file (4 GiB)", (unsigned long long)size);
        return TLB_INVALID;
    }
    uint8_t *bytes = tlb_buffer_grow(out, (size_t)size);
    if (!bytes)
        return TLB_OK; /* the buffer's status says it */
    memset(bytes, 0, (size_t)size);
    for (uint32_t i = 0; i < x->gaps.count; i++)
        memcpy(bytes + x->gaps.data[i].offset, x->gaps.data[i].bytes.data, x->gaps.data[i].bytes.size);
    tlb_walk w = tlb_walk_writer(context, out);
    tlb_walk_seek(&w, NULL, 0);
    tlb_iqm_walk(&w, root);
    out->size = (size_t)size;
    return w.status;
}
