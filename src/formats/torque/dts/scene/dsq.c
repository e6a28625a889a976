/* Sequences of .dsq files beside a shape, or among what was given as assets, whose names begin with the
 * shape's and "_": "player_run.dsq" is "run" of player.dts. Nodes are found by their names. */
#include "base/text.h"
#include "formats/torque/dsq/dsq.h"
#include "formats/torque/dts/scene/scene.h"

/* The shape's nodes by name, whatever the case of letters; a blank is as good as "_". */
typedef struct node_names {
    shape_scene *s;
    tlb_index index;
} node_names;

static char *key_of(shape_scene *s, tlb_text name)
{
    char *key = tlb_alloc(&s->work, (size_t)name.size + 1);
    for (uint32_t i = 0; key && i < name.size; i++)
        key[i] = name.data[i] == ' ' ? '_' : tlb_lower(name.data[i]);
    return key;
}

static bool list_nodes(node_names *names)
{
    const tlb_torque_shape *x = names->s->shape;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        tlb_text name = tlb_torque_name_at(x, x->nodes.data[i].nameIndex);
        char *key = key_of(names->s, name);
        int32_t *known = key ? tlb_index_find(&names->index, &names->s->work, key, name.size) : NULL;
        if (!known)
            return false;
        if (*known == TLB_INDEX_NEW)
            *known = (int32_t)i;
    }
    return true;
}

/* The shape's nodes for those of the file; NULL without memory. */
static int32_t *match_nodes(const node_names *names, const tlb_dsq *dsq, const char *file)
{
    shape_scene *s = names->s;
    int32_t *nodes = tlb_alloc_array(&s->work, dsq->nodeNames.count, sizeof *nodes);
    uint32_t missing = 0;
    for (uint32_t i = 0; nodes && i < dsq->nodeNames.count; i++) {
        char *key = key_of(s, dsq->nodeNames.data[i]);
        if (!key)
            return NULL;
        const int32_t *known = tlb_index_look(&names->index, key, dsq->nodeNames.data[i].size);
        nodes[i] = known ? *known : TLB_NONE;
        missing += !known;
    }
    if (nodes && missing)
        tlb_report(s->conversion->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "nodes",
                   "keys of nodes that the shape does not have, in %s: %u of %u nodes", file, missing,
                   dsq->nodeNames.count);
    return nodes;
}

/* `name` is that of the only sequence; several have names of their own. */
static bool add_file(const node_names *names, const tlb_dsq *dsq, const char *name)
{
    shape_scene *s = names->s;
    shape_lists lists = tlb_dsq_lists(dsq);
    const int32_t *nodes = match_nodes(names, dsq, name);
    bool added = nodes != NULL;
    s->left +=
        SHAPE_MOST_COPIES * ((uint64_t)lists.rotation_count * 4 + (uint64_t)lists.translation_count * 3);
    for (uint32_t i = 0; added && i < dsq->sequences.count; i++) {
        const tlb_torque_sequence *q = &dsq->sequences.data[i];
        const char *own = dsq->sequences.count == 1 ? name : shape_scene_name(s, q->name, "sequence", i);
        added = own && tlb_shape_add_sequence(s, &lists, q, nodes, own);
    }
    return added;
}

static const char *stem_of(shape_scene *s, const char *path, size_t left_out)
{
    const char *base = tlb_path_base(path) + left_out;
    return tlb_copy_text(&s->work, base, tlb_path_stem(base)).data;
}

/* The length of what a file has before the name of its sequence, 0 when it is not of the shape. */
static size_t prefix_of(const char *shape, const char *path)
{
    const char *base = tlb_path_base(path), *own = tlb_path_base(shape);
    size_t size = tlb_path_stem(own), i = 0;
    while (i < size && base[i] && tlb_lower(base[i]) == tlb_lower(own[i]))
        i++;
    return size && i == size && base[i] == '_' && tlb_same_nocase(base + tlb_path_stem(base), ".dsq") ? i + 1
                                                                                                      : 0;
}

static tlb_status add_beside(const node_names *names, const tlb_asset *asset, size_t prefix)
{
    shape_scene *s = names->s;
    tlb_context *context = s->conversion->context;
    tlb_document *document = NULL;
    tlb_bytes bytes;
    const char *name = stem_of(s, asset->path, prefix);
    if (!name)
        return tlb_report_memory(context, &s->work);
    tlb_status status = tlb_assets_read(s->conversion->assets, &s->work, asset, &bytes);
    if (!status)
        status = tlb_open_memory(context, bytes.data, bytes.size, asset->path, &tlb_format_dsq, &document);
    if (!status && !add_file(names, tlb_document_dsq(document), name))
        status = tlb_report_memory(context, tlb_arena_refused(&s->work, s->arena));
    tlb_document_free(document);
    return tlb_is_fatal(status) ? status : TLB_OK;
}

/* In the order of their folder. */
static tlb_status add_all_beside(const node_names *names)
{
    const tlb_assets *assets = names->s->conversion->assets;
    for (uint32_t i = 0; i < assets->sources.count; i++) {
        const tlb_asset_source *source = &assets->sources.data[i];
        for (uint32_t k = 0; source->tier == TLB_TIER_ADDED && k < source->listing->members.count; k++) {
            const tlb_listed *member = &source->listing->members.data[k];
            size_t prefix = prefix_of(names->s->path, member->path);
            tlb_status status = TLB_OK;
            if (prefix)
                status = add_beside(names, &(tlb_asset){member->path, member->place, i}, prefix);
            if (status)
                return status;
        }
    }
    return TLB_OK;
}

tlb_status tlb_shape_add_files(shape_scene *s)
{
    node_names names = {.s = s};
    if (!list_nodes(&names))
        return tlb_report_memory(s->conversion->context, tlb_arena_refused(&s->work, s->arena));
    return add_all_beside(&names);
}
