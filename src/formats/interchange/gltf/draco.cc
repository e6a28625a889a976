#include "formats/interchange/gltf/draco.h"

#include <draco/compression/decode.h>
#include <draco/compression/point_cloud/point_cloud_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/metadata_decoder.h>

#include <cstring>
#include <new>
#include <stdexcept>

namespace
{

// Reads the counts that decoding allocates memory for.
const char *compare_header(const gltf_draco_mesh *mesh)
{
    draco::DecoderBuffer buffer;
    draco::DracoHeader header;
    buffer.Init(reinterpret_cast<const char *>(mesh->data), mesh->size);
    if (!draco::PointCloudDecoder::DecodeHeader(&buffer, &header).ok())
        return "the compressed data has no header of Draco";
    if (header.version_major != 2 || header.version_minor != 2)
        return "the compressed data is not of version 2.2 of Draco";
    if (header.encoder_type != draco::TRIANGULAR_MESH)
        return "the compressed data is no mesh of triangles";
    buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(2, 2));
    if (header.flags & METADATA_FLAG_MASK) {
        draco::GeometryMetadata metadata;
        if (!draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata))
            return "the metadata of the compressed data is damaged";
    }
    uint8_t traversal;
    uint32_t points = 0, faces = 0;
    bool edgebreaker = header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING;
    bool read = edgebreaker ? buffer.Decode(&traversal) && draco::DecodeVarint(&points, &buffer) &&
                                  draco::DecodeVarint(&faces, &buffer)
                            : draco::DecodeVarint(&faces, &buffer) && draco::DecodeVarint(&points, &buffer);
    if (!read)
        return "the compressed data ends in its header";
    if (faces != mesh->face_count || points > mesh->point_count ||
        (!edgebreaker && points != mesh->point_count))
        return "the compressed data has another number of faces or points than the accessors";
    return nullptr;
}

template <typename T>
bool copy_values(const draco::Mesh &mesh, const draco::PointAttribute &source,
                 const gltf_draco_attribute &wanted)
{
    T *out = static_cast<T *>(wanted.out);
    for (draco::PointIndex i(0); i < mesh.num_points(); ++i, out += wanted.components) {
        draco::AttributeValueIndex value = source.mapped_index(i);
        if (value.value() >= source.size() ||
            !source.ConvertValue<T>(value, static_cast<int8_t>(wanted.components), out))
            return false;
    }
    return true;
}

bool copy_attribute(const draco::Mesh &mesh, const gltf_draco_attribute &wanted)
{
    const draco::PointAttribute *source = mesh.GetAttributeByUniqueId(wanted.id);
    if (!source || static_cast<uint32_t>(source->num_components()) != wanted.components)
        return false;
    switch (wanted.component_type) {
    case 5120:
        return copy_values<int8_t>(mesh, *source, wanted);
    case 5121:
        return copy_values<uint8_t>(mesh, *source, wanted);
    case 5122:
        return copy_values<int16_t>(mesh, *source, wanted);
    case 5123:
        return copy_values<uint16_t>(mesh, *source, wanted);
    case 5125:
        return copy_values<uint32_t>(mesh, *source, wanted);
    case 5126:
        return copy_values<float>(mesh, *source, wanted);
    default:
        return false;
    }
}

const char *decode(const gltf_draco_mesh *wanted)
{
    const char *wrong = compare_header(wanted);
    if (wrong)
        return wrong;
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char *>(wanted->data), wanted->size);
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok())
        return "the compressed data is damaged";
    const draco::Mesh &mesh = *decoded.value();
    if (mesh.num_faces() != wanted->face_count || mesh.num_points() != wanted->point_count)
        return "the compressed data has another number of faces or points than the accessors";
    uint32_t *index = wanted->indices;
    for (draco::FaceIndex i(0); i < mesh.num_faces(); ++i)
        for (int k = 0; k < 3; k++)
            *index++ = mesh.face(i)[static_cast<size_t>(k)].value();
    for (uint32_t i = 0; i < wanted->attribute_count; i++)
        if (!copy_attribute(mesh, wanted->attributes[i]))
            return "an attribute of the compressed data is missing or not of the accessor's type";
    return nullptr;
}

} // namespace

const char *tlb_draco_decode(const gltf_draco_mesh *mesh, bool *no_memory)
{
    *no_memory = false;
    try {
        return decode(mesh);
    } catch (const std::bad_alloc &) {
        *no_memory = true;
        return "no memory";
    } catch (const std::length_error &) {
        return "the compressed data is damaged";
    }
}
