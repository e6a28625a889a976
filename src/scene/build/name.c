#include "scene/build/name.h"

#include "base/text.h"

char *tlb_scene_name(tlb_arena *arena, const char *data, size_t size)
{
    bool utf8 = tlb_is_utf8(data, size);
    char *name = tlb_alloc_array(arena, size + 1, 2);
    char *out = name;
    for (size_t i = 0; name && i < size; i++) {
        unsigned char byte = (unsigned char)data[i];
        if (byte < 0x20 || byte == 0x7f)
            *out++ = '_';
        else if (byte < 0x80 || utf8)
            *out++ = (char)byte;
        else {
            *out++ = (char)(0xc0 | byte >> 6);
            *out++ = (char)(0x80 | (byte & 0x3f));
        }
    }
    if (name)
        *out = '\0';
    return name;
}
