/* What engines load: the formats and sizes that the format's header gives its vertex arrays, which "models
 * intended for portable use should use", and arrays in the order of their types. Loaders copy values without
 * a look at their format, or refuse others. */
#include "formats/interquake/iqe/formats.h"
#include "formats/interquake/iqm/check.h"

static void check_array(tlb_checker *c, uint32_t i)
{
    const tlb_iqm *x = c->root;
    const tlb_iqm_vertexarray *a = &x->vertexarrays.data[i];
    if (a->type <= TLB_IQM_COLOR && iqm_has_values(a)) {
        iq_format portable = iqe_default_format(a->type);
        if (a->format != portable.format || a->size != portable.size)
            TLB_FIND(c, IQM_NOT_PORTABLE, tlb_at(c, "vertexarrays[%u].format", i),
                     "%s has %s x %u, portable is %s x %u", iqe_type_name(a->type),
                     iqe_component_name(a->format), a->size, iqe_component_name(portable.format),
                     portable.size);
    }
    if (i && a->type < x->vertexarrays.data[i - 1].type)
        TLB_FIND(c, IQM_NOT_PORTABLE, tlb_at(c, "vertexarrays[%u].type", i),
                 "type %u follows type %u, portable is ascending order", a->type,
                 x->vertexarrays.data[i - 1].type);
}

void iqm_check_engines(tlb_checker *c)
{
    enum { BYTE_JOINTS = 255, IOQUAKE3_JOINTS = 128 };
    const tlb_iqm *x = c->root;
    for (uint32_t i = 0; i < x->vertexarrays.count && i < IQM_MOST_ARRAYS; i++)
        check_array(c, i);
    if (x->meshes.count && !tlb_iqm_array(x, TLB_IQM_TEXCOORD))
        TLB_FIND(c, IQM_ENGINES_NEED, "vertexarrays", "no texture coordinates");
    if (x->meshes.count && !tlb_iqm_array(x, TLB_IQM_NORMAL))
        TLB_FIND(c, IQM_ENGINES_NEED, "vertexarrays", "no normals");
    if (x->joints.count > BYTE_JOINTS)
        TLB_FIND(c, IQM_MANY_JOINTS, "joints",
                 "%u joints, engines with one byte for each index take %u at most", x->joints.count,
                 BYTE_JOINTS);
    else if (x->joints.count > IOQUAKE3_JOINTS)
        TLB_FIND(c, IQM_MANY_JOINTS, "joints",
                 "%u joints, ioquake3 takes %u at most; a byte holds the indexes", x->joints.count,
                 IOQUAKE3_JOINTS);
}
