/* PNG as glTF allows it: a file whose pixels mean sRGB and are square, without animation. */
#include "base/bytes.h"
#include "image/image.h"

#include <string.h>

enum { SIGNATURE = 8, CHUNK_FRAME = 12 /* length, type and checksum */ };

/* Color space, pixel size and animation. They are ancillary: no pixel changes without them. */
static bool is_unsupported(const uint8_t *type)
{
    static const char types[][5] = {"cHRM", "cICP", "cLLI", "gAMA", "iCCP", "mDCV",
                                    "sRGB", "pHYs", "acTL", "fcTL", "fdAT"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (memcmp(type, types[i], 4) == 0)
            return true;
    return false;
}

/* The size of the chunk at `at`, 0 when no complete one is there. */
static size_t chunk_size(tlb_bytes file, size_t at)
{
    size_t left = file.size - at;
    if (left < CHUNK_FRAME || tlb_get_be32(file.data + at) > left - CHUNK_FRAME)
        return 0;
    return CHUNK_FRAME + (size_t)tlb_get_be32(file.data + at);
}

/* The length that a chunk of this type has; UINT32_MAX: any. */
static uint32_t fixed_length(const uint8_t *type)
{
    static const struct {
        char type[5];
        uint32_t length;
    } chunks[] = {{"IHDR", 13}, {"cHRM", 32}, {"gAMA", 4}, {"pHYs", 9}, {"sRGB", 1}};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++)
        if (memcmp(type, chunks[i].type, 4) == 0)
            return chunks[i].length;
    return UINT32_MAX;
}

bool tlb_png_has_valid_chunks(tlb_bytes file)
{
    for (size_t at = SIGNATURE, size; at < file.size && (size = chunk_size(file, at)); at += size) {
        const uint8_t *type = file.data + at + 4;
        uint32_t length = fixed_length(type);
        if (memcmp(type, "IDAT", 4) == 0)
            return at > SIGNATURE;
        if (length != UINT32_MAX && length != size - CHUNK_FRAME)
            return false;
    }
    return false;
}

/* How many bytes remain; they are put to `to` unless that is NULL. What is damaged stays as it is. */
static size_t copy_supported(tlb_bytes file, uint8_t *to)
{
    size_t end = SIGNATURE;
    if (to)
        memcpy(to, file.data, SIGNATURE);
    for (size_t at = SIGNATURE, size; at < file.size; at += size) {
        size = chunk_size(file, at);
        if (size && is_unsupported(file.data + at + 4))
            continue;
        size = size ? size : file.size - at;
        if (to)
            memcpy(to + end, file.data + at, size);
        end += size;
    }
    return end;
}

bool tlb_png_for_gltf(tlb_arena *arena, tlb_bytes *file)
{
    if (file->size < SIGNATURE)
        return true;
    size_t size = copy_supported(*file, NULL);
    if (size == file->size)
        return true;
    uint8_t *kept = tlb_alloc(arena, size);
    if (!kept)
        return false;
    copy_supported(*file, kept);
    *file = (tlb_bytes){kept, size};
    return true;
}
