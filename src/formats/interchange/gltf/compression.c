#include "formats/interchange/gltf/compression.h"

#include <stdio.h>

#ifdef TLB_WITH_MESHOPT
#include <meshoptimizer.h>
#endif

bool tlb_gltf_requires(const tlb_gltf *x, const char *extension)
{
    bool found = false;
    for (uint32_t i = 0; i < x->extensionsRequired.count && !found; i++)
        found = gltf_is(x->extensionsRequired.data[i], extension);
    return found;
}

uint32_t tlb_gltf_member_integer(const tlb_value *table, const char *name, uint32_t absent)
{
    const tlb_value *value = tlb_value_get(table, name);
    bool good =
        value && value->kind == TLB_VALUE_INTEGER && value->as.integer >= 0 && value->as.integer <= INT32_MAX;
    return good ? (uint32_t)value->as.integer : absent;
}

tlb_status tlb_gltf_refuse_compressed(gltf_data *d, const char *path, const char *message)
{
    tlb_report(d->context, TLB_CODE_GLTF_COMPRESSION, TLB_NO_OFFSET, path, "%s", message);
    return TLB_INVALID;
}

tlb_status tlb_gltf_refuse_without(gltf_data *d, const char *path, const char *extension, const char *library)
{
    tlb_report(d->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, path,
               "%s needs a build with %s; or write the file without it, as \"gltf-transform copy\" does",
               extension, library);
    return TLB_UNSUPPORTED;
}

/* --- views -------------------------------------------------------------------------------------------- */

static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
enum { NAMES = sizeof names / sizeof *names };

const tlb_value *tlb_gltf_view_compression(const tlb_gltf *x, uint32_t view, const char **name)
{
    const tlb_value *found = NULL;
    for (size_t i = 0; i < NAMES && !found; i++) {
        *name = names[i];
        if (tlb_gltf_requires(x, names[i]))
            found = tlb_value_get(x->bufferViews.data[view].extensions, names[i]);
    }
    return found;
}

bool tlb_gltf_is_fallback(const tlb_gltf_buffer *buffer)
{
    bool found = false;
    for (size_t i = 0; i < NAMES && !found; i++) {
        const tlb_value *is = tlb_value_get(tlb_value_get(buffer->extensions, names[i]), "fallback");
        found = is && is->kind == TLB_VALUE_BOOL && is->as.boolean;
    }
    return found;
}

static bool is_word(const tlb_value *value, const char *word)
{
    return value && value->kind == TLB_VALUE_TEXT && gltf_is(value->as.text, word);
}

bool tlb_gltf_is_exact(const tlb_gltf *x, uint32_t view)
{
    const char *name;
    const tlb_value *filter = tlb_value_get(tlb_gltf_view_compression(x, view, &name), "filter");
    return !filter || is_word(filter, "NONE");
}

#ifdef TLB_WITH_MESHOPT

/* A bit pair of zero stands for 16 bytes, at most. */
enum { INFLATION = 64 };

typedef enum mode { ATTRIBUTES, TRIANGLES, INDICES, MODES } mode;
typedef enum filter { NO_FILTER, OCTAHEDRAL, QUATERNION, EXPONENTIAL, FILTERS } filter;

typedef struct packed {
    tlb_bytes source;
    uint32_t stride, count;
    mode mode;
    filter filter;
} packed;

static int choose_word(const tlb_value *value, const char *const *words, int count)
{
    int i = 0;
    while (i < count && !is_word(value, words[i]))
        i++;
    return i;
}

/* The library wants to be called with sizes that it accepts. */
static bool has_sound_sizes(const packed *p)
{
    switch (p->filter) {
    case OCTAHEDRAL:
        return p->mode == ATTRIBUTES && (p->stride == 4 || p->stride == 8);
    case QUATERNION:
        return p->mode == ATTRIBUTES && p->stride == 8;
    case NO_FILTER:
    case EXPONENTIAL:
    case FILTERS:
    default:
        break;
    }
    if (p->mode == ATTRIBUTES)
        return p->stride > 0 && p->stride <= 256 && p->stride % 4 == 0;
    return p->filter == NO_FILTER && (p->stride == 2 || p->stride == 4) &&
           (p->mode == INDICES || p->count % 3 == 0);
}

static tlb_status read_packed(gltf_data *d, const tlb_value *table, const char *path, packed *p)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
    uint32_t buffer = tlb_gltf_member_integer(table, "buffer", UINT32_MAX);
    uint32_t offset = tlb_gltf_member_integer(table, "byteOffset", 0);
    uint32_t length = tlb_gltf_member_integer(table, "byteLength", 0);
    const tlb_value *moded = tlb_value_get(table, "mode"), *filtered = tlb_value_get(table, "filter");
    *p = (packed){.stride = tlb_gltf_member_integer(table, "byteStride", 0),
                  .count = tlb_gltf_member_integer(table, "count", 0)};
    p->mode = (mode)choose_word(moded, modes, MODES);
    p->filter = filtered ? (filter)choose_word(filtered, filters, FILTERS) : NO_FILTER;
    if (p->mode == MODES || p->filter == FILTERS) {
        const tlb_value *unknown = p->mode == MODES ? moded : filtered;
        tlb_text name = unknown && unknown->kind == TLB_VALUE_TEXT ? unknown->as.text : (tlb_text){"", 0};
        char message[100];
        snprintf(message, sizeof message, "unknown %s of compression \"%.*s\"",
                 p->mode == MODES ? "mode" : "filter", (int)(name.size < 40 ? name.size : 40), name.data);
        return tlb_gltf_refuse_compressed(d, path, message);
    }
    if (buffer >= d->gltf->buffers.count)
        return tlb_gltf_refuse_compressed(d, path, "the buffer of the compressed data is out of range");
    if (!has_sound_sizes(p))
        return tlb_gltf_refuse_compressed(
            d, path, "byteStride and count are not allowed for this mode and filter of compression");
    tlb_status status = tlb_gltf_buffer_bytes(d, buffer, &p->source);
    if (status)
        return status;
    if ((uint64_t)offset + length > p->source.size)
        return tlb_gltf_refuse_compressed(d, path, "the compressed data exceeds its buffer");
    p->source = (tlb_bytes){p->source.data + offset, length};
    return TLB_OK;
}

static bool unpack(const packed *p, uint8_t *out)
{
    const unsigned char *from = p->source.data;
    int failed =
        p->mode == ATTRIBUTES  ? meshopt_decodeVertexBuffer(out, p->count, p->stride, from, p->source.size)
        : p->mode == TRIANGLES ? meshopt_decodeIndexBuffer(out, p->count, p->stride, from, p->source.size)
                               : meshopt_decodeIndexSequence(out, p->count, p->stride, from, p->source.size);
    if (failed)
        return false;
    if (p->filter == OCTAHEDRAL)
        meshopt_decodeFilterOct(out, p->count, p->stride);
    else if (p->filter == QUATERNION)
        meshopt_decodeFilterQuat(out, p->count, p->stride);
    else if (p->filter == EXPONENTIAL)
        meshopt_decodeFilterExp(out, p->count, p->stride);
    return true;
}

tlb_status tlb_gltf_unpack_view(gltf_data *d, uint32_t view, const char *path, tlb_bytes *bytes)
{
    const char *name;
    packed p;
    const tlb_value *table = tlb_gltf_view_compression(d->gltf, view, &name);
    tlb_status status = read_packed(d, table, path, &p);
    uint64_t size = status ? 0 : (uint64_t)p.count * p.stride;
    if (status || (status = tlb_gltf_inflate(d, p.source.size, size, INFLATION, path)))
        return status;
    uint8_t *out = tlb_zalloc_array(d->arena, p.count, p.stride);
    if (!out)
        return tlb_report_memory(d->context, d->arena);
    if (!unpack(&p, out))
        return tlb_gltf_refuse_compressed(d, path, "the compressed data is damaged or of a later version");
    *bytes = (tlb_bytes){out, (size_t)size};
    return TLB_OK;
}

#else

tlb_status tlb_gltf_unpack_view(gltf_data *d, uint32_t view, const char *path, tlb_bytes *bytes)
{
    const char *name;
    tlb_gltf_view_compression(d->gltf, view, &name);
    *bytes = (tlb_bytes){0};
    return tlb_gltf_refuse_without(d, path, name, "libmeshoptimizer");
}

#endif
