/* Poses a Darkstar shape: `dts_pose FILE [SEQUENCE [SECONDS]]` prints its finest level of detail as an OBJ.
 */
#include <trilobite/trilobite.h>

#include <stdio.h>
#include <stdlib.h>

/* `first` is the number of its first vertex: OBJ counts those of all objects, from 1. Returns that of the
 * next object. */
static uint32_t print_object(const tlb_dts_pose *pose, uint32_t object, uint32_t first)
{
    const tlb_dts_mesh *mesh = tlb_dts_mesh_of(pose, object);
    float at[3], normal[3];
    uint32_t next = first;
    printf("o object%u\n", object);
    for (uint32_t i = TLB_DTS_BOX_VERTICES; tlb_dts_vertex(pose, object, i, TLB_DTS_IN_SHAPE, at, normal);
         i++, next++)
        printf("v %g %g %g\nvn %g %g %g\n", at[0], at[2], -at[1], normal[0], normal[2], -normal[1]);
    for (uint32_t i = 0; mesh && i < mesh->faces.count; i++) {
        const tlb_dts_face *face = &mesh->faces.data[i]; /* clockwise, where OBJ goes around the other way */
        const int32_t corners[] = {face->vertIndex2, face->vertIndex1, face->vertIndex0};
        printf("f");
        for (int k = 0; k < 3; k++) {
            uint32_t number = first + (uint32_t)corners[k] - TLB_DTS_BOX_VERTICES;
            printf(" %u//%u", number, number);
        }
        printf("\n");
    }
    return next;
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
    bool *drawn = pose ? calloc(pose->shape->nodes.count + 1, sizeof *drawn) : NULL;
    uint32_t first = 1;
    if (drawn)
        tlb_dts_drawn_nodes(pose->shape, pose->shape->details.count ? 0 : TLB_NONE, drawn);
    for (uint32_t i = 0; drawn && i < pose->shape->objects.count; i++)
        if (tlb_dts_is_shown(pose, i) && drawn[pose->shape->objects.data[i].nodeIndex])
            first = print_object(pose, i, first);
    free(drawn);
    if (status)
        fprintf(stderr, "%s: %s\n", path, tlb_status_text(status));
    tlb_dts_instance_free(instance);
    tlb_document_free(document);
    tlb_context_free(context);
    return status ? 1 : 0;
}
