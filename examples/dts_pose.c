/* Poses a Darkstar shape: `dts_pose FILE [SEQUENCE [SECONDS]]` prints where the vertices of its objects are.
 */
#include <trilobite/trilobite.h>

#include <stdio.h>
#include <stdlib.h>

static void print_object(const tlb_dts_pose *pose, uint32_t object)
{
    float at[3], normal[3];
    printf("o object%u\n", object);
    for (uint32_t i = TLB_DTS_BOX_VERTICES; tlb_dts_vertex(pose, object, i, TLB_DTS_IN_SHAPE, at, normal);
         i++)
        printf("v %g %g %g\nvn %g %g %g\n", at[0], at[1], at[2], normal[0], normal[1], normal[2]);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "", *sequence = argc > 2 ? argv[2] : NULL;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_dts_instance *instance = NULL;
    tlb_status status = tlb_open_path(context, path, NULL, &document);
    const tlb_dts *shape = tlb_document_dts(document); /* NULL: the document is of another format */
    if (!status)
        status = shape ? tlb_dts_instance_create(context, shape, 1, &instance) : TLB_UNSUPPORTED;
    tlb_dts_play(instance, 0, tlb_dts_find_sequence(shape, sequence), 0); /* without one it is at rest */
    tlb_dts_advance(instance, 0, argc > 3 ? atof(argv[3]) : 0, NULL, 0);
    const tlb_dts_pose *pose = tlb_dts_evaluate(instance);
    for (uint32_t i = 0; pose && i < pose->shape->objects.count; i++)
        if (tlb_dts_is_shown(pose, i))
            print_object(pose, i);
    if (status)
        fprintf(stderr, "%s: %s\n", path, tlb_status_text(status));
    tlb_dts_instance_free(instance);
    tlb_document_free(document);
    tlb_context_free(context);
    return status ? 1 : 0;
}
