/* What some IQE documents mean together: formats, vertexes, comment, sources. */
#include "formats/interquake/iqe/to_model/to_model.h"
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- formats of vertex arrays ------------------------------------------------------------------------ */

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

uint32_t tlb_iqe_find_component(tlb_text text)
{
    return find(components, TLB_IQM_FORMATS, text);
}

const char *tlb_iqe_type_name(uint32_t type)
{
    return types[type];
}

const char *tlb_iqe_component_name(uint32_t format)
{
    return components[format];
}

/* "Position arrays default specifically to 3 components"; the others as the format's header has them for
 * portable use, colors too: engines refuse, or read beyond, the 3 components that the description says. */
iq_format tlb_iqe_default_format(uint32_t type)
{
    static const struct {
        uint8_t format, size;
    } defaults[IQ_ATTRIBUTES] = {{TLB_IQM_FLOAT, 3}, {TLB_IQM_FLOAT, 2}, {TLB_IQM_FLOAT, 3},
                                 {TLB_IQM_FLOAT, 4}, {TLB_IQM_UBYTE, 4}, {TLB_IQM_UBYTE, 4},
                                 {TLB_IQM_UBYTE, 4}};
    if (type < IQ_ATTRIBUTES)
        return (iq_format){.format = defaults[type].format, .size = defaults[type].size};
    const char *name = tlb_iqe_type_name(type);
    return (iq_format){.format = TLB_IQM_FLOAT, .size = 4, .name = {name, (uint32_t)strlen(name)}};
}

/* "Any other value of TYPE is ignored", of COMPONENT and of SIZE likewise: it counts as not given. */
bool tlb_iqe_read_format(const tlb_iqe_vertexarray *x, uint32_t *type, iq_format *format)
{
    *type = find_type(x->type);
    if (*type == IQ_TYPES)
        return false;
    *format = tlb_iqe_default_format(*type);
    uint32_t component = tlb_iqe_find_component(x->component);
    if (component < TLB_IQM_FORMATS)
        format->format = component;
    if (x->size >= 1 && x->size <= 4)
        format->size = (uint32_t)x->size;
    format->name = x->name.size ? x->name : x->type;
    format->given = true;
    return true;
}

static bool merge_formats(iqe_merge *m)
{
    iq_model *model = m->model;
    for (uint32_t i = 0; i < IQ_TYPES; i++)
        model->formats[i] = tlb_iqe_default_format(i);
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < m->documents[i]->vertexarray.count; k++) {
            uint32_t type;
            iq_format format;
            if (tlb_iqe_read_format(&m->documents[i]->vertexarray.data[k], &type, &format) &&
                !model->formats[type].given)
                model->formats[type] = format;
        }
    return true;
}

void tlb_iqe_merge_report(const iqe_merge *m, uint32_t document, tlb_code code, uint32_t command,
                          const char *format, ...)
{
    char path[32] = "", message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (command != UINT32_MAX)
        snprintf(path, sizeof path, "commands[%u]", command);
    tlb_context about = tlb_context_about(m->context, m->names[document], NULL);
    tlb_report(&about, code, TLB_NO_OFFSET, path, "%s", message);
}

/* --- vertex arrays ----------------------------------------------------------------------------------- */

/* What all TLB_ARRAYs are, read only. */
typedef struct rows {
    const void *data;
    uint32_t count;
} rows;

/* A list of a document, by its word. */
static rows rows_of(const tlb_iqe *x, uint32_t word)
{
    switch (word) {
    case TLB_IQE_VP:
        return (rows){x->vp.data, x->vp.count};
    case TLB_IQE_VT:
        return (rows){x->vt.data, x->vt.count};
    case TLB_IQE_VN:
        return (rows){x->vn.data, x->vn.count};
    case TLB_IQE_VC:
        return (rows){x->vc.data, x->vc.count};
    case TLB_IQE_VS:
        return (rows){x->vs.data, x->vs.count};
    case TLB_IQE_VX:
        return (rows){x->vx.data, x->vx.count};
    default:
        return (rows){x->v[word - TLB_IQE_V0].data, x->v[word - TLB_IQE_V0].count};
    }
}

static void fill(char *at, uint32_t count, const void *row, size_t size)
{
    for (uint32_t i = 0; i < count; i++)
        memcpy(at + i * size, row, size);
}

/* One array of all documents: that of the only one where it is complete. Rows that are missing are `row`.
 * *merged is NULL when no document has any. */
static bool merge_rows(iqe_merge *m, uint32_t word, const void *row, size_t size, void **merged)
{
    bool any = false, whole = m->count == 1;
    for (uint32_t i = 0; i < m->count; i++) {
        const tlb_iqe *x = m->documents[i];
        rows list = rows_of(x, word);
        any |= list.count != 0;
        whole &= list.count == x->vp.count;
        if (list.count && list.count != x->vp.count)
            tlb_iqe_merge_report(m, i, list.count < x->vp.count ? TLB_CODE_IQE_FILLED : TLB_CODE_IQE_LEFT_OUT,
                                 UINT32_MAX, "%u %s, but %u vp", list.count,
                                 tlb_iqe_word_text((tlb_iqe_word)word), x->vp.count);
    }
    *merged = any && whole ? (void *)(uintptr_t)rows_of(m->documents[0], word).data : NULL;
    if (!any || whole)
        return true;
    char *out = tlb_alloc_array(m->arena, m->model->vertex_count, size);
    if (!out)
        return false;
    *merged = out;
    for (uint32_t i = 0; i < m->count; i++) {
        rows list = rows_of(m->documents[i], word);
        uint32_t wanted = m->documents[i]->vp.count, count = list.count < wanted ? list.count : wanted;
        if (count)
            memcpy(out, list.data, count * size);
        fill(out + count * size, wanted - count, row, size);
        out += wanted * size;
    }
    return true;
}

static bool merge_tangents(iqe_merge *m)
{
    const tlb_iqe_tangent none = {{0}, 0};
    void *merged;
    if (!merge_rows(m, TLB_IQE_VX, &none, sizeof none, &merged))
        return false;
    if (!merged)
        return true;
    const tlb_iqe_tangent *given = merged;
    uint32_t count = m->model->vertex_count;
    float(*tangents)[6] = tlb_alloc_array(m->arena, count, sizeof *tangents);
    uint8_t *forms = tlb_alloc(m->arena, count);
    if (!tangents || !forms)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(tangents[i], given[i].values, sizeof tangents[i]);
        forms[i] = given[i].count == 0 ? 0 : given[i].count <= 4 ? 4 : 6;
    }
    m->model->tangents = (const float(*)[6])tangents;
    m->model->tangent_forms = forms;
    return true;
}

/* Smoothing indices that are not there for each vertex say nothing. */
static bool merge_smooth_indices(iqe_merge *m)
{
    const int32_t none = -1;
    void *merged = NULL;
    bool complete = true;
    for (uint32_t i = 0; i < m->count; i++)
        complete &= m->documents[i]->vs.count == m->documents[i]->vp.count;
    if (complete && !merge_rows(m, TLB_IQE_VS, &none, sizeof none, &merged))
        return false;
    for (uint32_t i = 0; i < m->count && !complete; i++)
        if (m->documents[i]->vs.count)
            tlb_iqe_merge_report(m, i, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                                 "there is not one vs for each vertex");
    m->model->smooth_indices = merged;
    return true;
}

static bool merge_vertexes(iqe_merge *m)
{
    static const tlb_vec4 zero = {0, 0, 0, 0}, point = {0, 0, 0, 1};
    iq_model *model = m->model;
    uint64_t total = 0;
    for (uint32_t i = 0; i < m->count; i++)
        total += m->documents[i]->vp.count;
    if (total > INT32_MAX) {
        tlb_arena_fail(m->arena, TLB_LIMIT);
        return false;
    }
    model->vertex_count = (uint32_t)total;
    void *vp, *vt, *vn, *vc, *v;
    if (!merge_rows(m, TLB_IQE_VP, point, sizeof point, &vp) ||
        !merge_rows(m, TLB_IQE_VT, zero, sizeof zero, &vt) ||
        !merge_rows(m, TLB_IQE_VN, zero, sizeof(tlb_vec3), &vn) ||
        !merge_rows(m, TLB_IQE_VC, point, sizeof point, &vc))
        return false;
    model->positions = vp ? vp : (void *)(uintptr_t)&point;
    model->texcoords = vt;
    model->normals = vn;
    model->colors = vc;
    for (uint32_t i = 0; i < TLB_IQE_CUSTOMS; i++) {
        if (!merge_rows(m, TLB_IQE_V0 + i, zero, sizeof zero, &v))
            return false;
        model->customs[i] = v;
    }
    return merge_tangents(m) && merge_smooth_indices(m);
}

/* --- all --------------------------------------------------------------------------------------------- */

static bool find_comment(const tlb_iqe *x)
{
    return x->command_count && x->words[x->command_count - 1] == TLB_IQE_COMMENT;
}

static bool merge_sources(iqe_merge *m)
{
    iq_model *model = m->model;
    iq_source *sources = tlb_zalloc_array(m->arena, m->count, sizeof *sources);
    if (!sources)
        return false;
    uint32_t vertex = 0, animation = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const tlb_iqe *x = m->documents[i];
        sources[i] = (iq_source){m->names[i], vertex, 0, animation};
        vertex += x->vp.count;
        animation += x->animation.count;
        if (!model->has_comment && find_comment(x)) {
            model->has_comment = true;
            model->comment = x->comment;
        }
    }
    model->sources.data = sources;
    model->sources.count = m->count;
    return true;
}

tlb_status tlb_iq_model_of_iqe(iq_model *model, tlb_context *context, tlb_arena *arena,
                               const tlb_iqe *const *documents, const char *const *names, uint32_t count)
{
    *model = (iq_model){0};
    for (uint32_t i = 0; i < count; i++) {
        tlb_status status = tlb_iqe_check_whole(context, documents[i]);
        if (status)
            return status;
    }
    iqe_merge m = {model, context, arena, documents, names, count};
    bool made = merge_sources(&m) && merge_vertexes(&m) && merge_formats(&m) && tlb_iqe_merge_faces(&m) &&
                tlb_iqe_merge_skeleton(&m);
    return made ? TLB_OK : tlb_report_memory(context, arena);
}
