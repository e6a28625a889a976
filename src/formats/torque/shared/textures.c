#include "formats/torque/shared/textures.h"

#include "base/index.h"
#include "base/text.h"
#include "trilobite/file.h"

const char *const tlb_torque_texture_extensions[] = {"png", "jpg", "jpeg", "bmp", "gif",
                                                     "tga", "dds", "bm8",  NULL};

tlb_text tlb_torque_texture_key(tlb_arena *arena, const char *name)
{
    const char *base = tlb_path_base(name);
    tlb_text key = tlb_name_key(arena, base);
    for (const char *const *extension = tlb_torque_texture_extensions; *extension; extension++)
        if (tlb_same_nocase(*extension, tlb_path_extension(base)))
            key.size = (uint32_t)tlb_path_stem(base);
    return key;
}
