#include "base/text.h"
#include "core/format.h"

#define TLB_FORMAT(name) extern const tlb_format tlb_format_##name;
#include "registry/formats.def"
#undef TLB_FORMAT

static const tlb_format *const formats[] = {
#define TLB_FORMAT(name) &tlb_format_##name,
#include "registry/formats.def"
#undef TLB_FORMAT
};

enum { FORMATS = sizeof formats / sizeof *formats };

size_t tlb_format_count(void)
{
    return FORMATS;
}

const tlb_format *tlb_format_at(size_t index)
{
    return index < FORMATS ? formats[index] : NULL;
}

const tlb_format_info *tlb_format_describe(const tlb_format *format)
{
    return &format->info;
}

const tlb_format *tlb_format_by_name(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (tlb_same_nocase(formats[i]->info.name, name))
            return formats[i];
    return NULL;
}

static bool has_extension(const tlb_format *format, const char *extension)
{
    for (const char *const *e = format->info.extensions; *e; e++)
        if (tlb_same_nocase(*e, extension))
            return true;
    return false;
}

const tlb_format *tlb_format_by_path(const char *path)
{
    const char *extension = tlb_path_extension(path);
    for (size_t i = 0; i < FORMATS; i++)
        if (has_extension(formats[i], extension))
            return formats[i];
    return NULL;
}

const tlb_format *tlb_probe(const void *data, size_t size, const char *name)
{
    const tlb_format *best = NULL;
    int most = 0;
    for (size_t i = 0; i < FORMATS; i++) {
        if (!formats[i]->probe)
            continue;
        int sure = formats[i]->probe((tlb_bytes){data, size});
        /* Between contents as likely, the name decides. */
        if (sure > 0 && name && has_extension(formats[i], tlb_path_extension(name)))
            sure++;
        if (sure > most) {
            most = sure;
            best = formats[i];
        }
    }
    /* A damaged file is still what its name says: the reader then tells what is wrong with it. */
    const tlb_format *named = best || !name ? NULL : tlb_format_by_path(name);
    return named && named->info.abilities & TLB_CAN_READ ? named : best;
}
