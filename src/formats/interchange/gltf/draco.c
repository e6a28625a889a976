/* Primitives with KHR_draco_mesh_compression. */
#include "formats/interchange/gltf/draco.h"

#include "base/bytes.h"
#include "formats/interchange/gltf/compression.h"

static const char extension[] = "KHR_draco_mesh_compression";

#ifdef TLB_WITH_DRACO

/* A flat grid of a million triangles becomes 0.3 % of its size. */
enum { TRIANGLES = 4, INFLATION = 512 };

static bool is_unpacked(const gltf_data *d, uint32_t accessor, uint32_t view)
{
    return d->unpacked_rows[accessor].data && d->unpacked_from[accessor] == view;
}

/* Memory for the elements of an accessor; NULL, with the reason. */
static uint8_t *make_rows(gltf_data *d, uint32_t accessor, const char *path, size_t packed,
                          tlb_status *status)
{
    const tlb_gltf_accessor *a = &d->gltf->accessors.data[accessor];
    uint64_t size = (uint64_t)a->count * tlb_gltf_element_size(a);
    if (!size || tlb_gltf_component_count(a->type) > 4 || a->sparse)
        *status = tlb_gltf_refuse_compressed(d, path, "an accessor of compressed data is empty or invalid");
    else
        *status = tlb_gltf_inflate(d, packed, size, INFLATION, path);
    uint8_t *rows = *status ? NULL : tlb_zalloc_array(d->arena, a->count, tlb_gltf_element_size(a));
    if (!rows && !*status)
        *status = tlb_report_memory(d->context, d->arena);
    return rows;
}

typedef struct unpacking {
    uint32_t view;
    gltf_draco_mesh mesh;
    uint32_t *accessors; /* by attribute */
} unpacking;

static tlb_status add_attribute(gltf_data *d, const tlb_gltf_attribute *a, uint32_t id, const char *path,
                                unpacking *u)
{
    const tlb_gltf_accessor *accessor = &d->gltf->accessors.data[a->accessor];
    tlb_status status;
    uint8_t *rows = make_rows(d, a->accessor, path, u->mesh.size, &status);
    if (status)
        return status;
    if (u->mesh.attribute_count && accessor->count != u->mesh.point_count)
        return tlb_gltf_refuse_compressed(d, path, "the accessors differ in their number of elements");
    u->mesh.point_count = accessor->count;
    u->accessors[u->mesh.attribute_count] = a->accessor;
    u->mesh.attributes[u->mesh.attribute_count++] =
        (gltf_draco_attribute){id, accessor->componentType, tlb_gltf_component_count(accessor->type), rows};
    return TLB_OK;
}

/* What the extension says: which accessors are filled with what. *done: they are. */
static tlb_status plan(gltf_data *d, const tlb_value *table, const tlb_gltf_primitive *p, const char *path,
                       unpacking *u, bool *done)
{
    const tlb_value *ids = tlb_value_get(table, "attributes");
    const tlb_gltf_accessor *list = d->gltf->accessors.data;
    tlb_status status = TLB_OK;
    u->mesh.attributes = tlb_alloc_array(d->arena, p->attributes.count, sizeof *u->mesh.attributes);
    u->accessors = tlb_alloc_array(d->arena, p->attributes.count, sizeof *u->accessors);
    if (!u->mesh.attributes || !u->accessors)
        return tlb_report_memory(d->context, d->arena);
    *done = is_unpacked(d, (uint32_t)p->indices, u->view);
    for (uint32_t i = 0; i < p->attributes.count; i++) {
        const tlb_gltf_attribute *a = &p->attributes.data[i];
        bool packed = tlb_gltf_member_integer(ids, a->semantic.data, UINT32_MAX) != UINT32_MAX;
        if (packed && a->accessor >= d->gltf->accessors.count)
            return tlb_gltf_refuse_compressed(d, path, "an accessor of compressed data is out of range");
        if (packed && d->unpacked_rows[a->accessor].data && d->unpacked_from[a->accessor] != u->view)
            return tlb_gltf_refuse_compressed(d, path, "an accessor has two kinds of compressed data");
        *done = *done && (!packed || is_unpacked(d, a->accessor, u->view));
    }
    for (uint32_t i = 0; i < p->attributes.count && !*done && !status; i++) {
        const tlb_gltf_attribute *a = &p->attributes.data[i];
        uint32_t id = tlb_gltf_member_integer(ids, a->semantic.data, UINT32_MAX);
        if (id != UINT32_MAX)
            status = add_attribute(d, a, id, path, u);
    }
    u->mesh.face_count = list[p->indices].count / 3;
    return status;
}

static void store_indices(const tlb_gltf_accessor *a, const uint32_t *indices, uint8_t *out)
{
    uint32_t size = tlb_gltf_component_size(a->componentType);
    for (uint32_t i = 0; i < a->count; i++, out += size)
        if (size == 1)
            *out = (uint8_t)indices[i];
        else if (size == 2)
            tlb_put_le16(out, (uint16_t)indices[i]);
        else
            tlb_put_le32(out, indices[i]);
}

static tlb_status decode(gltf_data *d, const tlb_gltf_primitive *p, const char *path, unpacking *u)
{
    const tlb_gltf_accessor *a = &d->gltf->accessors.data[p->indices];
    tlb_status status;
    bool no_memory;
    if (!u->mesh.attribute_count || a->count % 3 || tlb_gltf_component_count(a->type) != 1)
        return tlb_gltf_refuse_compressed(d, path, "the compressed data has no attributes, or no triangles");
    uint8_t *rows = make_rows(d, (uint32_t)p->indices, path, u->mesh.size, &status);
    u->mesh.indices = status ? NULL : tlb_alloc_array(d->arena, a->count, sizeof *u->mesh.indices);
    if (!u->mesh.indices)
        return status ? status : tlb_report_memory(d->context, d->arena);
    const char *wrong = tlb_draco_decode(&u->mesh, &no_memory);
    if (wrong)
        return no_memory ? tlb_report_failure(d->context, TLB_NO_MEMORY)
                         : tlb_gltf_refuse_compressed(d, path, wrong);
    store_indices(a, u->mesh.indices, rows);
    d->unpacked_rows[p->indices] = (tlb_bytes){rows, 1};
    d->unpacked_from[p->indices] = u->view;
    for (uint32_t i = 0; i < u->mesh.attribute_count; i++) {
        d->unpacked_rows[u->accessors[i]] = (tlb_bytes){u->mesh.attributes[i].out, 1};
        d->unpacked_from[u->accessors[i]] = u->view;
    }
    return TLB_OK;
}

static tlb_status unpack(gltf_data *d, const tlb_value *table, const tlb_gltf_primitive *p, const char *path)
{
    unpacking u = {.view = tlb_gltf_member_integer(table, "bufferView", UINT32_MAX)};
    tlb_bytes bytes;
    bool done = false;
    if (p->mode != TRIANGLES || p->indices < 0 || (uint32_t)p->indices >= d->gltf->accessors.count)
        return tlb_gltf_refuse_compressed(d, path, "compressed primitives are triangles with indices");
    tlb_status status = tlb_gltf_view_bytes(d, u.view, path, &bytes);
    if (status)
        return status;
    if (!d->unpacked_rows) {
        d->unpacked_rows = tlb_zalloc_array(d->arena, d->gltf->accessors.count, sizeof *d->unpacked_rows);
        d->unpacked_from = tlb_zalloc_array(d->arena, d->gltf->accessors.count, sizeof *d->unpacked_from);
        if (!d->unpacked_rows || !d->unpacked_from)
            return tlb_report_memory(d->context, d->arena);
    }
    u.mesh.data = bytes.data;
    u.mesh.size = bytes.size;
    status = plan(d, table, p, path, &u, &done);
    return status || done ? status : decode(d, p, path, &u);
}

#endif

tlb_status tlb_gltf_unpack_primitive(gltf_data *d, const tlb_gltf_primitive *p, const char *path)
{
    const tlb_value *table = tlb_value_get(p->extensions, extension);
    if (!table || !tlb_gltf_requires(d->gltf, extension))
        return TLB_OK;
#ifdef TLB_WITH_DRACO
    return unpack(d, table, p, path);
#else
    return tlb_gltf_refuse_without(d, path, extension, "libdraco");
#endif
}
