#include "formats/torque/shared/textures.h"

#include <stddef.h>

const char *const tlb_torque_texture_extensions[] = {"png", "jpg", "jpeg", "bmp", "gif",
                                                     "tga", "dds", "bm8",  NULL};
