/* Pictures that take turns on a shape: materials that sequences put in place of others (IFL), and texture
 * frames, which move the texture coordinates of a whole object. */
#include "formats/darkstar/dts/scene/scene.h"

#include "base/text.h"
#include "scene/build/build.h"
#include "scene/animation/flips.h"

#include <stdlib.h>
#include <string.h>

/* What pictures may take, in vertices and keys. */
enum { LEAST_BUDGET = 1 << 16, BUDGET_PER_BYTE = 4 };

/* --- which there are ---------------------------------------------------------------------------------- */

/* One thing that shows another. */
typedef struct pair {
    uint32_t owner, other;
} pair;

typedef struct pairs {
    tlb_arena *arena;
    TLB_LIST(pair) list;
} pairs;

static int by_owner(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    int order = (x->owner > y->owner) - (x->owner < y->owner);
    return order ? order : (x->other > y->other) - (x->other < y->other);
}

static bool add_pair(pairs *p, uint32_t owner, uint32_t other)
{
    pair *last = p->list.count ? &p->list.data[p->list.count - 1] : NULL;
    if (last && last->owner == owner && last->other == other)
        return true;
    pair *added = TLB_PUSH(p->arena, &p->list);
    if (added)
        *added = (pair){owner, other};
    return added != NULL;
}

/* Sorts the pairs and gives each owner its own, each once. `others` are of owner 0,
 * `stride` bytes apart. */
static bool share_out(pairs *p, void *others, size_t stride)
{
    uint32_t *data = tlb_alloc_array(p->arena, p->list.count, sizeof *data);
    if (!data)
        return false;
    if (p->list.count)
        qsort(p->list.data, p->list.count, sizeof *p->list.data, by_owner);
    for (uint32_t i = 0; i < p->list.count; i++) {
        const pair *here = &p->list.data[i];
        dts_scene_others *of = (dts_scene_others *)((uint8_t *)others + here->owner * stride);
        if (i && here->owner == here[-1].owner && here->other == here[-1].other)
            continue;
        if (!of->count)
            of->data = data + i;
        of->data[of->count++] = here->other;
    }
    return true;
}

uint32_t tlb_dts_count_ifl(const dts_scene *s, uint32_t sequence)
{
    const tlb_dts_sequence *from = &s->shape->sequences.data[sequence];
    bool there =
        s->shape->pers.version >= 5 && from->numIFLSubSequences > 0 &&
        dts_within(from->firstIFLSubSequence, from->numIFLSubSequences, s->shape->subSequences.count);
    return there ? (uint32_t)from->numIFLSubSequences : 0;
}

/* Sequences may name the same tracks again and again. */
static bool find_replacements(dts_scene *s)
{
    const tlb_dts *shape = s->shape;
    pairs found = {.arena = &s->work};
    uint64_t tracks = LEAST_BUDGET + shape->subSequences.count, keys = LEAST_BUDGET + shape->keyFrames.count;
    s->replacements =
        tlb_zalloc_array(&s->work, shape->materialList.materials.count, sizeof *s->replacements);
    if (!s->replacements)
        return false;
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        for (uint32_t k = 0; k < tlb_dts_count_ifl(s, i) && tracks; k++, tracks--) {
            dts_track track;
            if (!tlb_dts_track_at(&s->score, shape->sequences.data[i].firstIFLSubSequence + (int32_t)k,
                                  &track) ||
                track.count > keys)
                continue;
            keys -= track.count;
            for (uint32_t at = 0; at < track.count; at++) {
                tlb_dts_key key = dts_key_of(shape, &track.keys[at]);
                bool replaced = dts_is_index(key.material, (uint32_t)shape->defaultMaterials) &&
                                dts_is_index(key.material, shape->materialList.materials.count);
                if (replaced && key.value != key.material && !add_pair(&found, key.material, key.value))
                    return false;
            }
        }
    return share_out(&found, s->replacements, sizeof *s->replacements);
}

static uint32_t texture_stride(const tlb_dts_mesh *mesh)
{
    return mesh->textureVertsPerFrame > 0 ? (uint32_t)mesh->textureVertsPerFrame : 0;
}

static bool find_texture_frames(dts_scene *s)
{
    const tlb_dts *shape = s->shape;
    pairs found = {.arena = &s->work};
    for (uint32_t i = 0; i < shape->sequences.count; i++) {
        uint32_t count;
        const dts_scene_track *tracks = tlb_dts_tracks_of(s, i, &count);
        for (; count--; tracks++) {
            dts_track track;
            if (tracks->target < shape->nodes.count ||
                !tlb_dts_track_at(&s->score, tracks->sub_sequence, &track))
                continue;
            int32_t mesh = shape->objects.data[tracks->target - shape->nodes.count].meshIndex;
            for (uint32_t at = 0; dts_is_index(mesh, shape->meshes.count) && at < track.count; at++) {
                tlb_dts_key key = dts_key_of(shape, &track.keys[at]);
                const tlb_dts_mesh *of = &shape->meshes.data[mesh];
                bool there = (uint64_t)key.material * texture_stride(of) < of->textureVerts.count;
                if (key.materialMatters && key.material && texture_stride(of) && there &&
                    !add_pair(&found, (uint32_t)mesh, key.material))
                    return false;
            }
        }
    }
    return share_out(&found, &s->meshes->texture_frames, sizeof *s->meshes);
}

bool tlb_dts_find_flips(dts_scene *s)
{
    uint32_t objects = s->shape->objects.count;
    s->flips_left = LEAST_BUDGET + s->size * BUDGET_PER_BYTE;
    s->flip_nodes = tlb_alloc_array(&s->work, objects, sizeof *s->flip_nodes);
    if (!s->flip_nodes)
        return false;
    for (uint32_t i = 0; i < objects; i++)
        s->flip_nodes[i] = TLB_NONE;
    return s->no_flips || (find_replacements(s) && find_texture_frames(s));
}

/* --- meshes ------------------------------------------------------------------------------------------- */

bool tlb_dts_afford_flips(dts_scene *s, uint64_t cost)
{
    if (cost > s->flips_left) {
        s->flips_skipped++;
        return false;
    }
    s->flips_left -= cost;
    return true;
}

/* A mesh's texture coordinates in another frame. Those that are not there stay as in the first. */
static float (*frame_uv(dts_scene *s, const tlb_dts_mesh *mesh, const uint32_t *texture, uint32_t vertices,
                        uint32_t frame))[2]
{
    float(*uv)[2] = tlb_alloc_array(&s->work, vertices, sizeof *uv);
    for (uint32_t i = 0; uv && i < vertices; i++) {
        uint64_t moved = texture[i] + (uint64_t)frame * texture_stride(mesh);
        memcpy(uv[i], mesh->textureVerts.data[moved < mesh->textureVerts.count ? moved : texture[i]],
               sizeof *uv);
    }
    return uv;
}

typedef struct splitting {
    dts_scene *s;
    const tlb_dts_mesh *from;
    uint32_t mesh;
    const uint32_t *texture;
    bool *taken; /* for each part */
    bool *stays;
} splitting;

static tlb_mesh *scene_mesh(const splitting *sp)
{
    return &sp->s->scene->meshes[sp->s->meshes[sp->mesh].mesh];
}

static const char *picture_name(const splitting *sp, const char *material, uint32_t frame)
{
    tlb_arena *work = &sp->s->work;
    const char *name = scene_mesh(sp)->name;
    if (material)
        name = tlb_arena_printf(work, "%s %s", name, material);
    return name && sp->s->meshes[sp->mesh].texture_frames.count
               ? tlb_arena_printf(work, "%s uv %u", name, frame)
               : name;
}

/* One picture of the faces taken: `material` of the list instead of theirs, TLB_NONE as they are. */
static bool add_picture(splitting *sp, int32_t material, uint32_t frame)
{
    dts_scene *s = sp->s;
    uint32_t index = 0;
    if (material != TLB_NONE && !tlb_dts_find_material(s, material, &index))
        return false;
    const char *name = picture_name(sp, material == TLB_NONE ? NULL : s->scene->materials[index].name, frame);
    const float(*uv)[2] = NULL;
    if (frame)
        uv = (const float(*)[2])frame_uv(s, sp->from, sp->texture, scene_mesh(sp)->vertex_count, frame);
    tlb_mesh *to = name && (uv || !frame) ? tlb_scene_add_mesh(s->scene, name) : NULL;
    if (!to || !tlb_mesh_of_parts(s->arena, scene_mesh(sp), sp->taken, uv, to))
        return false;
    for (uint32_t i = 0; material != TLB_NONE && i < to->part_count; i++)
        to->parts[i].material = (int32_t)index;
    return true;
}

/* The faces taken as pictures; where the bounds do not allow it they stay as they are. */
static bool add_flip(splitting *sp, int32_t material)
{
    static const dts_scene_others none = {NULL, 0};
    dts_scene *s = sp->s;
    const tlb_mesh *mesh = scene_mesh(sp);
    dts_scene_flip flip = {material, (int32_t)s->scene->mesh_count,
                           material == TLB_NONE ? &none : &s->replacements[material],
                           &s->meshes[sp->mesh].texture_frames};
    uint64_t corners = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        corners += sp->taken[i] ? mesh->parts[i].index_count : 0;
    if (!tlb_dts_afford_flips(s, corners * (mesh->morph_count + 1) * dts_flip_pictures(&flip)))
        return true;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        sp->stays[i] &= !sp->taken[i];
    for (uint32_t f = 0; f <= flip.frames->count; f++)
        for (uint32_t m = 0; m <= flip.materials->count; m++)
            if (!add_picture(sp, m ? (int32_t)flip.materials->data[m - 1] : material,
                             f ? flip.frames->data[f - 1] : 0))
                return false;
    dts_scene_flip *added = TLB_PUSH(s->arena, &s->flips); /* drawing rewinds the other arena */
    if (added)
        *added = flip;
    s->meshes[sp->mesh].flip_count++;
    return added != NULL;
}

/* The material of the list that is replaced on a part of the mesh, TLB_NONE: it stays. */
static int32_t replaced_on(const dts_scene *s, const tlb_part *part)
{
    int32_t material = part->material - s->first_material;
    bool listed = dts_is_index(material, s->shape->materialList.materials.count);
    return listed && s->replacements[material].count ? material : TLB_NONE;
}

static bool split(splitting *sp)
{
    dts_scene *s = sp->s;
    uint32_t parts = scene_mesh(sp)->part_count;
    bool whole = s->meshes[sp->mesh].texture_frames.count != 0, some = false;
    for (uint32_t i = 0; i < parts; i++) {
        int32_t material = replaced_on(s, &scene_mesh(sp)->parts[i]);
        if (material == TLB_NONE) {
            some = true;
            continue;
        }
        for (uint32_t k = 0; k < parts; k++)
            sp->taken[k] = k == i;
        if (!add_flip(sp, material))
            return false;
    }
    for (uint32_t i = 0; i < parts; i++)
        sp->taken[i] = replaced_on(s, &scene_mesh(sp)->parts[i]) == TLB_NONE;
    return !whole || !some || add_flip(sp, TLB_NONE);
}

bool tlb_dts_split_mesh(dts_scene *s, uint32_t mesh, const uint32_t *texture)
{
    if (s->no_flips)
        return true;
    splitting sp = {.s = s, .from = &s->shape->meshes.data[mesh], .mesh = mesh, .texture = texture};
    uint32_t parts = scene_mesh(&sp)->part_count;
    sp.taken = tlb_alloc_array(&s->work, parts, sizeof *sp.taken);
    sp.stays = tlb_alloc_array(&s->work, parts, sizeof *sp.stays);
    if (!sp.taken || !sp.stays)
        return false;
    memset(sp.stays, true, parts);
    s->meshes[mesh].first_flip = s->flips.count;
    if (!split(&sp))
        return false;
    if (!s->meshes[mesh].flip_count)
        return true;
    tlb_mesh rest = {.name = scene_mesh(&sp)->name};
    if (!tlb_mesh_of_parts(s->arena, scene_mesh(&sp), sp.stays, NULL, &rest))
        return false;
    *scene_mesh(&sp) = rest;
    return true;
}

/* --- nodes -------------------------------------------------------------------------------------------- */

uint32_t tlb_dts_picture_count(const dts_scene *s, uint32_t object)
{
    const dts_scene_mesh *mesh = s->flip_nodes[object] == TLB_NONE ? NULL : dts_scene_mesh_of(s, object);
    uint32_t count = 0;
    for (uint32_t i = 0; mesh && i < mesh->flip_count; i++)
        count += dts_flip_pictures(&s->flips.data[mesh->first_flip + i]);
    return count;
}

/* What tells the pictures of a mesh from other nodes when the scene becomes a shape again. */
static void describe_pictures(dts_scene *s, const dts_scene_flip *flip, uint32_t first)
{
    uint32_t materials = flip->materials->count + 1;
    for (uint32_t i = 0; i < dts_flip_pictures(flip); i++) {
        tlb_value *extras = s->scene->nodes[first + i].extras = tlb_value_table(s->arena);
        tlb_value_add_integer(s->arena, extras, "picture", i);
        if (i / materials)
            tlb_value_add_integer(s->arena, extras, "textureFrame", flip->frames->data[i / materials - 1]);
    }
}

bool tlb_dts_add_flip_nodes(dts_scene *s, uint32_t object)
{
    const dts_scene_mesh *mesh = s->objects[object] == TLB_NONE ? NULL : dts_scene_mesh_of(s, object);
    if (!mesh || !mesh->flip_count)
        return true;
    int32_t first = (int32_t)s->scene->node_count;
    for (uint32_t i = 0; i < mesh->flip_count; i++) {
        const dts_scene_flip *flip = &s->flips.data[mesh->first_flip + i];
        uint32_t node = s->scene->node_count;
        if (!tlb_add_flip_nodes(s->scene, s->objects[object], flip->first_mesh, dts_flip_pictures(flip)))
            return false;
        describe_pictures(s, flip, node);
    }
    s->flip_nodes[object] = first;
    return true;
}
