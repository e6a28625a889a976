#include "formats/modern/gltf/binary.h"

#include <string.h>

static uint64_t aligned(uint64_t size)
{
    return (size + 3) & ~UINT64_C(3);
}

uint32_t tlb_gltf_begin_view(tlb_gltf_binary *binary, tlb_gltf_target target)
{
    tlb_gltf_view *view = TLB_PUSH(binary->arena, &binary->views);
    if (!view) {
        binary->failed = true;
        return 0;
    }
    *view = (tlb_gltf_view){.offset = binary->size, .target = target};
    return binary->views.count - 1;
}

uint64_t tlb_gltf_put(tlb_gltf_binary *binary, tlb_gltf_piece piece, uint64_t size)
{
    tlb_gltf_piece *place = binary->failed ? NULL : TLB_PUSH(binary->arena, &binary->pieces);
    if (!place) {
        binary->failed = true;
        return 0;
    }
    tlb_gltf_view *view = &binary->views.data[binary->views.count - 1];
    piece.offset = binary->size;
    piece.size = size;
    *place = piece;
    view->size = piece.offset + size - view->offset;
    binary->size = aligned(piece.offset + size);
    return piece.offset - view->offset;
}

uint32_t tlb_gltf_add_accessor(tlb_gltf_binary *binary, tlb_gltf_accessor accessor)
{
    tlb_gltf_accessor *place = TLB_PUSH(binary->arena, &binary->accessors);
    if (!place) {
        binary->failed = true;
        return 0;
    }
    *place = accessor;
    return binary->accessors.count - 1;
}

uint32_t tlb_gltf_put_accessor(tlb_gltf_binary *binary, tlb_gltf_piece piece, tlb_gltf_accessor accessor)
{
    static const uint32_t columns[] = {
        [GLTF_SCALAR] = 1, [GLTF_VEC2] = 2, [GLTF_VEC3] = 3, [GLTF_VEC4] = 4, [GLTF_MAT4] = 16};
    uint32_t width = accessor.component == GLTF_UBYTE ? 1 : accessor.component == GLTF_USHORT ? 2 : 4;
    accessor.offset = tlb_gltf_put(binary, piece, (uint64_t)accessor.count * columns[accessor.shape] * width);
    accessor.view = (int32_t)(binary->views.count - 1);
    return tlb_gltf_add_accessor(binary, accessor);
}

uint64_t tlb_gltf_fill(const tlb_gltf_binary *binary, uint8_t *out)
{
    uint64_t at = 0, replaced = 0;
    for (uint32_t i = 0; i < binary->pieces.count; i++) {
        const tlb_gltf_piece *piece = &binary->pieces.data[i];
        memset(out + at, 0, (size_t)(piece->offset - at));
        replaced += piece->encode ? piece->encode(piece, out + piece->offset) : 0;
        at = piece->offset + piece->size;
    }
    memset(out + at, 0, (size_t)(binary->size - at));
    return replaced;
}
