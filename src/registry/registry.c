/* The only place that names formats: those of the families that are built in (TLB_FORMATS of CMake). */
#include "core/format.h"

#include <string.h>

#ifdef TLB_WITH_TORQUE
#define TLB_OF_torque(...) __VA_ARGS__
#else
#define TLB_OF_torque(...)
#endif
#ifdef TLB_WITH_DARKSTAR
#define TLB_OF_darkstar(...) __VA_ARGS__
#else
#define TLB_OF_darkstar(...)
#endif
#ifdef TLB_WITH_MERIDIAN
#define TLB_OF_meridian(...) __VA_ARGS__
#else
#define TLB_OF_meridian(...)
#endif
#ifdef TLB_WITH_SENSE8
#define TLB_OF_sense8(...) __VA_ARGS__
#else
#define TLB_OF_sense8(...)
#endif
#ifdef TLB_WITH_INTERQUAKE
#define TLB_OF_interquake(...) __VA_ARGS__
#else
#define TLB_OF_interquake(...)
#endif
#ifdef TLB_WITH_INTERCHANGE
#define TLB_OF_interchange(...) __VA_ARGS__
#else
#define TLB_OF_interchange(...)
#endif
#ifdef TLB_WITH_FOREIGN
#define TLB_OF_foreign(...) __VA_ARGS__
#else
#define TLB_OF_foreign(...)
#endif

#define TLB_FORMAT(family, name) TLB_OF_##family(extern const tlb_format tlb_format_##name;)
#include "registry/formats.def"
#undef TLB_FORMAT

static const tlb_format *const formats[] = {
#define TLB_FORMAT(family, name) TLB_OF_##family(&tlb_format_##name, )
#include "registry/formats.def"
#undef TLB_FORMAT
    NULL,
};

tlb_context *tlb_context_create(const tlb_context_options *options)
{
    return tlb_context_make(options, formats);
}

size_t tlb_format_count(void)
{
    return sizeof formats / sizeof *formats - 1;
}

const tlb_format *tlb_format_at(size_t index)
{
    return index < tlb_format_count() ? formats[index] : NULL;
}

const tlb_format *tlb_format_by_name(const char *name)
{
    if (!name)
        return NULL;
    return tlb_formats_by_name(formats, name);
}

const tlb_format *tlb_format_by_path(const char *path)
{
    if (!path)
        return NULL;
    return tlb_formats_by_path(formats, path);
}

const tlb_format *tlb_probe(const void *data, size_t size, const char *name)
{
    if (!data && size)
        return NULL;
    return tlb_formats_probe(formats, (tlb_bytes){data, size}, name);
}

const tlb_format *tlb_probe_path(tlb_context *context, const char *path)
{
    if (!context || !path)
        return NULL;
    tlb_file_view view;
    tlb_report_mark mark = tlb_report_mark_get(context);
    if (tlb_file_view_open(context, path, &view)) {
        tlb_report_rewind(context, &mark);
        return tlb_formats_by_path(formats, path);
    }
    const tlb_format *format = tlb_formats_probe(formats, (tlb_bytes){view.data, view.size}, path);
    tlb_file_view_close(context, &view);
    return format;
}

const tlb_option_info *tlb_option_find(const char *name)
{
    if (!name)
        return NULL;
    for (size_t i = 0; formats[i]; i++) {
        const tlb_option_info *option = formats[i]->info.options;
        for (; option && option->name; option++)
            if (strcmp(option->name, name) == 0)
                return option;
    }
    return NULL;
}
