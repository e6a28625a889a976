/* IQE as a scene: by way of the IQM that it is compiled to, so that both are shown alike. */
#include "formats/interquake/compile/compile.h"
#include "formats/interquake/iqe/formats.h"
#include "formats/interquake/iqe/iqe.h"
#include "formats/interquake/iqm/iqm.h"

tlb_status iqe_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_context *context = document->context;
    const tlb_iqe *iqe = &((iqe_root *)document->root)->iqe;
    tlb_arena work;
    iq_model model;
    tlb_iqm compiled;
    tlb_arena_init(&work, &context->account);
    tlb_status status = iq_model_of_iqe(&model, context, &work, &iqe, &document->name, 1);
    /* A scene has alpha, whatever the file asks for. */
    model.formats[TLB_IQM_COLOR] = iqe_default_format(TLB_IQM_COLOR);
    if (!status)
        status = iq_compile(&compiled, context, &work, &model, &(iq_choices){.joints = true});
    if (!status) {
        tlb_document as_iqm = *document;
        as_iqm.root = &compiled;
        status = iqm_to_scene(&as_iqm, scene, conversion);
    }
    tlb_arena_free(&work);
    return status;
}
