#include "formats/interchange/gltf/data.h"

#include "base/text.h"
#include "formats/interchange/gltf/compression.h"
#include "scene/geometry/finite.h"

#include <stdio.h>

/* Beyond what the data has, for tiny files and accessors of zeros. */
enum { FREE_ELEMENTS = 1 << 20, FREE_BYTES = 1 << 16 };

bool tlb_gltf_data_init(gltf_data *d, tlb_context *context, tlb_arena *arena, const tlb_gltf *gltf,
                        tlb_assets *assets)
{
    *d = (gltf_data){
        .context = context, .gltf = gltf, .assets = assets, .arena = arena, .budget = FREE_ELEMENTS};
    d->buffers = tlb_zalloc_array(arena, gltf->buffers.count, sizeof *d->buffers);
    d->views = tlb_zalloc_array(arena, gltf->bufferViews.count, sizeof *d->views);
    if (d->buffers && d->views)
        return true;
    tlb_report_memory(context, arena);
    return false;
}

tlb_status tlb_gltf_spend(gltf_data *d, uint64_t elements, const char *path)
{
    if (elements <= d->budget) {
        d->budget -= elements;
        return TLB_OK;
    }
    tlb_report(d->context, TLB_CODE_GLTF_COUNT, TLB_NO_OFFSET, path,
               "%llu elements are more than the file's %llu bytes of data can hold",
               (unsigned long long)elements, (unsigned long long)d->size);
    return TLB_INVALID;
}

tlb_status tlb_gltf_inflate(gltf_data *d, uint64_t packed, uint64_t unpacked, uint32_t ratio,
                            const char *path)
{
    if (unpacked > FREE_BYTES + packed * ratio || d->unpacked + unpacked > FREE_BYTES + d->size * ratio) {
        tlb_report(d->context, TLB_CODE_GLTF_COUNT, TLB_NO_OFFSET, path,
                   "%llu unpacked bytes are more than %llu compressed bytes can become",
                   (unsigned long long)unpacked, (unsigned long long)packed);
        return TLB_INVALID;
    }
    d->unpacked += unpacked;
    d->budget += unpacked;
    return TLB_OK;
}

/* --- URIs --------------------------------------------------------------------------------------------- */

static tlb_status bad_uri(gltf_data *d, const char *path, const char *message)
{
    tlb_report(d->context, TLB_CODE_GLTF_URI, TLB_NO_OFFSET, path, "%s", message);
    return TLB_INVALID;
}

static tlb_status decode_data_uri(gltf_data *d, tlb_text uri, const char *path, tlb_bytes *bytes)
{
    static const char marker[] = ";base64";
    enum { MARKER = sizeof marker - 1 };
    const char *comma = memchr(uri.data, ',', uri.size);
    if (!comma || comma - uri.data < MARKER || memcmp(comma - MARKER, marker, MARKER) != 0)
        return bad_uri(d, path, "the data URI is not of base64");
    size_t size = uri.size - (size_t)(comma + 1 - uri.data);
    /* Padding is not always written. */
    size_t padded = (size + 3) / 4 * 4;
    char *text = tlb_alloc(d->arena, padded);
    uint8_t *data = tlb_alloc(d->arena, padded - padded / 4 + 1);
    if (!text || !data)
        return tlb_report_memory(d->context, d->arena);
    memcpy(text, comma + 1, size);
    memset(text + size, '=', padded - size);
    if (!tlb_base64_decode(text, padded, data, &bytes->size))
        return bad_uri(d, path, "the data URI has invalid base64");
    bytes->data = data;
    return TLB_OK;
}

static int hex_digit(char c)
{
    char lower = tlb_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The name of the file: %XX decoded. NULL: it cannot be one. */
static const char *file_name(gltf_data *d, tlb_text uri)
{
    char *name = tlb_alloc(d->arena, (size_t)uri.size + 1), *out = name;
    for (uint32_t i = 0; name && i < uri.size; i++) {
        int high = i + 2 < uri.size ? hex_digit(uri.data[i + 1]) : -1;
        int low = i + 2 < uri.size ? hex_digit(uri.data[i + 2]) : -1;
        if (uri.data[i] == '%' && high >= 0 && low >= 0) {
            *out++ = (char)(high << 4 | low);
            i += 2;
        } else
            *out++ = uri.data[i];
    }
    if (!name)
        return NULL;
    *out = 0;
    const char *start = name[0] == '.' && name[1] == '/' ? name + 2 : name;
    return strlen(start) == (size_t)(out - start) && tlb_is_portable_path(start) ? start : NULL;
}

tlb_status tlb_gltf_uri_bytes(gltf_data *d, tlb_text uri, const char *path, tlb_bytes *bytes)
{
    *bytes = (tlb_bytes){0};
    if (gltf_is_data_uri(uri))
        return decode_data_uri(d, uri, path, bytes);
    const char *name = file_name(d, uri);
    if (!name)
        return d->arena->failure
                   ? tlb_report_memory(d->context, d->arena)
                   : bad_uri(d, path, "the URI is no relative path to a file in this folder or below it");
    tlb_status status =
        d->assets ? tlb_assets_find(d->assets, d->arena, name, NULL, NULL, bytes, NULL) : TLB_NOT_FOUND;
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(d->context, path, "file", name);
    return status;
}

/* --- buffers and views -------------------------------------------------------------------------------- */

static tlb_status find_chunk(gltf_data *d, uint32_t index, const char *path, tlb_bytes *bytes)
{
    for (uint32_t i = 0; index == 0 && i < d->gltf->chunks.count; i++)
        if (d->gltf->chunks.data[i].chunkType == GLB_BIN) {
            *bytes = d->gltf->chunks.data[i].chunkData;
            return TLB_OK;
        }
    tlb_report(d->context, TLB_CODE_GLTF_BUFFER, TLB_NO_OFFSET, path,
               index ? "the buffer has no URI; only the first one can be the binary chunk of a GLB"
                     : "the buffer has no URI, and there is no binary chunk of a GLB");
    return TLB_INVALID;
}

static tlb_status load_buffer(gltf_data *d, uint32_t index, tlb_bytes *bytes)
{
    const tlb_gltf_buffer *buffer = &d->gltf->buffers.data[index];
    char path[64];
    snprintf(path, sizeof path, "buffers[%u]%s", index, buffer->uri.data ? ".uri" : "");
    tlb_status status = buffer->uri.data ? tlb_gltf_uri_bytes(d, buffer->uri, path, bytes)
                                         : find_chunk(d, index, path, bytes);
    if (status == TLB_NOT_FOUND)
        tlb_report(d->context, TLB_CODE_GLTF_BUFFER, TLB_NO_OFFSET, path, "the buffer's file was not found");
    if (!status && bytes->size < buffer->byteLength) {
        tlb_report(d->context, TLB_CODE_GLTF_BUFFER, TLB_NO_OFFSET, path,
                   "%zu bytes of data, byteLength is %u", bytes->size, buffer->byteLength);
        status = TLB_INVALID;
    }
    bytes->size = status ? 0 : buffer->byteLength;
    d->size += bytes->size;
    d->budget += bytes->size;
    return status;
}

tlb_status tlb_gltf_buffer_bytes(gltf_data *d, uint32_t index, tlb_bytes *bytes)
{
    gltf_buffer_data *buffer = &d->buffers[index];
    if (!buffer->tried) {
        buffer->tried = true;
        buffer->status = load_buffer(d, index, &buffer->bytes);
    }
    *bytes = buffer->bytes;
    return buffer->status;
}

static tlb_status bad_index(gltf_data *d, const char *path, int64_t index, const char *things, uint32_t count)
{
    tlb_report(d->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET, path,
               "index %lld out of range; number of %s: %u", (long long)index, things, count);
    return TLB_INVALID;
}

static tlb_status slice_view(gltf_data *d, uint32_t index, tlb_bytes *bytes)
{
    const tlb_gltf_buffer_view *view = &d->gltf->bufferViews.data[index];
    char path[64];
    snprintf(path, sizeof path, "bufferViews[%u]", index);
    const char *name;
    tlb_status status;
    if (tlb_gltf_view_compression(d->gltf, index, &name))
        return tlb_gltf_unpack_view(d, index, path, bytes);
    if (view->buffer < 0 || (uint32_t)view->buffer >= d->gltf->buffers.count) {
        snprintf(path, sizeof path, "bufferViews[%u].buffer", index);
        return bad_index(d, path, view->buffer, "buffers", d->gltf->buffers.count);
    }
    if ((status = tlb_gltf_buffer_bytes(d, (uint32_t)view->buffer, bytes)))
        return status;
    if ((uint64_t)view->byteOffset + view->byteLength > bytes->size) {
        tlb_report(d->context, TLB_CODE_GLTF_VIEW_RANGE, TLB_NO_OFFSET, path,
                   "%u bytes from %u on exceed the buffer (%zu bytes)", view->byteLength, view->byteOffset,
                   bytes->size);
        return TLB_INVALID;
    }
    *bytes = (tlb_bytes){bytes->data + view->byteOffset, view->byteLength};
    return TLB_OK;
}

tlb_status tlb_gltf_view_bytes(gltf_data *d, int64_t index, const char *path, tlb_bytes *bytes)
{
    *bytes = (tlb_bytes){0};
    if (index < 0 || index >= d->gltf->bufferViews.count)
        return bad_index(d, path, index, "bufferViews", d->gltf->bufferViews.count);
    gltf_buffer_data *view = &d->views[index];
    if (!view->tried) {
        view->tried = true;
        view->status = slice_view(d, (uint32_t)index, &view->bytes);
    }
    *bytes = view->bytes;
    return view->status;
}

/* --- accessors ---------------------------------------------------------------------------------------- */

static tlb_status refuse_range(gltf_data *d, const char *path, uint64_t offset, uint64_t needed, size_t size)
{
    tlb_report(d->context, TLB_CODE_GLTF_ACCESSOR_RANGE, TLB_NO_OFFSET, path,
               "%llu bytes from %llu on exceed the view (%zu bytes)", (unsigned long long)needed,
               (unsigned long long)offset, size);
    return TLB_INVALID;
}

/* Elements within a view. */
static tlb_status place_rows(gltf_data *d, const tlb_gltf_accessor *a, const char *path, uint32_t size,
                             gltf_rows *rows)
{
    tlb_bytes bytes;
    tlb_status status = tlb_gltf_view_bytes(d, a->bufferView, path, &bytes);
    if (status)
        return status;
    uint32_t stride = d->gltf->bufferViews.data[a->bufferView].byteStride;
    rows->stride = stride ? stride : size;
    uint64_t needed = a->count ? (uint64_t)rows->stride * (a->count - 1) + size : 0;
    if (a->byteOffset + needed > bytes.size)
        return refuse_range(d, path, a->byteOffset, needed, bytes.size);
    rows->data = bytes.data + a->byteOffset;
    return TLB_OK;
}

static uint32_t read_index(const uint8_t *at, uint32_t size)
{
    return size == 1 ? *at : size == 2 ? tlb_get_le16(at) : tlb_get_le32(at);
}

/* Puts the values of a sparse accessor over a copy of the others. */
static tlb_status apply_sparse(gltf_data *d, const tlb_gltf_sparse *s, const char *path, uint32_t size,
                               uint32_t count, uint8_t *rows)
{
    tlb_bytes indices, values;
    tlb_status status;
    uint32_t width = s->indices ? tlb_gltf_component_size(s->indices->componentType) : 0;
    if (!s->indices || !s->values || !width || s->indices->componentType % 2 == 0) {
        tlb_report(d->context, TLB_CODE_GLTF_SPARSE, TLB_NO_OFFSET, path,
                   "indices or values are missing or invalid");
        return TLB_INVALID;
    }
    if ((status = tlb_gltf_view_bytes(d, s->indices->bufferView, path, &indices)) ||
        (status = tlb_gltf_view_bytes(d, s->values->bufferView, path, &values)))
        return status;
    uint64_t index_bytes = (uint64_t)s->count * width, value_bytes = (uint64_t)s->count * size;
    if (s->indices->byteOffset + index_bytes > indices.size)
        return refuse_range(d, path, s->indices->byteOffset, index_bytes, indices.size);
    if (s->values->byteOffset + value_bytes > values.size)
        return refuse_range(d, path, s->values->byteOffset, value_bytes, values.size);
    const uint8_t *at = indices.data + s->indices->byteOffset, *value = values.data + s->values->byteOffset;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t index = read_index(at + (size_t)i * width, width);
        if (index >= count) {
            tlb_report(d->context, TLB_CODE_GLTF_SPARSE, TLB_NO_OFFSET, path,
                       "index %u out of range; number of elements: %u", index, count);
            return TLB_INVALID;
        }
        memcpy(rows + (size_t)index * size, value + (size_t)i * size, size);
    }
    return TLB_OK;
}

static tlb_status unpack(gltf_data *d, const tlb_gltf_accessor *a, const char *path, uint32_t size,
                         gltf_rows *rows)
{
    tlb_status status = tlb_gltf_spend(d, a->count, path);
    uint8_t *copy = status ? NULL : tlb_zalloc_array(d->arena, a->count, size);
    if (!copy)
        return status ? status : tlb_report_memory(d->context, d->arena);
    for (uint32_t i = 0; rows->data && i < a->count; i++)
        memcpy(copy + (size_t)i * size, rows->data + i * rows->stride, size);
    if (a->sparse)
        status = apply_sparse(d, a->sparse, path, size, a->count, copy);
    rows->data = copy;
    rows->stride = size;
    return status;
}

tlb_status tlb_gltf_rows_of(gltf_data *d, int64_t index, const char *use, gltf_rows *rows)
{
    *rows = (gltf_rows){0};
    if (index < 0 || index >= d->gltf->accessors.count)
        return bad_index(d, use, index, "accessors", d->gltf->accessors.count);
    const tlb_gltf_accessor *a = &d->gltf->accessors.data[index];
    char path[64];
    snprintf(path, sizeof path, "accessors[%lld]", (long long)index);
    uint32_t size = tlb_gltf_element_size(a);
    if (!size) {
        tlb_report(d->context, TLB_CODE_GLTF_ACCESSOR_TYPE, TLB_NO_OFFSET, path,
                   "unknown componentType %u or type \"%s\"", a->componentType,
                   a->type.data ? a->type.data : "");
        return TLB_INVALID;
    }
    rows->count = a->count;
    rows->columns = tlb_gltf_component_count(a->type);
    rows->component_type = a->componentType;
    rows->component_size = tlb_gltf_component_size(a->componentType);
    rows->column_pad = size == rows->columns * rows->component_size ? 0 : rows->columns == 4 ? 2 : 3;
    rows->normalized = a->normalized;
    if (d->unpacked_rows && d->unpacked_rows[index].data) {
        rows->data = d->unpacked_rows[index].data;
        rows->stride = size;
        return TLB_OK;
    }
    tlb_status status = a->bufferView >= 0 ? place_rows(d, a, path, size, rows) : TLB_OK;
    if (!status && (a->sparse || a->bufferView < 0))
        status = unpack(d, a, path, size, rows);
    return status;
}

enum { BYTE = 5120, UBYTE, SHORT, USHORT, UINT = 5125, FLOAT };

static float component(const uint8_t *at, uint32_t type, bool normalized)
{
    float f;
    switch (type) {
    case BYTE:
        f = (float)(int8_t)*at;
        return !normalized ? f : f < -127 ? -1 : f / 127;
    case UBYTE:
        return normalized ? (float)*at / 255 : (float)*at;
    case SHORT:
        f = (float)(int16_t)tlb_get_le16(at);
        return !normalized ? f : f < -32767 ? -1 : f / 32767;
    case USHORT:
        return normalized ? (float)tlb_get_le16(at) / 65535 : (float)tlb_get_le16(at);
    case UINT:
        return (float)tlb_get_le32(at);
    default: {
        uint32_t bits = tlb_get_le32(at);
        memcpy(&f, &bits, sizeof f);
        return tlb_finite(f);
    }
    }
}

void tlb_gltf_row(const gltf_rows *rows, uint32_t index, uint32_t columns, float *out)
{
    const uint8_t *at = rows->data + index * rows->stride;
    for (uint32_t i = 0; i < columns && i < rows->columns; i++) {
        uint32_t pads = rows->column_pad ? i / rows->column_pad : 0;
        uint32_t pad = 4 - rows->column_pad * rows->component_size % 4;
        out[i] =
            component(at + i * rows->component_size + pads * pad, rows->component_type, rows->normalized);
    }
}

void tlb_gltf_floats(const gltf_rows *rows, uint32_t columns, float *out)
{
    bool plain = rows->component_type == FLOAT && rows->columns == columns &&
                 rows->stride == columns * sizeof(float) && !TLB_BIG_ENDIAN_HOST;
    if (plain && rows->count) {
        size_t count = (size_t)rows->count * columns;
        memcpy(out, rows->data, count * sizeof *out);
        for (size_t i = 0; i < count; i++)
            out[i] = tlb_finite(out[i]);
        return;
    }
    for (uint32_t i = 0; i < rows->count; i++)
        tlb_gltf_row(rows, i, columns, out + (size_t)i * columns);
}

uint32_t tlb_gltf_integer(const gltf_rows *rows, uint32_t index, uint32_t column)
{
    const uint8_t *at = rows->data + index * rows->stride + column * rows->component_size;
    return read_index(at, rows->component_size);
}
