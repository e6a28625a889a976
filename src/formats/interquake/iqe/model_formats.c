/* Which formats vertex arrays are asked for, and those that are recommended. */
#include "formats/interquake/iqe/formats.h"
#include "formats/interquake/iqe/model.h"

#include <string.h>

static const char *const types[IQ_TYPES] = {
    "position", "texcoord", "normal",  "tangent", "blendindexes", "blendweights",
    "color",    "custom0",  "custom1", "custom2", "custom3",      "custom4",
    "custom5",  "custom6",  "custom7", "custom8", "custom9",
};
static const char *const components[TLB_IQM_FORMATS] = {
    "byte", "ubyte", "short", "ushort", "int", "uint", "half", "float", "double",
};

static uint32_t find(const char *const *words, uint32_t count, tlb_text text)
{
    uint32_t i = 0;
    while (i < count && (strlen(words[i]) != text.size || memcmp(words[i], text.data, text.size) != 0))
        i++;
    return i;
}

static uint32_t find_type(tlb_text text)
{
    return find(types, IQ_TYPES, text);
}

uint32_t iqe_find_component(tlb_text text)
{
    return find(components, TLB_IQM_FORMATS, text);
}

const char *iqe_type_name(uint32_t type)
{
    return types[type];
}

const char *iqe_component_name(uint32_t format)
{
    return components[format];
}

/* "Position arrays default specifically to 3 components"; the others as the format's header has them for
 * portable use, colours too: engines refuse, or read beyond, the 3 components that the description says. */
iq_format iqe_default_format(uint32_t type)
{
    static const struct {
        uint8_t format, size;
    } defaults[IQ_ATTRIBUTES] = {{TLB_IQM_FLOAT, 3}, {TLB_IQM_FLOAT, 2}, {TLB_IQM_FLOAT, 3},
                                 {TLB_IQM_FLOAT, 4}, {TLB_IQM_UBYTE, 4}, {TLB_IQM_UBYTE, 4},
                                 {TLB_IQM_UBYTE, 4}};
    if (type < IQ_ATTRIBUTES)
        return (iq_format){.format = defaults[type].format, .size = defaults[type].size};
    const char *name = iqe_type_name(type);
    return (iq_format){.format = TLB_IQM_FLOAT, .size = 4, .name = {name, (uint32_t)strlen(name)}};
}

/* "Any other value of TYPE is ignored", of COMPONENT and of SIZE likewise: it counts as not given. */
bool iqe_read_format(const tlb_iqe_vertexarray *x, uint32_t *type, iq_format *format)
{
    *type = find_type(x->type);
    if (*type == IQ_TYPES)
        return false;
    *format = iqe_default_format(*type);
    uint32_t component = iqe_find_component(x->component);
    if (component < TLB_IQM_FORMATS)
        format->format = component;
    if (x->size >= 1 && x->size <= 4)
        format->size = (uint32_t)x->size;
    format->name = x->name.size ? x->name : x->type;
    format->asked = true;
    return true;
}

bool iqe_merge_formats(iqe_merge *m)
{
    iq_model *model = m->model;
    for (uint32_t i = 0; i < IQ_TYPES; i++)
        model->formats[i] = iqe_default_format(i);
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->documents[i]->vertexarray.count; k++) {
            uint32_t type;
            iq_format format;
            if (iqe_read_format(&m->documents[i]->vertexarray.data[k], &type, &format) &&
                !model->formats[type].asked)
                model->formats[type] = format;
        }
    return true;
}
