#include "core/format.h"

#include "base/text.h"

const tlb_format_info *tlb_format_info_of(const tlb_format *format)
{
    if (!format)
        return NULL;
    return &format->info;
}

const tlb_format *tlb_formats_by_name(const tlb_format *const *formats, const char *name)
{
    while (*formats && !tlb_same_nocase((*formats)->info.name, name))
        formats++;
    return *formats;
}

static bool has_extension(const tlb_format *format, const char *extension)
{
    for (const char *const *e = format->info.extensions; *e; e++)
        if (tlb_same_nocase(*e, extension))
            return true;
    return false;
}

const tlb_format *tlb_formats_by_path(const tlb_format *const *formats, const char *path)
{
    const char *extension = tlb_path_extension(path);
    while (*formats && !has_extension(*formats, extension))
        formats++;
    return *formats;
}

static bool matches(const tlb_signature *signature, const uint8_t *bytes)
{
    for (size_t i = 0; i < signature->size; i++)
        if (signature->bytes[i] != '?' && (uint8_t)signature->bytes[i] != bytes[i])
            return false;
    return true;
}

bool tlb_has_signature(const tlb_format *format, tlb_bytes bytes)
{
    for (const tlb_signature *s = format->info.signatures; s && s->bytes; s++)
        for (size_t at = 0; at <= s->within && s->size <= bytes.size && at <= bytes.size - s->size; at++)
            if (matches(s, bytes.data + at))
                return true;
    return false;
}

static int probe(const tlb_format *format, tlb_bytes bytes)
{
    enum { SURE = 100 };
    return format->probe ? format->probe(bytes) : tlb_has_signature(format, bytes) ? SURE : 0;
}

const tlb_format *tlb_formats_probe(const tlb_format *const *formats, tlb_bytes bytes, const char *name)
{
    const tlb_format *best = NULL;
    int highest = 0;
    for (const tlb_format *const *format = formats; *format; format++) {
        bool named = name && has_extension(*format, tlb_path_extension(name));
        int score = named || !(*format)->needs_name ? probe(*format, bytes) : 0;
        /* Between contents as likely, the name decides. */
        if (score > 0 && named)
            score++;
        if (score > highest) {
            highest = score;
            best = *format;
        }
    }
    /* A damaged file is still what its name says: the reader then reports what is wrong with it. */
    const tlb_format *by_name = best || !name ? NULL : tlb_formats_by_path(formats, name);
    return by_name && by_name->info.abilities & TLB_CAN_READ ? by_name : best;
}

const char *tlb_format_label(const tlb_format_info *format, char label[TLB_FORMAT_LABEL])
{
    size_t size = 0;
    for (; format->name[size] && size + 1 < TLB_FORMAT_LABEL; size++)
        label[size] = tlb_upper(format->name[size]);
    label[size] = 0;
    return label;
}
